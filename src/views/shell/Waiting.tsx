import { useSelector } from '@xstate/react';
import type { SignupState } from '../../machines/signup.ts';
import { LiveRegion } from '../shared/LiveRegion.tsx';
import type { SignupActor } from '../signup-actor.ts';
import { statePath } from '../state-path.ts';

/**
 * Says that the form waits for a call or another page. It is on every screen, even if empty: screen readers announce
 * only changes of a live region that already exists.
 */
export function Waiting({ actor }: { actor: SignupActor }) {
  const state = useSelector(actor, ({ value }) => statePath(value));
  const words = wordsFor[state];
  return (
    <LiveRegion className="waiting">
      {words === undefined ? null : (
        <>
          {state.endsWith('.stalled') ? null : <span className="spinner" />}
          <span>{words}</span>
        </>
      )}
    </LiveRegion>
  );
}

const verifying = 'カード決済の処理中です。しばらくお待ちください。';

const wordsFor: Readonly<Record<string, string>> = {
  'cardRedirect.leaving': 'カード会社の認証画面に移動しています。しばらくお待ちください。',
  'cardRedirect.stalled': 'カード会社の認証画面がまだ開きません。',
  'callback.awaitingAccessToken': verifying,
  'callback.verifying.waiting': verifying,
  'callback.verifying.slow': verifying,
  'callback.reopening': verifying,
  'complete.leaving': 'お申し込みを受け付けました。完了画面に移動しています。',
  'complete.stalled': 'お申し込みを受け付けましたが、完了画面を表示できませんでした。',
} satisfies Partial<Record<SignupState, string>>;

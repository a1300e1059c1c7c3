import { useSelector } from '@xstate/react';
import type { SignupActor, SignupSnapshot } from '../signup-actor.ts';

/**
 * Something outside is at work, or should have been done by now. It stands on every screen, empty or not: a screen
 * reader hears of a change only in a place that was there before.
 */
export function Waiting({ actor }: { actor: SignupActor }) {
  const words = useSelector(actor, wordsFor);
  const isOver = useSelector(
    actor,
    (snapshot) => snapshot.matches({ cardRedirect: 'stalled' }) || snapshot.matches({ complete: 'stalled' }),
  );
  return (
    <p className="waiting" role="status">
      {words === null ? null : (
        <>
          {isOver ? null : <span className="spinner" />}
          <span>{words}</span>
        </>
      )}
    </p>
  );
}

function wordsFor(snapshot: SignupSnapshot): string | null {
  if (snapshot.matches({ cardRedirect: 'leaving' }))
    return 'カード会社の認証画面に移動しています。しばらくお待ちください。';
  if (snapshot.matches({ cardRedirect: 'stalled' })) return 'カード会社の認証画面がまだ開きません。';
  if (snapshot.matches({ callback: 'notSent' })) return null;
  if (snapshot.matches('callback')) return 'カード決済の処理中です。しばらくお待ちください。';
  if (snapshot.matches({ complete: 'leaving' }))
    return 'お申し込みを受け付けました。完了画面に移動しています。';
  if (snapshot.matches({ complete: 'stalled' }))
    return 'お申し込みは受け付けました。完了画面を開けませんでした。';
  return null;
}

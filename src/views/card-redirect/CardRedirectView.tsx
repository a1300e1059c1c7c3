import { useSelector } from '@xstate/react';
import { Button } from '../shared/Button.tsx';
import type { SignupActor } from '../signup-actor.ts';

/** Shown until the bank's page opens. If it does not, a button tries again. */
export function CardRedirectView({ actor }: { actor: SignupActor }) {
  const isStalled = useSelector(actor, (snapshot) => snapshot.matches({ cardRedirect: 'stalled' }));
  return (
    <>
      <p>カード会社の認証のあと、この画面に戻って手続きを続けます。お申し込みはまだ完了していません。</p>
      {isStalled ? (
        <div className="actions">
          <Button look="primary" onClick={() => actor.send({ type: 'retry.requested' })}>
            もう一度移動する
          </Button>
          <Button look="link" onClick={() => actor.send({ type: 'change.requested', field: null })}>
            入力画面に戻る
          </Button>
        </div>
      ) : null}
    </>
  );
}

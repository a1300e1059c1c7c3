import { useSelector } from '@xstate/react';
import type { SignupActor } from '../signup-actor.ts';

/** Shown until the bank's page opens. If it does not, a button tries again. */
export function CardRedirectView({ actor }: { actor: SignupActor }) {
  const isStalled = useSelector(actor, (snapshot) => snapshot.matches({ cardRedirect: 'stalled' }));
  return (
    <>
      <p>カード会社の認証のあと、この画面に戻って手続きを続けます。お申し込みはまだ完了していません。</p>
      {isStalled ? (
        <div className="actions">
          <button
            type="button"
            className="button button-primary button-large"
            onClick={() => actor.send({ type: 'retry.requested' })}
          >
            もう一度移動する
          </button>
          <button
            type="button"
            className="button button-link"
            onClick={() => actor.send({ type: 'route.requested', route: 'input', at: Date.now() })}
          >
            入力画面に戻る
          </button>
        </div>
      ) : null}
    </>
  );
}

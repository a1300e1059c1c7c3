import { useSelector } from '@xstate/react';
import type { SignupActor } from './signup-actor.ts';

/** On the way to the bank's page. Leaving takes a moment; when it does not happen, the donor can go on by hand. */
export function CardRedirectView({ actor }: { actor: SignupActor }) {
  const isStalled = useSelector(actor, (snapshot) => snapshot.matches({ cardRedirect: 'stalled' }));
  return (
    <>
      <p>認証が済むと、この画面に戻ってお申し込みが完了します。お支払いはまだ行われていません。</p>
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

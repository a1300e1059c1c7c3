import { useSelector } from '@xstate/react';
import type { SignupActor } from './signup-actor.ts';

/** Signed up, on the way to the organisation's own completion page. */
export function CompleteView({ actor }: { actor: SignupActor }) {
  const isStalled = useSelector(actor, (snapshot) => snapshot.matches({ complete: 'stalled' }));
  if (!isStalled) return null;
  return (
    <>
      <p>お申し込みは受け付けられています。もう一度お申し込みになる必要はありません。</p>
      <button
        type="button"
        className="button button-primary button-large"
        onClick={() => actor.send({ type: 'retry.requested' })}
      >
        完了画面を開く
      </button>
    </>
  );
}

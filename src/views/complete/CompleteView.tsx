import { useSelector } from '@xstate/react';
import { formatYen } from '../../signup/amount.ts';
import { Button } from '../shell/Button.tsx';
import type { SignupActor } from '../signup-actor.ts';

/** Shown before the completion page opens, and when the donor comes back from it. */
export function CompleteView({ actor }: { actor: SignupActor }) {
  const isLeaving = useSelector(actor, (snapshot) => snapshot.matches({ complete: 'leaving' }));
  const isBack = useSelector(actor, (snapshot) => snapshot.matches({ complete: 'remembered' }));
  const finished = useSelector(actor, ({ context }) => context.finished);
  const mayOpen = useSelector(actor, (snapshot) => snapshot.can({ type: 'retry.requested' }));
  if (isLeaving) return null;
  return (
    <>
      {isBack && finished !== null && (
        <dl className="terms">
          <div>
            <dt>お申し込みの日時</dt>
            <dd>{japaneseTime(finished.at)}</dd>
          </div>
          <div>
            <dt>毎月のご支援金額</dt>
            <dd>{formatYen(finished.amount)}</dd>
          </div>
        </dl>
      )}
      <p>お申し込みは受け付けられています。もう一度お申し込みになる必要はありません。</p>
      <div className="actions">
        {mayOpen && (
          <Button look="primary" onClick={() => actor.send({ type: 'retry.requested' })}>
            完了画面を開く
          </Button>
        )}
        {isBack && (
          <Button look="link" onClick={() => actor.send({ type: 'signup.restarted' })}>
            別のお申し込みを始める
          </Button>
        )}
      </div>
    </>
  );
}

/** `at` in milliseconds since the epoch. Creates the formatter only here, since it is slow to create. */
function japaneseTime(at: number): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Tokyo' } as const;
  return new Intl.DateTimeFormat('ja-JP', format).format(at);
}

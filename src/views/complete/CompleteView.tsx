import { useSelector } from '@xstate/react';
import { formatYen } from '../../signup/amount/amount.ts';
import { methodOf, placeOf } from '../../signup/payment-methods.ts';
import { Button } from '../shared/Button.tsx';
import { MethodNotice } from '../shared/MethodNotice.tsx';
import type { SignupActor } from '../signup-actor.ts';

/** Shown when the completion page does not open, and when the donor comes back from it. */
export function CompleteView({ actor }: { actor: SignupActor }) {
  const isLeaving = useSelector(actor, (snapshot) => snapshot.matches({ complete: 'leaving' }));
  const isBack = useSelector(actor, (snapshot) => snapshot.matches({ complete: 'remembered' }));
  const finished = useSelector(actor, ({ context }) => context.lastTry);
  if (isLeaving || finished?.status !== 'finished') return null;
  const notice = methodOf(finished).afterSigningUp[placeOf(finished.expatriate)];
  return (
    <>
      <dl className="terms">
        <div>
          <dt>お申し込みの日時</dt>
          <dd>{japaneseTime(finished.at)}</dd>
        </div>
        <div>
          <dt>毎月のご支援金額</dt>
          <dd>{formatYen(finished.amount)}</dd>
        </div>
        <div>
          <dt>お支払い方法</dt>
          <dd>{finished.paymentMethod}</dd>
        </div>
      </dl>
      <p>
        お申し込みはすでに受け付けております。<span className="unbroken">もう一度</span>
        お申し込みになる必要はありません。
      </p>
      {notice && <MethodNotice notice={notice} />}
      <div className="actions">
        {isBack ? (
          <Button look="link" onClick={() => actor.send({ type: 'signup.restarted' })}>
            別のお申し込みを始める
          </Button>
        ) : (
          <Button look="primary" onClick={() => actor.send({ type: 'retry.requested' })}>
            完了画面を開く
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

import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { organisation } from '#organisation/organisation.ts';
import { formatYen } from '../../signup/amount.ts';
import { BANK_DEBIT, CARD, type PaymentMethod } from '../../signup/form.ts';
import type { Finished } from '../../signup/saved-session.ts';
import { Button } from '../shell/Button.tsx';
import { NewTabLink } from '../shell/NewTabLink.tsx';
import type { SignupActor } from '../signup-actor.ts';

/** Shown when the completion page does not open, and when the donor comes back from it. */
export function CompleteView({ actor }: { actor: SignupActor }) {
  const isLeaving = useSelector(actor, (snapshot) => snapshot.matches({ complete: 'leaving' }));
  const isBack = useSelector(actor, (snapshot) => snapshot.matches({ complete: 'remembered' }));
  const finished = useSelector(actor, ({ context }) => context.finished);
  if (isLeaving || finished === null) return null;
  const ToDo = toDo[finished.paymentMethod];
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
      <p>お申し込みは受け付けられています。もう一度お申し込みになる必要はありません。</p>
      <ToDo {...finished} />
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

/** What the donor has to do after signing up, by payment method. */
const toDo: Readonly<Record<PaymentMethod, (finished: Finished) => ReactNode>> = {
  [CARD]: () => null,
  [BANK_DEBIT]: BankForm,
};

function BankForm({ expatriate }: Finished) {
  if (!expatriate)
    return (
      <p className="notice">
        口座引落の申込用紙を郵送します。署名・押印のうえ、
        <strong>{organisation.payment.bank?.formReturnDays}日以内</strong>
        にご返送ください。
      </p>
    );
  return (
    <div className="notice notice-warning stack">
      <p>
        口座引落には申込用紙の郵送が必要ですが、海外へは郵便物をお送りしておりません。今後のお手続きについては、
        <NewTabLink href={organisation.links.contact}>お問い合わせ</NewTabLink>ください。
      </p>
      <p lang="en">
        Bank debit needs a paper form, and we do not send mail outside Japan. Please contact us about what to
        do next.
      </p>
    </div>
  );
}

/** `at` in milliseconds since the epoch. Creates the formatter only here, since it is slow to create. */
function japaneseTime(at: number): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Tokyo' } as const;
  return new Intl.DateTimeFormat('ja-JP', format).format(at);
}

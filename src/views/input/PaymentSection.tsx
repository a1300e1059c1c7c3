import { useSelector } from '@xstate/react';
import { flushSync } from 'react-dom';
import { formatYen, minimumAmount, minimumBankAmount } from '../../signup/amount.ts';
import { label } from '../../signup/fields.ts';
import { BANK_DEBIT, CARD } from '../../signup/form.ts';
import { organisation } from '../../signup/organisation.ts';
import { organisationWords } from '../../signup/organisation-words.ts';
import { BankFormAbroad } from '../shell/BankFormAbroad.tsx';
import { NewTabLink } from '../shell/NewTabLink.tsx';
import type { SignupActor } from '../signup-actor.ts';
import type { SectionProps } from './AmountSection.tsx';
import { CardFields } from './CardFields.tsx';
import { type Choice, ChoiceField } from './ChoiceField.tsx';
import { focusField } from './focus.ts';
import { KeptCard } from './KeptCard.tsx';

const choices: readonly Choice[] = [
  {
    change: { name: 'paymentMethod', value: CARD },
    label: CARD,
    detail: `月${formatYen(minimumAmount)}から`,
  },
  {
    change: { name: 'paymentMethod', value: BANK_DEBIT },
    label: BANK_DEBIT,
    detail: `月${formatYen(minimumBankAmount)}から`,
  },
];

const hintAbroad =
  '海外へは口座引落の申込用紙をお送りできません。クレジットカードをお選びください。（We cannot mail the bank debit form abroad. Please choose a credit card.）';

/** お支払い方法: card or bank debit, when the first debit comes and how to stop. */
export function PaymentSection({
  actor,
  values,
  errors,
  now,
}: SectionProps & { actor: SignupActor; now: Date }) {
  const card = useSelector(actor, ({ context }) => context.card);
  const firstDebit =
    values.paymentMethod === CARD
      ? '通常、お申し込みの翌月または翌々月です。その後は毎月引き落とします。手数料はかかりません。'
      : organisationWords.bankDebitStart;
  const askForCard = () => {
    flushSync(() => actor.send({ type: 'card.discarded' }));
    focusField('cardNum');
  };
  return (
    <section className="section" aria-labelledby="section-payment">
      <h2 id="section-payment">お支払い方法</h2>
      <ChoiceField
        name="paymentMethod"
        legend={label('paymentMethod', values.expatriate)}
        choices={choices}
        value={values.paymentMethod}
        error={errors.paymentMethod}
        {...(values.expatriate && { hint: hintAbroad })}
        layout="halves"
      />
      {values.paymentMethod === CARD ? (
        <>
          {card ? (
            <KeptCard
              maskedCardNumber={card.maskedCardNumber}
              expiry={`${values.expirationMonth} / ${values.expirationYear}`}
              onDiscard={askForCard}
            />
          ) : (
            <CardFields values={values} errors={errors} now={now} />
          )}
          <p>
            <button
              type="button"
              id="open-card-notice"
              className="button button-link"
              aria-haspopup="dialog"
              onClick={() => actor.send({ type: 'cardNotice.opened' })}
            >
              クレジットカードご利用時の注意事項
            </button>
          </p>
        </>
      ) : (
        <>
          {values.expatriate ? (
            <BankFormAbroad />
          ) : (
            <p className="notice">
              お申し込みのあと、口座引落の申込用紙を郵送します。署名・押印のうえ、10日以内にご返送ください。
            </p>
          )}
          <p>{`口座引落は、月${formatYen(minimumBankAmount)}から承ります。`}</p>
        </>
      )}
      <dl className="terms">
        {firstDebit !== '' && (
          <div>
            <dt>最初の引き落とし</dt>
            <dd>{firstDebit}</dd>
          </div>
        )}
        <div>
          <dt>ご支援をやめるとき</dt>
          <dd>
            <NewTabLink href={organisation.links.contact}>お問い合わせ</NewTabLink>
            <span>ください。</span>
            {values.paymentMethod === CARD && (
              <span>月末までにご連絡いただくと、翌月からのご請求を停止します。</span>
            )}
          </dd>
        </div>
      </dl>
    </section>
  );
}

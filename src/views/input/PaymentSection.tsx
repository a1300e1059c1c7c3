import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { organisation } from '../../organisation/organisation.ts';
import { formatYen } from '../../signup/amount.ts';
import { label } from '../../signup/fields.ts';
import { BANK_DEBIT, CARD, type PaymentMethod, paymentMethods } from '../../signup/form.ts';
import { methodOf, methods } from '../../signup/payment-methods.ts';
import { BankFormAbroad } from '../shell/BankFormAbroad.tsx';
import { NewTabLink } from '../shell/NewTabLink.tsx';
import type { SignupActor } from '../signup-actor.ts';
import type { SectionProps } from './AmountSection.tsx';
import { CardFields } from './CardFields.tsx';
import { type Choice, ChoiceField } from './ChoiceField.tsx';
import { focusField } from './focus.ts';
import { KeptCard } from './KeptCard.tsx';

const choices = paymentMethods.map(
  (method): Choice => ({
    change: { name: 'paymentMethod', value: method },
    label: method,
    detail: `月${formatYen(methods[method].minimum)}から`,
  }),
);

const hintAbroad =
  '海外へは口座引落の申込用紙をお送りできません。クレジットカードをお選びください。（We cannot mail the bank debit form abroad. Please choose a credit card.）';

type PaymentProps = SectionProps & { actor: SignupActor; now: Date };

/** What stands below the choice of a payment method. */
const details: Readonly<Record<PaymentMethod, (props: PaymentProps) => ReactNode>> = {
  [CARD]: CardDetails,
  [BANK_DEBIT]: BankDetails,
};

/** お支払い方法: card or bank debit, when the first debit comes and how to stop. */
export function PaymentSection(props: PaymentProps) {
  const { values, errors } = props;
  const { firstDebit, stopping } = methodOf(values);
  const Details = details[values.paymentMethod];
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
      <Details {...props} />
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
            {stopping !== '' && <span>{stopping}</span>}
          </dd>
        </div>
      </dl>
    </section>
  );
}

function CardDetails({ actor, values, errors, now }: PaymentProps) {
  const card = useSelector(actor, ({ context }) => context.card);
  const askForCard = () => {
    flushSync(() => actor.send({ type: 'card.discarded' }));
    focusField('cardNum');
  };
  return (
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
  );
}

function BankDetails({ values }: PaymentProps) {
  return (
    <>
      {values.expatriate ? (
        <BankFormAbroad />
      ) : (
        <p className="notice">
          お申し込みのあと、口座引落の申込用紙を郵送します。署名・押印のうえ、10日以内にご返送ください。
        </p>
      )}
      <p>{`口座引落は、月${formatYen(methodOf(values).minimum)}から承ります。`}</p>
    </>
  );
}

import { useSelector } from '@xstate/react';
import { memo, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { organisation } from '#organisation/organisation.ts';
import { formatYen, minimumAmount, paymentAmount } from '../../signup/amount.ts';
import { formatExpiry } from '../../signup/card-expiry.ts';
import { BANK_DEBIT, CARD, type PaymentMethod, paymentMethods } from '../../signup/form.ts';
import { cardNeedsStorage } from '../../signup/messages.ts';
import { beginning, methodOf, methods } from '../../signup/payment-methods.ts';
import { BankFormOverseas } from '../shell/BankFormOverseas.tsx';
import { Button } from '../shell/Button.tsx';
import { useStorageProblem } from '../shell/NotKept.tsx';
import { CardFields } from './CardFields.tsx';
import { type Choice, ChoiceField } from './ChoiceField.tsx';
import { useAmountAndMethod, useFieldActions, useFormValue } from './field-actions.ts';
import { focusField } from './focus.ts';

const choices = paymentMethods.map(
  (method): Choice => ({
    change: { name: 'paymentMethod', value: method },
    label: method,
    detail: `月${formatYen(methods[method].terms.minimum)}から`,
  }),
);

const hintOverseas =
  '海外へは口座引落の申込用紙をお送りできません。クレジットカードをお選びください。（We cannot mail the bank debit form abroad. Please choose a credit card.）';

type PaymentProps = { now: Date };

/** Shown below the choice of a payment method. */
const details: Readonly<Record<PaymentMethod, (props: PaymentProps) => ReactNode>> = {
  [CARD]: CardDetails,
  [BANK_DEBIT]: BankDetails,
};

/** お支払い方法: card or bank debit. */
export const PaymentSection = memo(function PaymentSection({ now }: PaymentProps) {
  const isOverseas = useFormValue('expatriate');
  const paymentMethod = useFormValue('paymentMethod');
  const Details = details[paymentMethod];
  return (
    <section className="section" aria-labelledby="section-payment">
      <h2 id="section-payment">お支払い方法</h2>
      <ChoiceField
        name="paymentMethod"
        choices={choices}
        {...(isOverseas && choices.length > 1 && { hint: hintOverseas })}
        layout="halves"
      />
      <Beginning />
      <Details now={now} />
    </section>
  );
});

/** From which amount on the chosen method can be used, where other methods take less. */
function Beginning() {
  const form = useAmountAndMethod();
  const method = methodOf(form);
  if (method.terms.minimum === minimumAmount) return null;
  const isTooLittle = paymentAmount(form) < method.terms.minimum;
  return (
    <p className={isTooLittle ? 'notice notice-warning' : undefined}>
      {beginning(method)}。
      {isTooLittle && (
        <Button look="link" onClick={() => focusField(form.price === 'other' ? 'priceOther' : 'price')}>
          金額を変更する
        </Button>
      )}
    </p>
  );
}

/** The card fields, or the kept card (decision 6). */
function CardDetails({ now }: PaymentProps) {
  const { actor } = useFieldActions();
  const storageProblem = useStorageProblem(actor);
  const expiry = useSelector(actor, ({ context }) => formatExpiry(context.form));
  const card = useSelector(actor, ({ context }) => context.card);
  const askForCard = () => {
    flushSync(() => actor.send({ type: 'card.discarded' }));
    focusField('cardNum');
  };
  return (
    <>
      {storageProblem && <p className="notice notice-warning">{cardNeedsStorage[storageProblem]}</p>}
      {card ? (
        <div className="field kept-card">
          <p>
            <span className="kept-card-number">{`**** ${card.maskedCardNumber.slice(-4)}`}</span>
            <span className="muted">{`有効期限 ${expiry}`}</span>
          </p>
          <Button data-kept-card="" onClick={askForCard}>
            カードを変更する
          </Button>
        </div>
      ) : (
        <CardFields now={now} />
      )}
      <p>
        <Button
          look="link"
          id="open-card-notice"
          aria-haspopup="dialog"
          onClick={() => actor.send({ type: 'cardNotice.opened' })}
        >
          クレジットカードご利用時の注意事項
        </Button>
      </p>
    </>
  );
}

function BankDetails() {
  const isOverseas = useFormValue('expatriate');
  if (isOverseas) return <BankFormOverseas />;
  return (
    <p className="notice">
      お申し込みのあと、口座引落の申込用紙を郵送します。署名・押印のうえ、
      {organisation.payment.bank?.formReturnDays}日以内にご返送ください。
    </p>
  );
}

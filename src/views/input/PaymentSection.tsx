import { useSelector } from '@xstate/react';
import { memo } from 'react';
import { formatYen, minimumAmount, paymentAmount } from '../../signup/amount/amount.ts';
import { formatExpiry } from '../../signup/card/card-expiry.ts';
import { paymentMethods } from '../../signup/form.ts';
import { cardNeedsStorage } from '../../signup/messages.ts';
import { beginning, hintOverseas, methodOf, methods, placeOf } from '../../signup/payment-methods.ts';
import { useIsLive } from '../prerendered-date.ts';
import { Button } from '../shared/Button.tsx';
import { LiveRegion } from '../shared/LiveRegion.tsx';
import { MaskedNumber } from '../shared/MaskedNumber.tsx';
import { MethodNotice } from '../shared/MethodNotice.tsx';
import { useStorageProblem } from '../shared/NotKept.tsx';
import { AcceptedCards, CardFields } from './card/CardFields.tsx';
import { useAmountAndMethod, useFormValue } from './field-values.ts';
import { type Choice, ChoiceField } from './fields/ChoiceField.tsx';
import { changeThenFocus, focusField } from './focus.ts';
import { hasKeptCard, useFieldActions } from './input-form.ts';

const choices = paymentMethods.map(
  (method): Choice => ({
    change: { name: 'paymentMethod', value: method },
    label: method,
    detail: `月${formatYen(methods[method].terms.minimum)}から`,
  }),
);

/** お支払い方法. The terms of the chosen method are announced. */
export const PaymentSection = memo(function PaymentSection({ now }: { now: Date }) {
  const { actor } = useFieldActions();
  const storageProblem = useStorageProblem(actor);
  const isOverseas = useFormValue('expatriate');
  const paymentMethod = useFormValue('paymentMethod');
  const { needsCard, afterSending } = methods[paymentMethod];
  return (
    <section className="section" aria-labelledby="section-payment">
      <h2 id="section-payment">お支払い方法</h2>
      <ChoiceField
        name="paymentMethod"
        choices={choices}
        hint={isOverseas ? hintOverseas : ''}
        layout="halves"
      />
      {needsCard && storageProblem && (
        <p className="notice notice-warning">{cardNeedsStorage[storageProblem]}</p>
      )}
      <div className="payment-details">
        {/* Not live on arrival: Chromium would announce the terms before the page is read. */}
        <LiveRegion as="div" aria-live={useIsLive() ? 'polite' : 'off'}>
          <div key={paymentMethod} className="payment-terms">
            <Beginning />
            {needsCard ? <CardTerms /> : <MethodNotice notice={afterSending[placeOf(isOverseas)]} />}
          </div>
        </LiveRegion>
        {needsCard && <CardDetails now={now} />}
      </div>
      {needsCard && (
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
      )}
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

function CardTerms() {
  const { actor } = useFieldActions();
  return useSelector(actor, hasKeptCard) ? null : <AcceptedCards />;
}

/** The card fields, or the kept card (decision 6). */
function CardDetails({ now }: { now: Date }) {
  const { actor } = useFieldActions();
  const expiry = useSelector(actor, ({ context }) => formatExpiry(context.form));
  const card = useSelector(actor, ({ context }) => context.card);
  const askForCard = () => changeThenFocus(() => actor.send({ type: 'card.discarded' }), 'cardNum');
  if (!card) return <CardFields now={now} />;
  return (
    <div className="field kept-card">
      <p>
        <MaskedNumber className="kept-card-number">{`**** ${card.maskedCardNumber.slice(-4)}`}</MaskedNumber>
        <span className="muted">{`有効期限 ${expiry}`}</span>
      </p>
      <Button data-kept-card="" onClick={askForCard}>
        カードを変更する
      </Button>
    </div>
  );
}

import { useMemo } from 'react';
import { expiryMonths, expiryYears } from '../../signup/card-expiry.ts';
import { DigitsField } from './DigitsField.tsx';
import { SelectField } from './SelectField.tsx';

/** The card as it is typed in. Number and code stay on this screen (decision 5). */
export function CardFields({ now }: { now: Date }) {
  const years = useMemo(() => expiryYears(now), [now]);
  return (
    <div className="card-fields">
      <p className="muted">
        Visa・Master Card・JCB・American Express（日本国内で発行されたカード）をご利用いただけます。
        デビットカード、デビット機能付きのカードはご利用いただけません。
      </p>
      <DigitsField
        name="cardNum"
        hint="カード情報は決済代行会社に直接送信され、当団体では保持しません。"
        autoComplete="cc-number"
        maxDigits={16}
        width="medium"
      />
      <div className="field-pair">
        <SelectField name="expirationMonth" unit="月" options={expiryMonths} autoComplete="cc-exp-month" />
        <SelectField name="expirationYear" unit="年" options={years} autoComplete="cc-exp-year" />
      </div>
      <DigitsField
        name="securityCode"
        hint="カード裏面の3桁、American Expressは表面の4桁の数字です。"
        autoComplete="cc-csc"
        maxDigits={4}
        width="short"
      />
    </div>
  );
}

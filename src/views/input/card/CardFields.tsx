import { useMemo } from 'react';
import { organisation } from '#organisation/organisation.ts';
import { acceptedBrands, type CardBrand, cardBrandOf } from '../../../signup/card/card-brand.ts';
import { expiryMonths, expiryYears } from '../../../signup/card/card-expiry.ts';
import { unusualSecurityCode } from '../../../signup/messages.ts';
import { DigitsField } from '../digits/DigitsField.tsx';
import { useCardSecret } from '../field-values.ts';
import { SelectField } from '../fields/SelectField.tsx';
import { CardBrandNote } from './CardBrandNote.tsx';

const restrictions = organisation.payment.card?.restrictions.join('') ?? '';

/** Which cards can be used. */
export function AcceptedCards() {
  return <p className="muted">{`${acceptedBrands.join('・')}をご利用いただけます。${restrictions}`}</p>;
}

/** The card fields. Number, code and brand stay on this screen (decision 5). */
export function CardFields({ now }: { now: Date }) {
  const years = useMemo(() => expiryYears(now), [now]);
  const brand = cardBrandOf(useCardSecret('cardNum'));
  const securityCode = useCardSecret('securityCode');
  // Memoised, so that other fields' errors do not render it.
  const brandNote = useMemo(() => <CardBrandNote brand={brand} />, [brand]);
  return (
    <div className="card-fields">
      <DigitsField
        name="cardNum"
        hint={`カード情報は決済代行会社に直接送信され、${organisation.self}には保存されません。`}
        autoComplete="cc-number"
        width="medium"
      >
        {brandNote}
      </DigitsField>
      <div className="field-pair">
        <SelectField name="expirationMonth" unit="月" options={expiryMonths} autoComplete="cc-exp-month" />
        <SelectField name="expirationYear" unit="年" options={years} autoComplete="cc-exp-year" />
      </div>
      <DigitsField
        name="securityCode"
        hint={securityCodeHint(brand)}
        autoComplete="cc-csc"
        width="short"
        doubt={securityCodeDoubt(brand, securityCode)}
      />
    </div>
  );
}

/** Empty for a brand that is not accepted, since the brand note says that. */
const securityCodeHint = (brand: CardBrand | null): string =>
  brand?.isAccepted
    ? `${brand.name}は、カード${brand.securityCode.side}の${brand.securityCode.digits}桁の数字です。`
    : `カード裏面の3桁${acceptedBrands.includes('American Express') ? '、American Expressは表面の4桁' : ''}の数字です。`;

/** A note, not an error: specification §5 accepts three and four digits for any card. */
function securityCodeDoubt(brand: CardBrand | null, code: string): string | null {
  if (!brand?.isAccepted || code.length < 3 || code.length === brand.securityCode.digits) return null;
  return unusualSecurityCode(brand.name, brand.securityCode.digits);
}

import { memo } from 'react';
import { formatYen } from '../../../signup/amount/amount.ts';
import { prices } from '../../../signup/form.ts';
import { minimums } from '../../../signup/payment-methods.ts';
import { useFormValue } from '../field-values.ts';
import { type Choice, ChoiceField } from '../fields/ChoiceField.tsx';
import { TextField } from '../fields/TextField.tsx';

const choices: readonly Choice[] = prices.map((price) => ({
  change: { name: 'price', value: price },
  label: price === 'other' ? 'その他の金額' : `月${formatYen(Number(price))}`,
}));

const hint = `${minimums}でお決めください。`;

const yen = <span>円</span>;

/** ご支援内容: how much each month. */
export const AmountSection = memo(function AmountSection() {
  const price = useFormValue('price');
  return (
    <section className="section" aria-labelledby="section-amount">
      <h2 id="section-amount">ご支援内容</h2>
      <ChoiceField name="price" choices={choices} layout="amounts" />
      {price === 'other' && (
        <TextField
          name="priceOther"
          hint={hint}
          inputMode="numeric"
          autoComplete="off"
          width="short"
          suffix={yen}
        />
      )}
    </section>
  );
});

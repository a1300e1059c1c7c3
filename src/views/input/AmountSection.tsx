import type { FormikErrors } from 'formik';
import { formatYen, minimumAmount } from '../../signup/amount.ts';
import { label } from '../../signup/fields.ts';
import { prices } from '../../signup/form.ts';
import { methods } from '../../signup/payment-methods.ts';
import type { InputValues } from '../../signup/schema.ts';
import { type Choice, ChoiceField } from './ChoiceField.tsx';
import { TextField } from './TextField.tsx';

/** What each section of the form is given: values and, once a field was touched, what is wrong with it. */
export type SectionProps = { values: InputValues; errors: FormikErrors<InputValues> };

const choices: readonly Choice[] = prices.map((price) => ({
  change: { name: 'price', value: price },
  label: price === 'other' ? 'その他の金額' : `月${formatYen(Number(price))}`,
}));

const notes = Object.values(methods).map(({ minimumNote }) => minimumNote);
const hint = `${formatYen(minimumAmount)}以上${notes.join('')}でお決めください。`;

const yen = <span className="control-suffix">円</span>;

/** 支援内容: how much each month. */
export function AmountSection({ values, errors }: SectionProps) {
  return (
    <section className="section" aria-labelledby="section-amount">
      <h2 id="section-amount">支援内容</h2>
      <ChoiceField
        name="price"
        legend={label('price', values.expatriate)}
        choices={choices}
        value={values.price}
        error={errors.price}
        layout="amounts"
      />
      {values.price === 'other' && (
        <TextField
          name="priceOther"
          label={label('priceOther', values.expatriate)}
          hint={hint}
          value={values.priceOther}
          error={errors.priceOther}
          inputMode="numeric"
          autoComplete="off"
          width="short"
          suffix={yen}
        />
      )}
    </section>
  );
}

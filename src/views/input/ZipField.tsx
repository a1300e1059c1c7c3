import { memo } from 'react';
import { normaliseField } from '../../signup/fields.ts';
import { DigitsInput } from './DigitsInput.tsx';
import { Field } from './Field.tsx';
import { useFieldActions, useFormValue } from './field-actions.ts';

const maxDigits = 7;
const formatOf = (digits: string) => (/\d/.test(digits) ? '### - ####' : '#######');

/** A text without digits stays, and its rule refuses it. */
const digitsOf = (text: string): string =>
  text.normalize('NFKC').replace(/\D/g, '') || normaliseField('zip', text).slice(0, maxDigits);

/** Digits, or `123-4567` once there are seven (decision 1). */
const toZip = (digits: string): string => normaliseField('zip', digits);

/** A Japanese postal code, shown as `123 - 4567` and kept as `123-4567`. */
export const ZipField = memo(function ZipField() {
  const value = useFormValue('zip');
  const { change } = useFieldActions();
  return (
    <Field name="zip" hint="7桁の数字を入力すると、住所が自動で入ります。" width="short">
      {(control) => (
        <DigitsInput
          {...control}
          autoComplete="postal-code"
          maxDigits={maxDigits}
          formatOf={formatOf}
          digits={digitsOf(value)}
          clean={digitsOf}
          onDigits={(digits) => change({ name: 'zip', value: toZip(digits) })}
        />
      )}
    </Field>
  );
});

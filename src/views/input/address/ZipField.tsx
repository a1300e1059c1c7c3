import { memo } from 'react';
import { zipFormat } from '../../../signup/digits/digits-formats.ts';
import { normaliseField } from '../../../signup/fields.ts';
import { DigitsInput } from '../digits/DigitsInput.tsx';
import { useFormValue } from '../field-values.ts';
import { Field } from '../fields/Field.tsx';
import { useFieldActions } from '../input-form.ts';

/** Digits, or `123-4567` once there are seven (decision 1). */
const toZip = (digits: string): string => normaliseField('zip', digits);

/** A Japanese postal code, shown as `123 - 4567` and kept as `123-4567`. */
export const ZipField = memo(function ZipField() {
  const value = useFormValue('zip');
  const { change } = useFieldActions();
  return (
    <Field name="zip" hint="7桁の数字を入力すると、住所が自動で入力されます。" width="short">
      {(control) => (
        <DigitsInput
          {...control}
          autoComplete="postal-code"
          format={zipFormat}
          digits={zipFormat.read(value)}
          onDigits={(digits) => change({ name: 'zip', value: toZip(digits) })}
        />
      )}
    </Field>
  );
});

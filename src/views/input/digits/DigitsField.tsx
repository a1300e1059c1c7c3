import { memo, type ReactNode } from 'react';
import { cardFormats } from '../../../signup/digits/digits-formats.ts';
import type { CardEntry } from '../../../signup/form.ts';
import { useCardSecret } from '../field-values.ts';
import { Field } from '../fields/Field.tsx';
import { useFieldActions } from '../input-form.ts';
import { DigitsInput } from './DigitsInput.tsx';

type DigitsFieldProps = {
  name: keyof CardEntry;
  autoComplete: 'cc-number' | 'cc-csc';
  hint: string;
  width: 'short' | 'medium';
  /** A note on a doubtful value, shown after the donor has left the field. */
  doubt?: string | null;
  /** Shown below the input. */
  children?: ReactNode;
};

/** A secret of a card. */
export function DigitsField(props: DigitsFieldProps) {
  return <Digits {...props} value={useCardSecret(props.name)} />;
}

const Digits = memo(function Digits(props: DigitsFieldProps & { value: string }) {
  const { name, value, hint, width, autoComplete, doubt, children } = props;
  const { change } = useFieldActions();
  return (
    <Field name={name} hint={hint} width={width} tellsEditing>
      {(control, isEditing) => (
        <DigitsInput
          {...control}
          autoComplete={autoComplete}
          format={cardFormats[name]}
          digits={value}
          onDigits={(digits) => change({ name, value: digits })}
          note={isEditing ? null : doubt}
        >
          {children}
        </DigitsInput>
      )}
    </Field>
  );
});

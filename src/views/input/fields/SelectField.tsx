import { memo } from 'react';
import type { FieldOf } from '../../../signup/form.ts';
import { useFormValue } from '../field-values.ts';
import { useFieldActions } from '../input-form.ts';
import { Field } from './Field.tsx';
import { Options } from './Options.tsx';

type SelectFieldProps = {
  name: FieldOf<string>;
  label?: string;
  autoComplete: string;
  options: readonly string[];
  /** Added to each label, such as 年. */
  unit?: string;
  width?: 'short' | 'medium';
  isPart?: boolean;
  /** The label of the empty choice. */
  empty?: string;
};

/** A list. If the current value is not among the options, it is added. */
export const SelectField = memo(function SelectField(props: SelectFieldProps) {
  const { name, label, options, unit, width, isPart, empty = '選択', ...attributes } = props;
  const { change } = useFieldActions();
  const value = useFormValue(name);
  const choices = value === '' || options.includes(value) ? options : [value, ...options];
  return (
    <Field name={name} label={label} width={width} isPart={isPart}>
      {(control) => (
        <select
          className="control control-select"
          {...attributes}
          {...control}
          value={value}
          onChange={(event) => change({ name, value: event.target.value })}
        >
          <option value="">{empty}</option>
          <Options choices={choices} unit={unit} />
        </select>
      )}
    </Field>
  );
});

import { memo } from 'react';
import type { NameField } from '../../signup/furigana.ts';
import { Field } from './Field.tsx';
import { useFieldActions } from './field-actions.ts';
import { isLeft } from './focus.ts';

type NameInputProps = {
  name: NameField;
  label: string;
  value: string;
  error: string | undefined;
  autoComplete: 'family-name' | 'given-name';
};

/** A part of the name. Tells the form what the Japanese keyboard composes, since the furigana comes from there. */
export const NameInput = memo(function NameInput({
  name,
  label,
  value,
  error,
  autoComplete,
}: NameInputProps) {
  const { change, blur, compose } = useFieldActions();
  return (
    <Field name={name} label={label} error={error}>
      {(control) => (
        <input
          type="text"
          className="control"
          enterKeyHint="next"
          autoComplete={autoComplete}
          spellCheck={false}
          {...control}
          value={value}
          onChange={(event) => change({ name, value: event.target.value })}
          onCompositionStart={() => compose(name, { type: 'compositionstart' })}
          onCompositionUpdate={({ data }) => compose(name, { type: 'compositionupdate', data })}
          onCompositionEnd={({ data, currentTarget }) =>
            compose(name, { type: 'compositionend', data, value: currentTarget.value })
          }
          onBlur={(event) => isLeft(event) && blur(name)}
        />
      )}
    </Field>
  );
});

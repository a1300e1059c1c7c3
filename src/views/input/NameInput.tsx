import { memo } from 'react';
import type { NameEvent, NameField } from '../../signup/furigana.ts';
import { Field } from './Field.tsx';
import { useFieldActions, useFormValue } from './field-actions.ts';
import { isLeft } from './focus.ts';

type NameInputProps = { name: NameField; autoComplete: 'family-name' | 'given-name' };

/** A part of the name. Sends its composition events, from which the furigana is taken. */
export const NameInput = memo(function NameInput({ name, autoComplete }: NameInputProps) {
  const value = useFormValue(name);
  const { actor, change, blur } = useFieldActions();
  const compose = (event: NameEvent) => actor.send({ type: 'name.composed', name, event });
  return (
    <Field name={name}>
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
          onCompositionStart={() => compose({ type: 'compositionstart' })}
          onCompositionUpdate={({ data }) => compose({ type: 'compositionupdate', data })}
          onCompositionEnd={({ data, currentTarget }) =>
            compose({ type: 'compositionend', data, value: currentTarget.value })
          }
          onBlur={(event) => isLeft(event) && blur(name)}
        />
      )}
    </Field>
  );
});

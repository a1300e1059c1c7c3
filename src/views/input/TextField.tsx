import { type InputHTMLAttributes, memo, type ReactNode, useState } from 'react';
import type { FieldOf } from '../../signup/form.ts';
import type { NameEvent } from '../../signup/furigana.ts';
import { LiveRegion } from '../shell/LiveRegion.tsx';
import { type ControlProps, Field } from './Field.tsx';
import { useFieldActions } from './field-actions.ts';
import { useFormValue } from './field-values.ts';

type InputProps = InputHTMLAttributes<HTMLInputElement>;

type TextFieldProps = Pick<InputProps, 'type' | 'inputMode' | 'lang' | 'autoCapitalize' | 'spellCheck'> & {
  name: FieldOf<string>;
  autoComplete: string;
  hint?: string;
  width?: 'short' | 'medium';
  /** A unit after the control. Pass the same node each time, or the row renders at every key. */
  suffix?: ReactNode;
  /** A note below the control, announced by screen readers. Absent for fields that never have one. */
  status?: string;
  /** Shown below the control. Pass the same function each time. */
  below?: (control: ControlProps, isEditing: boolean) => ReactNode;
};

/**
 * A text field. Memoised, so that a key renders only its own row. During a composition it shows the composed text and
 * ignores changes of the value, because writing into a composition doubles it.
 */
export const TextField = memo(function TextField(props: TextFieldProps) {
  const { name, hint, width, suffix, status, below, ...attributes } = props;
  const { actor, change } = useFieldActions();
  const value = useFormValue(name);
  const [composed, setComposed] = useState<string | null>(null);
  /** The furigana is taken from the compositions of a name. */
  const follow = (event: NameEvent) => {
    if (name === 'lastName' || name === 'firstName') actor.send({ type: 'name.composed', name, event });
  };
  return (
    <Field name={name} hint={hint} width={width} tellsEditing={below !== undefined}>
      {(control, isEditing) => (
        <>
          <span className="control-line">
            <input
              type="text"
              className="control"
              enterKeyHint="next"
              {...attributes}
              {...control}
              value={composed ?? value}
              onChange={({ target }) => {
                if (composed !== null) setComposed(target.value);
                change({ name, value: target.value });
              }}
              onCompositionStart={({ currentTarget }) => {
                setComposed(currentTarget.value);
                follow({ type: 'compositionstart' });
              }}
              onCompositionUpdate={({ data }) => follow({ type: 'compositionupdate', data })}
              onCompositionEnd={({ data, currentTarget: { value: ended } }) => {
                setComposed(null);
                follow({ type: 'compositionend', data, value: ended });
                if (ended !== composed) change({ name, value: ended });
              }}
            />
            {suffix}
          </span>
          {status !== undefined && <LiveRegion className="field-status">{status}</LiveRegion>}
          {below?.(control, isEditing)}
        </>
      )}
    </Field>
  );
});

import { type InputHTMLAttributes, memo, type ReactNode, useRef, useState } from 'react';
import type { FieldOf } from '../../../signup/form.ts';
import { isNameField, type NameEvent } from '../../../signup/profile/furigana.ts';
import { LiveRegion } from '../../shared/LiveRegion.tsx';
import { useFormValue } from '../field-values.ts';
import { useFieldActions } from '../input-form.ts';
import { type ControlProps, Field } from './Field.tsx';

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
  const { change } = useFieldActions();
  const value = useFormValue(name);
  const [composed, setComposed] = useState<string | null>(null);
  /** What a Japanese keyboard has done since the last change: the furigana of a name follows it. */
  const untold = useRef<NameEvent[]>([]);
  const tell = (text: string) => change({ name, value: text }, untold.current.splice(0));
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
                tell(target.value);
              }}
              onCompositionStart={({ currentTarget }) => {
                setComposed(currentTarget.value);
                untold.current.push({ type: 'compositionstart' });
              }}
              onCompositionUpdate={({ data }) =>
                void untold.current.push({ type: 'compositionupdate', data })
              }
              onCompositionEnd={({ data, currentTarget: { value: ended } }) => {
                setComposed(null);
                untold.current.push({ type: 'compositionend', data, value: ended });
                // Sending the same text again would undo an address that was filled in meanwhile; furigana needs each end.
                if (isNameField(name) || ended !== composed) tell(ended);
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

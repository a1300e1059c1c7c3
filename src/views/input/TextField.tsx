import { type InputHTMLAttributes, memo, type ReactNode, useState } from 'react';
import { Field } from './Field.tsx';
import { type TextName, useFieldActions, useFormValue } from './field-actions.ts';
import { isLeft } from './focus.ts';

type TextFieldProps = {
  name: TextName;
  autoComplete: string;
  hint?: string;
  width?: 'short' | 'medium';
  type?: 'text' | 'tel';
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  lang?: string;
  /** Switches automatic capitals and the spelling check off. */
  isVerbatim?: boolean;
  /** A unit after the control. Pass the same node each time, or the row renders at every key. */
  suffix?: ReactNode;
  /** A note below the control, announced by screen readers. Absent for fields that never have one. */
  status?: string;
};

/**
 * A text field. Memoised, so that a key renders only its own row. During a composition it shows the composed text and
 * ignores changes of the value, because writing into a composition doubles it.
 */
export const TextField = memo(function TextField(props: TextFieldProps) {
  const { name, hint, width, isVerbatim = false, suffix, status, ...attributes } = props;
  const { change, blur } = useFieldActions();
  const value = useFormValue(name);
  const [composed, setComposed] = useState<string | null>(null);
  return (
    <Field name={name} hint={hint} width={width}>
      {(control) => (
        <>
          <span className="control-line">
            <input
              type="text"
              className="control"
              enterKeyHint="next"
              autoCapitalize={isVerbatim ? 'none' : undefined}
              spellCheck={isVerbatim ? false : undefined}
              {...attributes}
              {...control}
              value={composed ?? value}
              onChange={({ target }) => {
                if (composed !== null) setComposed(target.value);
                change({ name, value: target.value });
              }}
              onCompositionStart={({ currentTarget }) => setComposed(currentTarget.value)}
              onCompositionEnd={({ currentTarget }) => {
                setComposed(null);
                if (currentTarget.value !== composed) change({ name, value: currentTarget.value });
              }}
              onBlur={(event) => isLeft(event) && blur(name)}
            />
            {suffix}
          </span>
          {status !== undefined && (
            <p className="field-status" role="status">
              {status}
            </p>
          )}
        </>
      )}
    </Field>
  );
});

import { type KeyboardEvent, memo, type ReactNode } from 'react';
import { isOptional, label as labelOf } from '../../signup/fields.ts';
import type { FieldName } from '../../signup/form.ts';
import { Bilingual } from './Bilingual.tsx';
import { useFieldError, useFormValue } from './field-actions.ts';
import { controlId } from './focus.ts';
import { useBubble } from './use-bubble.tsx';

/** The attributes that connect a control with its label, hint and bubble. */
export type ControlProps = {
  id: string;
  name: FieldName;
  required: boolean;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
};

type FieldProps = {
  name: FieldName;
  /** Default: the field's own label. */
  label?: string | undefined;
  hint?: string | undefined;
  /** The width of the control, a class in input.css. */
  width?: 'short' | 'medium' | undefined;
  /** Part of a group, whose legend has the badge. */
  isPart?: boolean | undefined;
  children: (control: ControlProps) => ReactNode;
};

/** Says whether a field is required. Screen readers get it from the control's `required` instead. */
export function Badge({ name }: { name: FieldName }) {
  return isOptional(name) ? (
    <span className="badge">任意</span>
  ) : (
    <span className="badge badge-required" aria-hidden="true">
      必須
    </span>
  );
}

/** One row of the form: label, hint and bubble above the control. */
export function Field(props: FieldProps) {
  const isOverseas = useFormValue('expatriate');
  return (
    <Row {...props} label={props.label ?? labelOf(props.name, isOverseas)} {...useFieldError(props.name)} />
  );
}

type RowProps = FieldProps & { error: string | undefined; attempt: unknown };

const Row = memo(function Row(props: RowProps) {
  const { name, label = '', hint, error, attempt, width, isPart = false, children } = props;
  const bubble = useBubble(name, error, attempt);
  const hintId = hint ? `hint-${name}` : undefined;
  const describedBy = [bubble.id, hintId].filter(Boolean).join(' ');
  return (
    <div className={width ? `field field-${width}` : 'field'}>
      <label className="field-label" htmlFor={controlId(name)}>
        <Bilingual text={label} />
        {!isPart && <Badge name={name} />}
      </label>
      {hint && (
        <p id={hintId} className="field-hint">
          {hint}
        </p>
      )}
      {children({
        id: controlId(name),
        name,
        required: !isOptional(name),
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': describedBy || undefined,
        onKeyDown: bubble.onKeyDown,
      })}
      {bubble.node}
    </div>
  );
});

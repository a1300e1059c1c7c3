import { type FocusEvent, type KeyboardEvent, memo, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { isOptional, label as labelOf } from '../../../signup/fields.ts';
import type { FieldName } from '../../../signup/form.ts';
import { Bilingual } from '../../shared/Bilingual.tsx';
import { useFieldError } from '../field-errors.ts';
import { useFormValue } from '../field-values.ts';
import { controlId } from '../focus.ts';
import { useFieldActions } from '../input-form.ts';
import { isComposing } from './composing.ts';
import { type DescribedField, useDescription } from './use-description.tsx';

/** The attributes that connect a control with its field. */
export type ControlProps = {
  id: string;
  name: FieldName;
  'aria-required': true | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onBlur: (event: FocusEvent) => void;
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
  /** Whether `children` asks for `isEditing`, which costs two more renders. */
  tellsEditing?: boolean | undefined;
  /** `isEditing`: the donor has changed the field and not left it since. */
  children: (control: ControlProps, isEditing: boolean) => ReactNode;
};

/** Says whether a field is required. Screen readers get it from the control's `aria-required` instead. */
export function Badge({ name }: { name: FieldName }) {
  return isOptional(name) ? (
    <span className="badge">任意</span>
  ) : (
    <span className="badge badge-required" aria-hidden="true">
      必須
    </span>
  );
}

/** One row of the form. The bubble stands above the control. */
export function Field(props: FieldProps) {
  const isOverseas = useFormValue('expatriate');
  return (
    <Row {...props} label={props.label ?? labelOf(props.name, isOverseas)} {...useFieldError(props.name)} />
  );
}

type RowProps = FieldProps & DescribedField;

const Row = memo(function Row(props: RowProps) {
  const { name, label, error, width, isPart = false, tellsEditing, children } = props;
  const { blur } = useFieldActions();
  const [isEditing, setIsEditing] = useState(false);
  const description = useDescription(props);
  const isWrong = error !== undefined;
  const [wasWrong, setWasWrong] = useState(isWrong);
  const [isCorrecting, setIsCorrecting] = useState(false);
  if (wasWrong !== isWrong) {
    setWasWrong(isWrong);
    setIsCorrecting(!isWrong && document.activeElement?.id === controlId(name));
  }
  const control: ControlProps = {
    id: controlId(name),
    name,
    // Not `required`: Firefox calls an empty required control invalid before anything was checked (decision 31).
    'aria-required': isOptional(name) ? undefined : true,
    'aria-invalid': error === undefined ? undefined : true,
    // Screen readers read a description that changes: at the key that corrects an error, they would read the hint again.
    'aria-describedby': isCorrecting ? undefined : description.ids,
    onKeyDown: (event) => {
      description.onKeyDown(event);
      // Renders what `children` shows after the editing, so that Tab can reach it.
      if (event.key === 'Tab' && isEditing && !isComposing(event)) flushSync(() => setIsEditing(false));
    },
    onBlur: ({ target }) => {
      setIsCorrecting(false);
      // Leaving the window fires it too, but the field stays the active element: the donor has not left it.
      if (document.activeElement !== target) void blur(name).then(() => setIsEditing(false));
    },
  };
  return (
    <div
      className={width ? `field field-${width}` : 'field'}
      onInput={() => tellsEditing && setIsEditing(true)}
    >
      <label className="field-label" htmlFor={controlId(name)}>
        <Bilingual text={label} />
        {!isPart && <Badge name={name} />}
      </label>
      {description.hint}
      {children(control, isEditing)}
      {description.bubble}
    </div>
  );
});

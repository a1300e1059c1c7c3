import { useSelector } from '@xstate/react';
import { useField, useFormikContext } from 'formik';
import { label } from '../../signup/fields.ts';
import type { FieldName } from '../../signup/form.ts';
import { useFormValue } from './field-values.ts';
import { type Checked, markedFields, useFieldActions } from './input-form.ts';

/**
 * A field's error, and the number of attempts to continue. It renders at every error of any field, so use it in a small
 * component. An error goes as soon as its field is valid, and does not turn into another while the donor corrects it.
 */
export function useFieldError(name: FieldName): { error: string | undefined; attempt: number } {
  const [, { touched, error }] = useField(name);
  const { submitCount } = useFormikContext();
  const shown = touched ? error : undefined;
  return { error: shown, attempt: shown === undefined ? 0 : submitCount };
}

/**
 * The errors of the last attempt to continue that are still shown, in the order of the screen. `isCorrected`: no error is left in
 * the form. A new one is in the list only after the next attempt, since a longer list would move the form.
 */
export function useFieldErrorsLeft() {
  const checked: Checked = useFormikContext();
  const { actor } = useFieldActions();
  const wrongFields = useSelector(actor, ({ context }) => context.wrongFields);
  const isOverseas = useFormValue('expatriate');
  const left = markedFields(wrongFields, checked).map((name) => ({
    name,
    label: label(name, isOverseas),
    message: checked.errors[name],
  }));
  return { left, wrongFields, isCorrected: Object.keys(checked.errors).length === 0 };
}

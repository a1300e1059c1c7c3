import { shallowEqual, useSelector } from '@xstate/react';
import { useFormikContext } from 'formik';
import { inputFields, label } from '../../signup/fields.ts';
import type { FieldName } from '../../signup/form.ts';
import type { FieldErrors } from '../../signup/schema.ts';
import type { SignupActor } from '../signup-actor.ts';

type Checked = { touched: Partial<Record<FieldName, boolean>>; errors: FieldErrors };

/** Those of the fields that were wrong at the last attempt to continue, and still are, with a bubble. */
export const stillWrong = (
  shown: readonly FieldName[],
  wrongFields: readonly FieldName[],
  { touched, errors }: Checked,
): FieldName[] => shown.filter((name) => wrongFields.includes(name) && touched[name] && errors[name]);

/**
 * The errors that the donor has still to correct, each with its bubble, and all fields, in the order of the screen. New
 * errors count only at the next attempt to continue; `isComplete` tells whether there are any.
 */
export function useFieldErrorsLeft(actor: SignupActor) {
  const checked: Checked = useFormikContext();
  const found = useSelector(actor, ({ context }) => context.wrongFields);
  const isOverseas = useSelector(actor, ({ context }) => context.form.expatriate);
  const shown: readonly FieldName[] = useSelector(
    actor,
    ({ context: { form, card } }) => inputFields(form, card !== null),
    // A key changes neither.
    shallowEqual,
  );
  const left = stillWrong(shown, found, checked).map((name) => ({
    name,
    label: label(name, isOverseas),
    message: checked.errors[name],
  }));
  return { left, found, shown, isComplete: shown.every((name) => !checked.errors[name]) };
}

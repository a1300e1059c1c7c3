import { shallowEqual, useSelector } from '@xstate/react';
import { useFormikContext } from 'formik';
import { inputFields, label } from '../../signup/fields.ts';
import type { FieldName } from '../../signup/form.ts';
import type { FieldErrors } from '../../signup/schema.ts';
import type { SignupActor } from '../signup-actor.ts';

/**
 * The errors that the donor has still to correct, each with its bubble, and all fields, in the order of the screen. New
 * errors count only at the next attempt to continue; `isComplete` tells whether there are any.
 */
export function useFieldErrorsLeft(actor: SignupActor) {
  const { errors, touched }: { errors: FieldErrors; touched: Partial<Record<FieldName, boolean>> } =
    useFormikContext();
  const found = useSelector(actor, ({ context }) => context.wrongFields);
  const isOverseas = useSelector(actor, ({ context }) => context.form.expatriate);
  const shown: readonly FieldName[] = useSelector(
    actor,
    ({ context: { form, card } }) => inputFields(form, card !== null),
    // A key changes neither.
    shallowEqual,
  );
  const left = shown.flatMap((name) => {
    const message = found.includes(name) && touched[name] && errors[name];
    return message ? [{ name, label: label(name, isOverseas), message }] : [];
  });
  return { left, found, shown, isComplete: shown.every((name) => !errors[name]) };
}

import { useSelector } from '@xstate/react';
import { useFormikContext } from 'formik';
import type { FieldError } from '../../machines/signup-parts.ts';
import { inputFields, isOptional } from '../../signup/fields.ts';
import { isFormField } from '../../signup/form.ts';
import type { InputValues } from '../../signup/schema.ts';
import type { SignupActor } from '../signup-actor.ts';

type FieldErrorsLeft = {
  /** The errors of the last attempt to continue that are not corrected, in the order of the screen. */
  left: readonly FieldError[];
  /** How many errors that attempt found. */
  found: number;
  /** The fields that the screen shows, in their order. */
  shown: readonly string[];
};

/** The errors that the donor has still to correct. New errors count only at the next attempt to continue. */
export function useFieldErrorsLeft(actor: SignupActor): FieldErrorsLeft {
  const { errors, values } = useFormikContext<InputValues>();
  const fieldErrors = useSelector(actor, ({ context }) => context.fieldErrors);
  // Joined to texts, so that a key that changes neither does not render.
  const shown = useSelector(actor, ({ context: { form, card } }) =>
    inputFields(form, card !== null).join(' '),
  );
  // Switching the address clears its fields' errors, but empty ones are still not corrected.
  const missing = useSelector(actor, ({ context: { form, card } }) =>
    inputFields(form, card !== null)
      .filter((name) => !isOptional(name) && (isFormField(name) ? form[name] : values[name]) === '')
      .join(' '),
  );
  const wrong = [...Object.keys(errors), ...missing.split(' ')];
  return {
    left: fieldErrors.filter(({ name }) => wrong.includes(name)),
    found: fieldErrors.length,
    shown: shown.split(' '),
  };
}

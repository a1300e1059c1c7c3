import { useSelector } from '@xstate/react';
import { useFormikContext } from 'formik';
import type { FieldError } from '../../machines/signup-parts.ts';
import { inputFields, isOptional } from '../../signup/fields.ts';
import { isFormField } from '../../signup/form.ts';
import type { InputValues } from '../../signup/schema.ts';
import type { SignupActor } from '../signup-actor.ts';

type FieldErrorsLeft = {
  /** What the last attempt to go on has found and is still wrong, in the order of the screen. */
  left: readonly FieldError[];
  /** How many it has found. */
  found: number;
  /** The fields that the screen shows, in their order. */
  shown: readonly string[];
};

/** How far the donor is with mending. Nothing new is looked for: that is the next attempt's. */
export function useFieldErrorsLeft(actor: SignupActor): FieldErrorsLeft {
  const { errors, values } = useFormikContext<InputValues>();
  const fieldErrors = useSelector(actor, ({ context }) => context.fieldErrors);
  // Both joined, so that a key that changes neither draws nothing.
  const shown = useSelector(actor, ({ context: { form, card } }) =>
    inputFields(form, card !== null).join(' '),
  );
  // An address in its other shape has lost its errors, but is not mended by that.
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

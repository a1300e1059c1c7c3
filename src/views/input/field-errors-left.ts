import { shallowEqual, useSelector } from '@xstate/react';
import { useFormikContext } from 'formik';
import { inputFields } from '../../signup/fields.ts';
import type { SignupActor } from '../signup-actor.ts';

/**
 * The errors that the donor has still to correct, and all fields, in the order of the screen. New errors count only at the
 * next attempt to continue.
 */
export function useFieldErrorsLeft(actor: SignupActor) {
  const { errors } = useFormikContext<object>();
  const found = useSelector(actor, ({ context }) => context.fieldErrors);
  const shown: readonly string[] = useSelector(
    actor,
    ({ context: { form, card } }) => inputFields(form, card !== null),
    // A key changes neither.
    shallowEqual,
  );
  const left = shown.flatMap((shownName) =>
    found.filter(({ name }) => name === shownName && Object.hasOwn(errors, name)),
  );
  return { left, found: found.length, shown };
}

import { useFormik } from 'formik';
import { useInsertionEffect, useRef, useState } from 'react';
import type { CardSecrets } from '../../signup/card-secrets.ts';
import { inputFields } from '../../signup/fields.ts';
import { type FieldErrors, validateForm } from '../../signup/schema.ts';
import type { SignupActor } from '../signup-actor.ts';
import { createFieldActions, forRules, touchedFields } from './field-actions.ts';

/**
 * Formik beside the chart (decision 28): Formik holds the errors and the touched fields, and submits.
 * @returns Formik, and the functions that the controls call; these never change
 */
export function useInputForm(actor: SignupActor, secrets: CardSecrets) {
  const findErrors = (): FieldErrors => validateForm(...forRules(actor, secrets));
  const [initial] = useState(() => {
    const { wrongFields } = actor.getSnapshot().context;
    // A form that is drawn again has its errors at once.
    const isDrawnAgain = wrongFields.length > 0;
    return { initialTouched: touchedFields(wrongFields), initialErrors: isDrawnAgain ? findErrors() : {} };
  });
  const formik = useFormik<object>({
    ...initial,
    initialStatus: '',
    initialValues: {},
    validateOnBlur: false,
    validateOnChange: false,
    /** Formik calls it once for each press, before it shows what was found. */
    validate: () => {
      const errors = findErrors();
      const { form } = actor.getSnapshot().context;
      const wrongFields = inputFields(form, false).filter((name) => errors[name]);
      // If rendering the bubbles fails, the new page learns from the chart which to show.
      if (wrongFields.length > 0) actor.send({ type: 'input.rejected', wrongFields, at: Date.now() });
      return errors;
    },
    onSubmit: () => actor.send({ type: 'input.confirmed', at: Date.now() }),
  });
  const latest = useRef(formik);
  const [actions] = useState(() => createFieldActions(actor, secrets, latest));
  // An insertion effect runs before the rows' layout effects, which read it.
  useInsertionEffect(() => {
    latest.current = formik;
  });
  return { formik, actions };
}

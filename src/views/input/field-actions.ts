import { useField, useFormikContext } from 'formik';
import { createContext, useContext, useLayoutEffect, useState } from 'react';
import { normaliseField } from '../../signup/fields.ts';
import type { FieldName, FormField, SignupForm } from '../../signup/form.ts';
import type { FieldActions } from './use-input-form.ts';

/** The chart and the functions that the form's controls call. They stay the same while the form is on screen. */
export const FieldActionsContext = createContext<FieldActions | null>(null);

export function useFieldActions(): FieldActions {
  const actions = useContext(FieldActionsContext);
  if (!actions) throw new Error('A field stands outside of the form');
  return actions;
}

/**
 * A field's value; renders only when it changes. Not `useSelector`: that subscribes later, and React would undo what was
 * typed before.
 */
export function useFormValue<Name extends FormField>(name: Name): SignupForm[Name] {
  const { actor } = useFieldActions();
  const [value, setValue] = useState(() => actor.getSnapshot().context.form[name]);
  useLayoutEffect(() => {
    let last: SignupForm[Name] | undefined;
    // Runs at every key in any field, so it sets the state only if this field's value has changed.
    const draw = () => {
      const now = actor.getSnapshot().context.form[name];
      if (now !== last) setValue(now);
      last = now;
    };
    draw();
    const subscription = actor.subscribe(draw);
    return () => subscription.unsubscribe();
  }, [actor, name]);
  return value;
}

/** The amount, as it will be once the donor has left its field, and the payment method. */
export function useAmountAndMethod() {
  const price = useFormValue('price');
  const priceOther = normaliseField('priceOther', useFormValue('priceOther'));
  return { price, priceOther, paymentMethod: useFormValue('paymentMethod') };
}

/**
 * A field's error, and the number of attempts to continue. It renders at every error of any field, so use it in a small
 * component. An error goes as soon as its field is valid, and does not turn into another while the donor corrects it.
 */
export function useFieldError(name: FieldName): { error: string | undefined; attempt: number } {
  const { isValid } = useFieldActions();
  const [, { touched, error }, { setError }] = useField(name);
  const { submitCount } = useFormikContext();
  const shown = touched ? error : undefined;
  useLayoutEffect(() => {
    if (shown !== undefined && isValid(name)) setError(undefined);
  });
  return { error: shown, attempt: shown === undefined ? 0 : submitCount };
}

import { useCallback, useLayoutEffect, useState } from 'react';
import { normaliseField } from '../../signup/fields.ts';
import type { CardEntry, FormField, SignupForm } from '../../signup/form.ts';
import { useFieldActions } from './input-form.ts';

type Subscribe = (listener: () => void) => () => void;

/**
 * A value, rendered when it changes. Not `useSyncExternalStore`, which `useSelector` uses: that subscribes later, and
 * React would undo what was typed before. Both functions must stay the same.
 */
function useLive<Value extends string | boolean>(read: () => Value, subscribe: Subscribe): Value {
  const [value, setValue] = useState(read);
  useLayoutEffect(() => {
    let last: Value | undefined;
    // Runs at every key in any field, so it sets the state only if this value has changed.
    const update = () => {
      const now = read();
      if (now !== last) setValue(now);
      last = now;
    };
    update();
    return subscribe(update);
  }, [read, subscribe]);
  return value;
}

/** The value of a field that the chart keeps. */
export function useFormValue<Name extends FormField>(name: Name): SignupForm[Name] {
  const { actor } = useFieldActions();
  const read = useCallback(() => actor.getSnapshot().context.form[name], [actor, name]);
  const subscribe = useCallback<Subscribe>(
    (listener) => {
      const subscription = actor.subscribe(listener);
      return () => subscription.unsubscribe();
    },
    [actor],
  );
  return useLive(read, subscribe);
}

/** The value of a field that holds a secret of the card. */
export function useCardSecret(name: keyof CardEntry): string {
  const { secrets } = useFieldActions();
  const read = useCallback(() => secrets.read()[name], [secrets, name]);
  return useLive(read, secrets.subscribe);
}

/** The amount, as it will be once the donor has left its field, and the payment method. */
export function useAmountAndMethod() {
  const price = useFormValue('price');
  const priceOther = normaliseField('priceOther', useFormValue('priceOther'));
  return { price, priceOther, paymentMethod: useFormValue('paymentMethod') };
}

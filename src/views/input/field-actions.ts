import { useField, useFormikContext } from 'formik';
import { createContext, useContext, useLayoutEffect, useState } from 'react';
import type { FieldName, FormField, SignupForm } from '../../signup/form.ts';
import type { FieldActions } from './use-input-form.ts';

type FieldsOf<Value> = {
  [Name in FormField]: [Value, SignupForm[Name]] extends [SignupForm[Name], Value] ? Name : never;
}[FormField];

/** The fields that hold any text; a list of radios has a type of its own. */
export type TextName = FieldsOf<string>;
/** The fields with a box to tick. */
export type CheckName = FieldsOf<boolean>;

/** The chart, and what the controls of the form tell it through: the same as long as the form is on screen. */
export const FieldActionsContext = createContext<FieldActions | null>(null);

export function useFieldActions(): FieldActions {
  const actions = useContext(FieldActionsContext);
  if (!actions) throw new Error('A field stands outside of the form');
  return actions;
}

/**
 * A field's value, to be drawn when it changes and only then. Listened to from the first drawing on: `useSelector`
 * begins once React is at rest, and what was typed until then React would take back.
 */
export function useFormValue<Name extends FormField>(name: Name): SignupForm[Name] {
  const { actor } = useFieldActions();
  const [value, setValue] = useState(() => actor.getSnapshot().context.form[name]);
  useLayoutEffect(() => {
    let last: SignupForm[Name] | undefined;
    // Told of every key in any field: only news reach React.
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

/**
 * What is wrong with a field, and at which attempt to go on. All rows hear of every error, so a memoised part draws it. An
 * error goes as soon as its field is right, and never turns into another one while the field is being mended.
 */
export function useFieldError(name: FieldName): { error: string | undefined; attempt: number } {
  const { isRight } = useFieldActions();
  const [, { touched, error }, { setError }] = useField(name);
  const { submitCount } = useFormikContext();
  const shown = touched ? error : undefined;
  useLayoutEffect(() => {
    if (shown !== undefined && isRight(name)) setError(undefined);
  });
  return { error: shown, attempt: shown === undefined ? 0 : submitCount };
}

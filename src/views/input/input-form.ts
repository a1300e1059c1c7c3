import { type FormikContextType, useFormik } from 'formik';
import { createContext, type RefObject, useContext, useInsertionEffect, useRef, useState } from 'react';
import type { CardSecrets } from '../../signup/card/card-secrets.ts';
import { isFresh } from '../../signup/card/kept-card.ts';
import { inputFields, label, normaliseForm } from '../../signup/fields.ts';
import { type FieldName, type InputChange, isFormField, isText } from '../../signup/form.ts';
import type { NameEvent } from '../../signup/profile/furigana.ts';
import { type FieldErrors, validateField, validateForm } from '../../signup/schema.ts';
import type { SignupActor } from '../signup-actor.ts';
import { pointerSettled } from './settled-pointer.ts';

const allCorrected = '修正が済みました。';

/** The choices after which an error of the amount is announced. */
const decidesAmount: readonly FieldName[] = ['price', 'paymentMethod'];

const touchedFields = (names: readonly FieldName[]) => Object.fromEntries(names.map((name) => [name, true]));

/** The arguments of `validateForm`: all values as they will be once their fields are left, and whether a card is kept. */
function forRules(actor: SignupActor, secrets: CardSecrets) {
  const { form, card } = actor.getSnapshot().context;
  return [{ ...normaliseForm(form), ...secrets.read() }, isFresh(card, Date.now())] as const;
}

export type Checked = { touched: Partial<Record<FieldName, boolean>>; errors: FieldErrors };

/** Those of the fields that were wrong at the last attempt to continue, and still are, with a bubble. */
export const stillWrong = (
  shown: readonly FieldName[],
  wrongFields: readonly FieldName[],
  { touched, errors }: Checked,
): FieldName[] => shown.filter((name) => wrongFields.includes(name) && touched[name] && errors[name]);

type FieldActions = ReturnType<typeof createFieldActions>;

/** What the controls of the input screen call. It never changes while the screen is shown. */
function createFieldActions(
  actor: SignupActor,
  secrets: CardSecrets,
  formik: Readonly<RefObject<FormikContextType<object>>>,
) {
  const context = () => actor.getSnapshot().context;

  /** What the donor has changed and not left since: only these fields' errors are announced (decision 31). */
  const edited = new Set<FieldName>();
  /** How many errors are left, as the donor was told last. */
  let told = context().wrongFields.length;

  const errorsLeft = (errors: FieldErrors): number => {
    const { form, card, wrongFields } = context();
    const { touched } = formik.current;
    return stillWrong(inputFields(form, card !== null), wrongFields, { touched, errors }).length;
  };

  /** Says a sentence to screen readers. */
  const announce = (sentence: string) => {
    if (formik.current.status !== sentence) formik.current.setStatus(sentence);
  };

  /**
   * Touches `names`, and shows the errors of all touched fields. With `isTold` it announces the first of `names` that has an
   * error, or how many errors of the last attempt are left.
   */
  const showErrors = (names: FieldName[], isTold: boolean) => {
    for (const name of names) void formik.current.setFieldTouched(name, true, false);
    const errors: FieldErrors = validateForm(...forRules(actor, secrets));
    formik.current.setErrors(errors);
    const wrong = names.find((name) => errors[name]);
    if (!isTold) return;
    const left = errorsLeft(errors);
    if (wrong) announce(`${label(wrong, context().form.expatriate)}：${errors[wrong]}`);
    else if (left !== told) announce(left === 0 ? allCorrected : `残り${left}件です。`);
    told = left;
  };

  return {
    actor,
    secrets,
    announce,
    /** Removes the error of a field that is valid by now. That all are is told at once; how many are left, once a field is left. */
    clearCorrected: (name: FieldName) => {
      if (validateField(name, ...forRules(actor, secrets)) !== undefined) return;
      formik.current.setFieldError(name, undefined);
      if (told === 0 || errorsLeft(validateForm(...forRules(actor, secrets))) > 0) return;
      announce(allCorrected);
      told = 0;
    },
    /** `composed`: what a Japanese keyboard has done since the field's last change. */
    change: (change: InputChange, composed: readonly NameEvent[] = []) => {
      edited.add(change.name);
      announce('');
      if (change.name === 'cardNum' || change.name === 'securityCode')
        return secrets.write(change.name, change.value);
      actor.send({ type: 'field.changed', change, composed });
      if (isText(change.name)) return;
      if (change.name === 'expatriate')
        for (const name in context().hiddenAddress) void formik.current.setFieldTouched(name, false, false);
      // The payment method decides the minimum amount. An empty free amount may have only just appeared: no error yet.
      const amounts: FieldName[] = context().form.priceOther === '' ? ['price'] : ['price', 'priceOther'];
      showErrors(amounts, decidesAmount.includes(change.name));
    },
    /** Normalises and validates a field that the donor has left. Resolves once that is done, never rejects. */
    blur: async (name: FieldName) => {
      const [{ submitCount }, { expatriate }] = [formik.current, context().form];
      const wasEdited = edited.delete(name);
      // An error would move the page under the press that left the field.
      await pointerSettled();
      if (isFormField(name)) actor.send({ type: 'field.left', name });
      // That press may have shown all errors, or given the field its other meaning.
      const isAnother = expatriate !== context().form.expatriate && name in context().hiddenAddress;
      if (formik.current.submitCount === submitCount && !isAnother) showErrors([name], wasEdited);
    },
    /** 入力内容を確認する: Formik looks at the rules, and the chart hears what it found. */
    submit: () => {
      announce('');
      edited.clear();
      formik.current.handleSubmit();
      const { form, card } = context();
      // Only those that are shown: the others must appear without an error.
      void formik.current.setTouched(touchedFields(inputFields(form, card !== null)), false);
      told = context().wrongFields.length;
    },
    /** 消去する */
    clear: () => {
      actor.send({ type: 'draft.cleared', at: Date.now() });
      formik.current.resetForm({ errors: {}, touched: {} });
      edited.clear();
      told = 0;
    },
  };
}

/**
 * Formik beside the chart (decision 28): Formik holds the errors and the touched fields, and submits. It holds no values:
 * the chart and the owner of the card's secrets do.
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

export const FieldActionsContext = createContext<FieldActions | null>(null);

export function useFieldActions(): FieldActions {
  const actions = useContext(FieldActionsContext);
  if (!actions) throw new Error('A field stands outside of the form');
  return actions;
}

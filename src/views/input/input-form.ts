import { type FormikContextType, useFormik } from 'formik';
import {
  createContext,
  type RefObject,
  useContext,
  useEffect,
  useInsertionEffect,
  useRef,
  useState,
} from 'react';
import type { CardSecrets } from '../../signup/card/card-secrets.ts';
import { isFresh } from '../../signup/card/kept-card.ts';
import { inputFields, label, normaliseForm } from '../../signup/fields.ts';
import { type FieldName, fieldNames, type InputChange, isFormField, isText } from '../../signup/form.ts';
import type { NameEvent } from '../../signup/profile/furigana.ts';
import { type FieldErrors, validateForm } from '../../signup/schema.ts';
import type { SignupActor, SignupSnapshot } from '../signup-actor.ts';
import { pointerSettled } from './settled-pointer.ts';

/** The choices after which an error of the amount is announced. */
const decidesAmount: readonly FieldName[] = ['price', 'paymentMethod'];

const touchedFields = (names: readonly FieldName[]) => Object.fromEntries(names.map((name) => [name, true]));

/** Whether a kept card is shown in place of the card fields. The chart forgets one that is too old to be sent. */
export const hasKeptCard = ({ context }: SignupSnapshot): boolean => context.card !== null;

/** Checks all values as they will be once their fields are left, by the rules of the fields that are shown. */
function check(actor: SignupActor, secrets: CardSecrets, isCardKept = hasKeptCard(actor.getSnapshot())) {
  const { form } = actor.getSnapshot().context;
  return {
    shown: inputFields(form, isCardKept),
    errors: validateForm({ ...normaliseForm(form), ...secrets.read() }, isCardKept),
  };
}

/** What is said of the errors of the last attempt, and once they are corrected but others have come up. */
export const corrections = {
  left: (count: number) => `残り${count}件`,
  done: '修正が済みました',
  check: '入力内容をご確認ください',
};

export type Checked = { touched: Partial<Record<FieldName, boolean>>; errors: FieldErrors };

/** Which of these fields show an error. */
export const markedFields = (names: readonly FieldName[], { touched, errors }: Checked): FieldName[] =>
  names.filter((name) => touched[name] && errors[name]);

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

  /** Announces a sentence to screen readers. */
  const announce = (sentence: string) => {
    if (sentence || formik.current.status) formik.current.setStatus(sentence);
  };

  /**
   * Touches `names`, and shows the errors of all touched fields. With `isTold` it announces the first of `names` that has an
   * error, or how many errors of the last attempt are left once one of them is corrected, or that none is left in the form.
   */
  const showErrors = (names: FieldName[], isTold: boolean) => {
    for (const name of names) void formik.current.setFieldTouched(name, true, false);
    const { errors } = check(actor, secrets);
    formik.current.setErrors(errors);
    if (!isTold) return;
    const { form, wrongFields } = context();
    const wrong = names.find((name) => errors[name]);
    const left = markedFields(wrongFields, { touched: formik.current.touched, errors }).length;
    const wasAsked = names.some((name) => wrongFields.includes(name));
    if (wrong) announce(`${label(wrong, form.expatriate)}：${errors[wrong]}`);
    else if (wasAsked && left > 0) announce(`${corrections.left(left)}です。`);
    else if (wasAsked && Object.keys(errors).length === 0) announce(`${corrections.done}。`);
  };

  return {
    actor,
    secrets,
    announce,
    /** Clears the errors of fields that have become valid, however they changed. */
    clearCorrected: () => {
      const marked = markedFields(fieldNames, formik.current);
      if (marked.length === 0) return;
      const { errors } = check(actor, secrets);
      for (const name of marked) if (!errors[name]) formik.current.setFieldError(name, undefined);
    },
    /** `composed`: what a Japanese keyboard has done since the field's last change. */
    change: (change: InputChange, composed: readonly NameEvent[] = []) => {
      edited.add(change.name);
      announce('');
      if (change.name === 'cardNum' || change.name === 'securityCode')
        return secrets.write(change.name, change.value);
      actor.send({ type: 'field.changed', change, composed });
      // A text is checked when it is left. Until then `clearCorrected`, at every change of the chart, takes its error away.
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
      // Meanwhile that press may have shown all errors, or switched the address that the field belongs to.
      const isAnother = expatriate !== context().form.expatriate && name in context().hiddenAddress;
      if (formik.current.submitCount === submitCount && !isAnother) showErrors([name], wasEdited);
    },
    /** 入力内容を確認する: Formik validates, and sends the result to the chart. */
    submit: () => {
      announce('');
      edited.clear();
      formik.current.handleSubmit();
      // Formik has no values, so submitting empties `touched`: set it again in the same task. Fields that appear later have no
      // error.
      void formik.current.setTouched(touchedFields(check(actor, secrets).shown), false);
    },
    /** 消去する */
    clear: () => {
      actor.send({ type: 'draft.cleared', at: Date.now() });
      formik.current.resetForm({ errors: {}, touched: {} });
      edited.clear();
    },
  };
}

/**
 * Formik beside the chart (decision 28): Formik holds the errors and the touched fields, and submits. It holds no values:
 * the chart and the owner of the card's secrets do.
 * @returns Formik, and the functions that the controls call; these never change
 */
export function useInputForm(actor: SignupActor, secrets: CardSecrets) {
  const [initial] = useState(() => {
    const { wrongFields } = actor.getSnapshot().context;
    // After the error boundary, the errors show straight away.
    const isRenderedAgain = wrongFields.length > 0;
    return {
      initialTouched: touchedFields(wrongFields),
      initialErrors: isRenderedAgain ? check(actor, secrets).errors : {},
    };
  });
  const formik = useFormik<object>({
    ...initial,
    initialStatus: '',
    initialValues: {},
    validateOnBlur: false,
    validateOnChange: false,
    /** Formik calls it once for each press, before it shows what was found. */
    validate: () => {
      // The chart forgets a card that is too old at this press (`forgetStaleCard`), so its fields count too.
      const isFreshCard = isFresh(actor.getSnapshot().context.card, Date.now());
      const { shown, errors } = check(actor, secrets, isFreshCard);
      const wrongFields = shown.filter((name) => errors[name]);
      // Formik sets them later: the summary would say for a moment that all is corrected.
      latest.current.setErrors(errors);
      // If rendering the bubbles fails, the error boundary's page takes the wrong fields from the chart.
      if (wrongFields.length > 0) actor.send({ type: 'input.rejected', wrongFields, at: Date.now() });
      return errors;
    },
    onSubmit: () => actor.send({ type: 'input.confirmed', at: Date.now() }),
  });
  const latest = useRef(formik);
  const [actions] = useState(() => createFieldActions(actor, secrets, latest));
  useInsertionEffect(() => {
    latest.current = formik;
  });
  useEffect(() => {
    const subscription = actor.subscribe(actions.clearCorrected);
    const unsubscribe = secrets.subscribe(actions.clearCorrected);
    return () => {
      subscription.unsubscribe();
      unsubscribe();
    };
  }, [actor, secrets, actions]);
  return { formik, actions };
}

export const FieldActionsContext = createContext<FieldActions | null>(null);

export function useFieldActions(): FieldActions {
  const actions = useContext(FieldActionsContext);
  if (!actions) throw new Error('A field stands outside of the form');
  return actions;
}

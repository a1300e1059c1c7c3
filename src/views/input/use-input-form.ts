import { type FormikContextType, useFormik } from 'formik';
import { type RefObject, useInsertionEffect, useRef, useState } from 'react';
import { isFresh } from '../../machines/signup-parts.ts';
import { inputFields, label, normaliseForm } from '../../signup/fields.ts';
import { type CardEntry, type FieldName, type InputChange, isFormField, isText } from '../../signup/form.ts';
import { type FieldErrors, validateField, validateForm } from '../../signup/schema.ts';
import type { SignupActor } from '../signup-actor.ts';
import { pointerSettled } from './settled-pointer.ts';

const emptyCard: CardEntry = { cardNum: '', securityCode: '' };

/** The choices after which an error of the amount is announced. */
const decidesAmount: readonly FieldName[] = ['price', 'paymentMethod'];

const touchedFields = (names: readonly FieldName[]) => Object.fromEntries(names.map((name) => [name, true]));

/** The values to validate: all as they will be normalised, so that an error goes before the donor leaves its field. */
function forRules(actor: SignupActor, entry: CardEntry) {
  const { form, card } = actor.getSnapshot().context;
  return [{ ...normaliseForm(form), ...entry }, card !== null] as const;
}

/**
 * Formik on the chart's values (decision 28): Formik holds the card's two secrets, the errors and the touched fields, and
 * submits; `validate` takes all other values from the chart.
 * @param card the secrets with which the form starts
 * @returns Formik, and the functions that the screen calls; these never change
 */
export function useInputForm(actor: SignupActor, card: CardEntry | null) {
  const validate = (entry: CardEntry) => validateForm(...forRules(actor, entry));
  const [initial] = useState(() => ({
    initialValues: card ?? emptyCard,
    // A form that is drawn again has its errors at once.
    initialTouched: touchedFields(actor.getSnapshot().context.wrongFields),
    initialErrors: card ? validate(card) : {},
  }));
  const formik = useFormik({
    ...initial,
    initialStatus: '',
    validateOnChange: false,
    validate,
    onSubmit: () => actor.send({ type: 'input.confirmed', at: Date.now() }),
  });
  const latest = useRef(formik);
  const [actions] = useState(() => createActions(actor, latest));
  // An insertion effect runs before the rows' layout effects, which read it.
  useInsertionEffect(() => {
    latest.current = formik;
  });
  return { formik, actions };
}

export type FieldActions = ReturnType<typeof createActions>;

function createActions(actor: SignupActor, formik: RefObject<FormikContextType<CardEntry>>) {
  const context = () => actor.getSnapshot().context;
  const toCheck = () => forRules(actor, formik.current.values);
  /** What the donor has changed and not left since: only these fields' errors are announced (decision 31). */
  const edited = new Set<FieldName>();

  /** Says a sentence to screen readers. */
  const announce = (sentence: string) => {
    if (formik.current.status !== sentence) formik.current.setStatus(sentence);
  };

  /** Touches `names`, shows the errors of all touched fields, and with `isTold` announces the first of `names` that has one. */
  const showErrors = async (names: FieldName[], isTold: boolean) => {
    for (const name of names) void formik.current.setFieldTouched(name, true, false);
    const errors: FieldErrors = await formik.current.validateForm();
    const wrong = names.find((name) => errors[name]);
    if (isTold && wrong) announce(`${label(wrong, context().form.expatriate)}：${errors[wrong]}`);
  };

  return {
    actor,
    announce,
    card: (): CardEntry => formik.current.values,
    isValid: (name: FieldName) => !validateField(name, ...toCheck()),
    change: (change: InputChange) => {
      edited.add(change.name);
      announce('');
      if (change.name === 'cardNum' || change.name === 'securityCode')
        return void formik.current.setFieldValue(change.name, change.value, false);
      actor.send({ type: 'field.changed', change });
      if (isText(change.name)) return;
      if (change.name === 'expatriate')
        for (const name in context().hiddenAddress) void formik.current.setFieldTouched(name, false, false);
      // The payment method decides the minimum amount. An empty free amount may have only just appeared: no error yet.
      const amounts: FieldName[] = context().form.priceOther === '' ? ['price'] : ['price', 'priceOther'];
      void showErrors(amounts, decidesAmount.includes(change.name));
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
      if (formik.current.submitCount === submitCount && !isAnother) await showErrors([name], wasEdited);
    },
    /** 入力内容を確認する */
    submit: () => {
      const { form, card: kept } = context();
      if (kept && !isFresh(kept, Date.now())) actor.send({ type: 'card.discarded' });
      const shown = inputFields(form, context().card !== null);
      const errors = validateForm(...toCheck());
      const wrongFields = shown.filter((name) => errors[name]);
      // Before Formik shows the bubbles: if rendering these fails, the new page learns from the chart which to show.
      if (wrongFields.length > 0) actor.send({ type: 'input.rejected', wrongFields });
      announce('');
      edited.clear();
      formik.current.handleSubmit();
      // Only those that are shown: the others must appear without an error.
      void formik.current.setTouched(touchedFields(shown), false);
    },
    /** 消去する */
    clear: () => {
      actor.send({ type: 'draft.cleared', at: Date.now() });
      formik.current.resetForm({ values: emptyCard, errors: {}, touched: {} });
    },
  };
}

import { type FormikTouched, useFormik } from 'formik';
import { type RefObject, useInsertionEffect, useRef, useState } from 'react';
import { isFresh } from '../../machines/signup-parts.ts';
import { inputFields, label, normaliseForm } from '../../signup/fields.ts';
import {
  type CardEntry,
  emptyForm,
  type FieldName,
  formFields,
  type InputChange,
  isFormField,
  isText,
} from '../../signup/form.ts';
import { type InputValues, validateField, validateForm } from '../../signup/schema.ts';
import type { SignupActor } from '../signup-actor.ts';
import { pointerSettled } from './settled-pointer.ts';

const emptyValues: InputValues = { ...emptyForm, cardNum: '', securityCode: '' };
/** The fields that mean something else in the other shape of the address. */
const ofBothAddresses: readonly FieldName[] = ['prefecture', 'city', 'street'];

const touching = (names: readonly FieldName[], isTouched = true): FormikTouched<InputValues> =>
  Object.fromEntries(names.map((name) => [name, isTouched]));

/**
 * Formik on top of the chart (decision 28): the chart owns what is typed, and `validate` takes it from there. Formik holds
 * the two secrets of the card, shows what is wrong with touched fields, and submits. Of its other values only the names
 * count: handed down with each key, they would draw all rows.
 * @param card the secrets that this form goes on with
 * @returns Formik, and the functions by which the screen tells the form; these never change
 */
export function useInputForm(actor: SignupActor, card: CardEntry | null) {
  const [initial] = useState(() => {
    const names = actor.getSnapshot().context.fieldErrors.map(({ name }) => name);
    const initialValues = { ...emptyValues, ...card };
    const initialErrors = names.length > 0 ? validate(actor, initialValues) : {};
    return { initialValues, initialErrors, initialTouched: touching(names), initialStatus: '' };
  });
  const formik = useFormik<InputValues>({
    ...initial,
    validateOnChange: false,
    validate: (values) => validate(actor, values),
    onSubmit: () => actor.send({ type: 'input.confirmed', at: Date.now() }),
  });
  const latest = useRef(formik);
  const [actions] = useState(() => createActions(actor, latest));
  // Before the rows ask, which do so in layout effects of theirs.
  useInsertionEffect(() => {
    latest.current = formik;
  });
  return { formik, actions };
}

function validate(actor: SignupActor, { cardNum, securityCode }: CardEntry) {
  const { form, card } = actor.getSnapshot().context;
  return validateForm({ ...form, cardNum, securityCode }, { cardOnFile: card !== null });
}

export type FieldActions = ReturnType<typeof createActions>;

function createActions(actor: SignupActor, formik: RefObject<ReturnType<typeof useFormik<InputValues>>>) {
  const context = () => actor.getSnapshot().context;
  /** All that stands in the form. */
  const values = (): InputValues => ({ ...formik.current.values, ...context().form });

  /** Shows what is wrong with the touched fields, and says one of `names` to a screen reader. */
  const judge = async (touched: FormikTouched<InputValues>, names: readonly FieldName[]) => {
    const errors = (await formik.current.setTouched(touched)) ?? {};
    const wrong = names.find((name) => touched[name] && errors[name]);
    formik.current.setStatus(wrong ? `${label(wrong, context().form.expatriate)}：${errors[wrong]}` : '');
  };

  return {
    actor,
    values,
    isRight: (name: FieldName) => !validateField(name, values(), { cardOnFile: context().card !== null }),
    change: (change: InputChange) => {
      if (change.name === 'cardNum' || change.name === 'securityCode')
        return void formik.current.setFieldValue(change.name, change.value, false);
      actor.send({ type: 'field.changed', change });
      if (isText(change.name)) return;
      // A choice decides how much is enough; a free amount that has just been asked for is not wrong yet.
      const amount: FieldName[] = context().form.priceOther === '' ? ['price'] : ['price', 'priceOther'];
      const moved = change.name === 'expatriate' ? ofBothAddresses : [];
      void judge({ ...formik.current.touched, ...touching(amount), ...touching(moved, false) }, amount);
    },
    /** The donor has left the field: it is normalised and checked. Resolves once that is done, never rejects. */
    blur: async (name: FieldName) => {
      const [{ submitCount }, { expatriate }] = [formik.current, context().form];
      // Whatever is said of the field moves the page: it waits for the press that has left it.
      await pointerSettled();
      const isAnother = expatriate !== context().form.expatriate && ofBothAddresses.includes(name);
      if (formik.current.submitCount !== submitCount || isAnother) return;
      if (isFormField(name)) actor.send({ type: 'field.left', name });
      await judge({ ...formik.current.touched, [name]: true }, [name]);
    },
    /** 入力内容を確認する */
    goOn: () => {
      const { form, card: kept } = context();
      if (kept && !isFresh(kept, Date.now())) actor.send({ type: 'card.discarded' });
      // What is hidden is normalised too, and what was filled in without ever being left.
      const normalised = normaliseForm(form);
      for (const name of formFields)
        if (normalised[name] !== form[name]) actor.send({ type: 'field.left', name });
      const errors = validate(actor, values());
      const shown = inputFields(form, context().card !== null);
      const fieldErrors = shown.flatMap((name) => (errors[name] ? [{ name, message: errors[name] }] : []));
      // Before Formik draws it: a page that breaks at its bubbles is drawn again with what the chart knows.
      if (fieldErrors.length > 0) actor.send({ type: 'input.rejected', fieldErrors });
      formik.current.setStatus('');
      formik.current.handleSubmit();
      // Formik touches what is hidden, too: what a choice brings later has not been asked for yet.
      void formik.current.setTouched(touching(shown), false);
    },
    /** 消去する */
    clear: () => {
      actor.send({ type: 'draft.cleared', at: Date.now() });
      formik.current.resetForm({ values: emptyValues, errors: {}, touched: {} });
    },
  };
}

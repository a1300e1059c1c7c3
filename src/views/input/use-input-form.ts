import { type FormikTouched, useFormik } from 'formik';
import { type RefObject, useInsertionEffect, useRef, useState } from 'react';
import { isFresh } from '../../machines/signup-parts.ts';
import { inputFields, label, normaliseField, normaliseForm } from '../../signup/fields.ts';
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
/** The fields that home and overseas addresses share. */
const sharedAddressFields: readonly FieldName[] = ['prefecture', 'city', 'street'];

const touchedFields = (names: readonly FieldName[], isTouched = true): FormikTouched<InputValues> =>
  Object.fromEntries(names.map((name) => [name, isTouched]));

/**
 * Formik with the chart's values (decision 28): `validate` takes the values from the chart. Formik holds the card's two
 * secrets and the errors of touched fields, and submits. Its other values are placeholders: if they changed with each
 * key, all rows would render.
 * @param card the secrets with which the form starts
 * @returns Formik, and the functions that the screen calls; these never change
 */
export function useInputForm(actor: SignupActor, card: CardEntry | null) {
  const [initial] = useState(() => {
    const names = actor.getSnapshot().context.fieldErrors.map(({ name }) => name);
    const initialValues = { ...emptyValues, ...card };
    const initialErrors = names.length > 0 ? validate(actor, initialValues) : {};
    return { initialValues, initialErrors, initialTouched: touchedFields(names), initialStatus: '' };
  });
  const formik = useFormik<InputValues>({
    ...initial,
    validateOnChange: false,
    validate: (values) => validate(actor, values),
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

function validate(actor: SignupActor, { cardNum, securityCode }: CardEntry) {
  const { form, card } = actor.getSnapshot().context;
  return validateForm({ ...form, cardNum, securityCode }, { hasKeptCard: card !== null });
}

export type FieldActions = ReturnType<typeof createActions>;

function createActions(actor: SignupActor, formik: RefObject<ReturnType<typeof useFormik<InputValues>>>) {
  const context = () => actor.getSnapshot().context;
  /** The values of all fields: the secrets from Formik, the rest from the chart. */
  const values = (): InputValues => ({ ...formik.current.values, ...context().form });

  /** Touches `names`, shows the errors of all touched fields, and announces the first of `names` that has one. */
  const showErrors = async (names: readonly FieldName[]) => {
    for (const name of names) void formik.current.setFieldTouched(name, true, false);
    const errors = await formik.current.validateForm();
    const wrong = names.find((name) => errors[name]);
    formik.current.setStatus(wrong ? `${label(wrong, context().form.expatriate)}：${errors[wrong]}` : '');
  };

  return {
    actor,
    values,
    /** Whether a field's value is valid as it will be kept: nobody has to leave a field to see its error go. */
    isValid: (name: FieldName) => {
      const typed = values();
      const value = typed[name];
      const kept = isFormField(name) && typeof value === 'string' ? normaliseField(name, value) : value;
      return !validateField(name, { ...typed, [name]: kept }, { hasKeptCard: context().card !== null });
    },
    change: (change: InputChange) => {
      if (change.name === 'cardNum' || change.name === 'securityCode')
        return void formik.current.setFieldValue(change.name, change.value, false);
      actor.send({ type: 'field.changed', change });
      if (isText(change.name)) return;
      // The payment method decides the minimum amount. An empty free amount may have only just appeared: no error yet.
      const amount: FieldName[] = context().form.priceOther === '' ? ['price'] : ['price', 'priceOther'];
      if (change.name === 'expatriate')
        for (const name of sharedAddressFields) void formik.current.setFieldTouched(name, false, false);
      void showErrors(amount);
    },
    /** Normalises and validates a field that the donor has left. Resolves once that is done, never rejects. */
    blur: async (name: FieldName) => {
      const [{ submitCount }, { expatriate }] = [formik.current, context().form];
      // An error would move the page under the press that left the field.
      await pointerSettled();
      const isAnother = expatriate !== context().form.expatriate && sharedAddressFields.includes(name);
      if (formik.current.submitCount !== submitCount || isAnother) return;
      if (isFormField(name)) actor.send({ type: 'field.left', name });
      await showErrors([name]);
    },
    /** 入力内容を確認する */
    submit: () => {
      const { form, card: kept } = context();
      if (kept && !isFresh(kept, Date.now())) actor.send({ type: 'card.discarded' });
      // Also fields that are hidden, or were filled in and never left.
      const normalised = normaliseForm(form);
      for (const name of formFields)
        if (normalised[name] !== form[name]) actor.send({ type: 'field.left', name });
      const errors = validate(actor, values());
      const shown = inputFields(form, context().card !== null);
      const fieldErrors = shown.flatMap((name) => (errors[name] ? [{ name, message: errors[name] }] : []));
      // Before Formik shows the bubbles: if rendering these fails, the new page gets the errors from the chart.
      if (fieldErrors.length > 0) actor.send({ type: 'input.rejected', fieldErrors });
      formik.current.setStatus('');
      formik.current.handleSubmit();
      // Formik touches all fields. Untouch the hidden ones, which must appear without an error.
      void formik.current.setTouched(touchedFields(shown), false);
    },
    /** 消去する */
    clear: () => {
      actor.send({ type: 'draft.cleared', at: Date.now() });
      formik.current.resetForm({ values: emptyValues, errors: {}, touched: {} });
    },
  };
}

import { type FormikTouched, useFormik } from 'formik';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { isFresh } from '../../machines/signup-parts.ts';
import { inputFields, label, normaliseForm } from '../../signup/fields.ts';
import {
  type CardEntry,
  emptyForm,
  type FieldName,
  fieldNames,
  formFields,
  isFormField,
} from '../../signup/form.ts';
import { type InputValues, validateField, validateForm } from '../../signup/schema.ts';
import type { SignupActor } from '../signup-actor.ts';
import type { FieldActions } from './field-actions.ts';
import { pointerSettled } from './settled-pointer.ts';

export const noCard: CardEntry = { cardNum: '', securityCode: '' };

/** The fields that mean something else in the other shape of the address. */
const ofBothAddresses: readonly FieldName[] = ['prefecture', 'city', 'street'];
/** The choices that decide what is asked for and how much is enough. */
const decisive: readonly FieldName[] = ['price', 'paymentMethod', 'expatriate'];

const touching = (names: readonly FieldName[]): FormikTouched<InputValues> =>
  Object.fromEntries(names.map((name) => [name, true]));

/**
 * Formik on top of the chart (decision 28): the chart owns what is typed, and `validate` takes it from there. Formik holds
 * the two secrets of the card, shows what is wrong with touched fields, and submits. Of its other values only the names
 * count: handed down with each key, they would draw all rows.
 * @param card the secrets that this form goes on with
 * @returns Formik, and the functions by which the screen tells the form; these never change
 */
export function useInputForm(actor: SignupActor, card: CardEntry) {
  const validate = ({ cardNum, securityCode }: CardEntry) => {
    const { form, card: kept } = actor.getSnapshot().context;
    return validateForm({ ...form, cardNum, securityCode }, { cardOnFile: kept !== null });
  };
  const [initial] = useState(() => {
    const { form, fieldErrors } = actor.getSnapshot().context;
    const touched = touching(fieldErrors.map(({ name }) => name));
    return { values: { ...form, ...card }, touched, errors: fieldErrors.length > 0 ? validate(card) : {} };
  });
  const formik = useFormik<InputValues>({
    initialValues: initial.values,
    initialTouched: initial.touched,
    initialErrors: initial.errors,
    initialStatus: '',
    validateOnChange: false,
    validate,
    onSubmit: () => actor.send({ type: 'input.confirmed', at: Date.now() }),
  });
  const latest = useRef(formik);
  const [actions] = useState(() => createActions(actor, latest));
  useLayoutEffect(() => {
    latest.current = formik;
  });
  useLayoutEffect(() => {
    const subscription = actor.subscribe(actions.mendChanged);
    return () => subscription.unsubscribe();
  }, [actor, actions]);
  return { formik, actions };
}

type Latest = RefObject<ReturnType<typeof useFormik<InputValues>>>;

function createActions(actor: SignupActor, formik: Latest) {
  const context = () => actor.getSnapshot().context;
  const values = (): InputValues => {
    const { cardNum, securityCode } = formik.current.values;
    return { ...context().form, cardNum, securityCode };
  };
  let { form } = context();
  /** How often the whole form has been judged or cleared: all has been said of each field then. */
  let judgements = 0;

  /** Shows what is wrong with the touched fields, and says one of `names` to a screen reader. */
  const judge = async (touched: FormikTouched<InputValues>, names: readonly FieldName[]) => {
    formik.current.setTouched(touched, false);
    const errors = await formik.current.validateForm();
    const wrong = names.find((name) => touched[name] && errors[name]);
    formik.current.setStatus(wrong ? `${label(wrong, form.expatriate)}：${errors[wrong]}` : '');
  };

  /** An error goes as soon as its field is right, and never turns into another one while the field is being mended. */
  const mend = (name: FieldName, now: InputValues) => {
    const isWrong = () => validateField(name, now, { cardOnFile: context().card !== null }) !== undefined;
    if (formik.current.errors[name] !== undefined && !isWrong())
      formik.current.setFieldError(name, undefined);
  };

  /** What stays touched when a choice changes the form: of what was not on screen, only what was found wrong before. */
  const stillTouched = ({ form: before, card, fieldErrors }: ReturnType<typeof context>) => {
    const [shown, hasMoved] = [inputFields(before, card !== null), before.expatriate !== form.expatriate];
    return fieldNames.filter((name) => {
      if (hasMoved && ofBothAddresses.includes(name)) return false;
      if (fieldErrors.some((problem) => problem.name === name)) return true;
      return shown.includes(name) && formik.current.touched[name];
    });
  };

  return {
    actor,
    values,
    change: (change) => {
      if (change.name === 'cardNum' || change.name === 'securityCode') {
        formik.current.setFieldValue(change.name, change.value, false);
        return mend(change.name, { ...values(), [change.name]: change.value });
      }
      const before = context();
      actor.send({ type: 'field.changed', change });
      if (!decisive.includes(change.name)) return;
      // A free amount that has just been asked for is not wrong yet.
      const amount: FieldName[] = form.priceOther === '' ? ['price'] : ['price', 'priceOther'];
      void judge(touching([...stillTouched(before), ...amount]), ['price', 'priceOther']);
    },
    blur: async (name) => {
      const [before, { expatriate }] = [judgements, form];
      // Whatever is said of the field moves the page: it waits for the press that has left it.
      await pointerSettled();
      const isAnother = expatriate !== form.expatriate && ofBothAddresses.includes(name);
      if (judgements !== before || isAnother) return;
      if (isFormField(name)) actor.send({ type: 'field.left', name });
      await judge({ ...formik.current.touched, [name]: true }, [name]);
    },
    compose: (name, event) => actor.send({ type: 'name.composed', name, event }),
    /** To be called when the chart's form may have changed, by whomever. */
    mendChanged: () => {
      const before = form;
      form = context().form;
      if (form !== before)
        for (const name of formFields) if (form[name] !== before[name]) mend(name, values());
    },
    /** 入力内容を確認する */
    goOn: () => {
      judgements += 1;
      const { card } = context();
      if (card && !isFresh(card, Date.now())) actor.send({ type: 'card.discarded' });
      // What is hidden is normalised too, and what was filled in without ever being left.
      const normalised = normaliseForm(form);
      for (const name of formFields)
        if (normalised[name] !== form[name]) actor.send({ type: 'field.left', name });
      const cardOnFile = context().card !== null;
      const errors = validateForm(values(), { cardOnFile });
      const fieldErrors = inputFields(form, cardOnFile).flatMap((name) => {
        const message = errors[name];
        return message === undefined ? [] : [{ name, message }];
      });
      // Before Formik draws it: a page that breaks at its bubbles is drawn again with what the chart knows.
      if (fieldErrors.length > 0) actor.send({ type: 'input.rejected', fieldErrors });
      formik.current.setStatus('');
      formik.current.handleSubmit();
    },
    /** 消去する */
    clear: () => {
      judgements += 1;
      actor.send({ type: 'draft.cleared', at: Date.now() });
      formik.current.resetForm({ values: { ...emptyForm, ...noCard }, errors: {}, touched: {}, status: '' });
    },
  } satisfies FieldActions & Record<string, unknown>;
}

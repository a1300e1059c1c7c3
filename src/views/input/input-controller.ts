import type { FormikErrors } from 'formik';
import { flushSync } from 'react-dom';
import { isFresh } from '../../machines/signup-parts.ts';
import { inputFields, label, normaliseField, normaliseForm } from '../../signup/fields.ts';
import {
  type CardEntry,
  type CardField,
  type FieldName,
  fieldNames,
  formFields,
  type InputChange,
  isFormField,
  type SignupForm,
} from '../../signup/form.ts';
import { type FieldErrors, type InputValues, validateField, validateForm } from '../../signup/schema.ts';
import type { SignupActor } from '../signup-actor.ts';
import type { FieldActions, TextName } from './field-actions.ts';

/** The values that Formik holds: the two secrets of the card. All others are the chart's; only what is wrong is not. */
export type ViewValues = CardEntry & Partial<SignupForm>;
export const noCard: CardEntry = { cardNum: '', securityCode: '' };

/** As much of Formik as the controller needs. */
type Formik = {
  values: CardEntry;
  errors: FormikErrors<ViewValues>;
  setFieldValue: (name: CardField, value: string, validate: false) => unknown;
  setValues: (values: CardEntry, validate: false) => unknown;
  setFieldError: (name: FieldName, message: string | undefined) => void;
  setErrors: (errors: FieldErrors) => void;
  resetForm: (to: { values: CardEntry; errors: FieldErrors }) => void;
};

/** Where the controller shows what it decides. */
export type InputScreen = {
  /** As it was drawn last. */
  formik: Formik;
  /** Says something to a screen reader. */
  announce: (message: string) => void;
  /** Resolves once nothing is being pressed. */
  pointerSettled: () => Promise<void>;
};

export type InputController = FieldActions & {
  actor: SignupActor;
  /** To be called when the chart's form has changed, whoever has changed it. */
  formChanged: () => void;
  /** 入力内容を確認する. */
  goOn: () => void;
  /** 消去する. */
  clear: () => void;
  card: () => CardEntry;
  values: () => InputValues;
};

/** A change of one field can make another right or wrong: bank debit has a minimum of its own. */
const alsoChecked: Partial<Record<FieldName, readonly FieldName[]>> = {
  price: ['price', 'priceOther'],
  paymentMethod: ['price', 'priceOther'],
};

/** The fields that mean something else in the other shape of the address. */
const ofBothAddresses: readonly FieldName[] = ['prefecture', 'city', 'street'];

/**
 * What happens on the input screen between a control and the chart: the chart owns what is typed, this asks the rules
 * what is wrong with it and lets Formik show that. No handler ever changes.
 */
export function createInputController(actor: SignupActor, screen: InputScreen): InputController {
  const context = () => actor.getSnapshot().context;
  const values = (): InputValues => ({ ...context().form, ...screen.formik.values });
  const circumstances = () => ({ cardOnFile: context().card !== null });
  let { form } = context();

  const showError = (name: FieldName, error: string | undefined) => {
    if (screen.formik.errors[name] !== error) screen.formik.setFieldError(name, error);
  };

  /** Waits. Returns null where the draft has been cleared or judged as a whole meanwhile: all has been said of it. */
  const unlessOvertaken = async <Result>(awaited: Promise<Result>): Promise<Result | null> => {
    const { clearedAt, problems } = context();
    const result = await awaited;
    const now = context();
    return now.clearedAt === clearedAt && now.problems === problems ? result : null;
  };

  const check = (names: readonly FieldName[]) => {
    const now = values();
    const found = names.map((name) => ({ name, error: validateField(name, now, circumstances()) }));
    for (const { name, error } of found) showError(name, error);
    const wrong = found.find(({ error }) => error !== undefined);
    screen.announce(wrong ? `${label(wrong.name, now.expatriate)}：${wrong.error}` : '');
  };

  /** While a field is being mended its error goes as soon as it is right, and never turns into another one. */
  const mend = (name: FieldName) => {
    if (validateField(name, values(), circumstances()) === undefined) showError(name, undefined);
  };

  /** A free amount that has just been asked for is not wrong yet. */
  const hasBeenAnswered = (name: FieldName) =>
    name !== 'priceOther' ||
    context().form.priceOther !== '' ||
    screen.formik.errors.priceOther !== undefined;

  const setSecret = (name: CardField, value: string) => {
    screen.formik.setFieldValue(name, value, false);
    // Once Formik has drawn it.
    if (screen.formik.errors[name]) queueMicrotask(() => mend(name));
  };

  const change = (input: InputChange) => {
    if (input.name === 'cardNum' || input.name === 'securityCode') return setSecret(input.name, input.value);
    actor.send({ type: 'field.changed', change: input });
    const toCheck = alsoChecked[input.name];
    if (toCheck) check(toCheck.filter(hasBeenAnswered));
  };

  const formChanged = () => {
    const before = form;
    form = context().form;
    if (form === before) return;
    const { cardOnFile } = circumstances();
    const shown = inputFields(form, cardOnFile);
    for (const name of fieldNames.filter((one) => screen.formik.errors[one] !== undefined)) {
      if (!isSame(name, before) || !shown.includes(name)) showError(name, undefined);
      else if (isFormField(name) && form[name] !== before[name]) mend(name);
    }
    // To hide a field is not to mend it.
    const shownBefore = inputFields(before, cardOnFile);
    const back = context().problems.filter(({ name }) => shown.includes(name) && !shownBefore.includes(name));
    if (back.length > 0) check(back.map(({ name }) => name));
  };

  /** Whether the field still means what it meant then. */
  const isSame = (name: FieldName, { expatriate }: SignupForm) =>
    expatriate === context().form.expatriate || !ofBothAddresses.includes(name);

  const fold = (name: TextName) => {
    if (isFormField(name)) return actor.send({ type: 'field.left', name });
    const folded = normaliseField(name, screen.formik.values[name]);
    if (folded !== screen.formik.values[name]) setSecret(name, folded);
  };

  /** Whatever is said of the field moves the page: it waits for the press that has left it. */
  const blur = async (name: TextName) => {
    const { form: leaving } = context();
    const left = await unlessOvertaken(screen.pointerSettled().then(() => name));
    if (left === null || !isSame(left, leaving)) return;
    fold(left);
    queueMicrotask(() => check([left]));
  };

  const goOn = () => {
    const at = Date.now();
    const { card } = context();
    if (card && !isFresh(card, at)) actor.send({ type: 'card.discarded' });

    // What is hidden is folded too, and what was filled in without ever being left.
    const { form: typed } = context();
    const folded = normaliseForm(typed);
    for (const name of formFields) if (folded[name] !== typed[name]) actor.send({ type: 'field.left', name });
    const secrets = {
      cardNum: normaliseField('cardNum', screen.formik.values.cardNum),
      securityCode: normaliseField('securityCode', screen.formik.values.securityCode),
    };
    const now: InputValues = { ...context().form, ...secrets };
    const errors = validateForm(now, circumstances());
    const shown = inputFields(now, circumstances().cardOnFile);
    const problems = shown.flatMap((name) => {
      const message = errors[name];
      return message === undefined ? [] : [{ name, message }];
    });
    // One drawing for both: what follows the chart is drawn at once, what follows Formik would come after.
    flushSync(() => {
      screen.formik.setValues(secrets, false);
      screen.formik.setErrors(errors);
      screen.announce('');
      if (problems.length > 0) actor.send({ type: 'input.rejected', problems });
      else actor.send({ type: 'input.confirmed', form: context().form, at });
    });
  };

  return {
    actor,
    change,
    blur,
    compose: (name, event) => actor.send({ type: 'name.composed', name, event }),
    formChanged,
    goOn,
    clear: () => {
      actor.send({ type: 'draft.cleared', at: Date.now() });
      screen.formik.resetForm({ values: noCard, errors: {} });
      screen.announce('');
    },
    card: () => screen.formik.values,
    values,
  };
}

import { isFresh } from '../../machines/signup-parts.ts';
import { isPossibleBirthDay } from '../../signup/birth-date.ts';
import { inputFields, label, normaliseField, normaliseForm } from '../../signup/fields.ts';
import type { AddressWords, CardEntry, FieldName, InputChange } from '../../signup/form.ts';
import {
  editFurigana,
  followName,
  isFuriganaDoubtful,
  type NameEvent,
  type NameField,
  startFurigana,
} from '../../signup/furigana.ts';
import { networkFailed } from '../../signup/messages.ts';
import type { FieldErrors, InputValues } from '../../signup/schema.ts';
import type { SignupActor } from '../signup-actor.ts';
import { loadLaterScreens } from '../use-later-screens.ts';
import type { FieldActions, TextName } from './field-actions.ts';

/** The rules come with yup, which nobody needs before the first field is left. */
export const loadRules = () => import('../../signup/schema.ts');

/** One thing that was wrong at an attempt to go on. */
export type Problem = { name: FieldName; message: string };

/** Where the controller shows what it decides: Formik's setters and two of the view's own. */
export type InputScreen = {
  setFieldValue: (name: FieldName, value: string | boolean, validate: false) => unknown;
  setValues: (values: InputValues, validate: false) => unknown;
  setFieldTouched: (name: FieldName, touched: true, validate: false) => unknown;
  setTouched: (touched: Partial<Record<FieldName, boolean>>, validate: false) => unknown;
  setFieldError: (name: FieldName, message: string | undefined) => void;
  setErrors: (errors: FieldErrors) => void;
  /** What was wrong, in the order of the screen; empty takes the summary away. */
  showProblems: (problems: readonly Problem[]) => void;
  /** Says something to a screen reader. */
  announce: (message: string) => void;
  /** Says why going on did not work, for all to see; empty takes it away. */
  showFailure: (message: string) => void;
  /** The furigana may not belong to the name any more. */
  noteFuriganaDoubtful: (isDoubtful: boolean) => void;
  /** The chosen day does not exist in the month that was chosen after it. */
  noteDayEmptied: (isEmptied: boolean) => void;
  /** Resolves once nothing is being pressed. */
  pointerSettled: () => Promise<void>;
};

export type InputController = FieldActions & {
  /** The chart has changed the address by itself. */
  showAddress: (address: AddressWords) => void;
  /** 入力内容を確認する. */
  goOn: () => void;
  card: () => CardEntry;
  values: () => InputValues;
};

/** A change of one field can make another right or wrong: bank debit has a minimum of its own. */
const alsoChecked: Partial<Record<FieldName, readonly FieldName[]>> = {
  price: ['price', 'priceOther'],
  paymentMethod: ['price', 'priceOther'],
};

/**
 * What happens on the input screen between a control and the chart. Formik shows the values; they are kept here
 * too, because one event can bring several changes before Formik renders, and so that no handler ever changes.
 */
export function createInputController(
  actor: SignupActor,
  initialValues: InputValues,
  screen: InputScreen,
): InputController {
  let values = initialValues;
  let errors: FieldErrors = {};
  let furigana = startFurigana(initialValues);

  const show = (change: InputChange) => {
    values = { ...values, [change.name]: change.value };
    screen.setFieldValue(change.name, change.value, false);
  };

  const set = (change: InputChange) => {
    show(change);
    if (change.name !== 'cardNum' && change.name !== 'securityCode')
      actor.send({ type: 'field.changed', change });
  };

  const showError = (name: FieldName, error: string | undefined) => {
    if (errors[name] === error) return;
    const { [name]: _, ...others } = errors;
    errors = error === undefined ? others : { ...others, [name]: error };
    screen.setFieldError(name, error);
  };

  const circumstances = () => ({ cardOnFile: actor.getSnapshot().context.card !== null });

  const check = async (names: readonly FieldName[]) => {
    const { validateField } = await loadRules();
    for (const name of names) {
      screen.setFieldTouched(name, true, false);
      showError(name, validateField(name, values, circumstances()));
    }
    const [wrong] = names.filter((name) => errors[name]);
    screen.announce(wrong ? `${label(wrong, values.expatriate)}：${errors[wrong]}` : '');
  };

  /** While a field is being mended its error goes as soon as it is right, and never turns into another one. */
  const mend = async (name: FieldName) => {
    const { validateField } = await loadRules();
    if (validateField(name, values, circumstances()) === undefined) showError(name, undefined);
  };

  /** A free amount that has just been asked for is not wrong yet. */
  const hasBeenAnswered = (name: FieldName) =>
    name !== 'priceOther' || values.priceOther !== '' || errors.priceOther !== undefined;

  const forgetHiddenErrors = () => {
    const shown = new Set<string>(inputFields(values, circumstances().cardOnFile));
    errors = Object.fromEntries(Object.entries(errors).filter(([name]) => shown.has(name)));
    screen.setErrors(errors);
  };

  const follow = (name: NameField, event: NameEvent) => {
    furigana = followName(furigana, name, event);
    if (!isFuriganaDoubtful(furigana)) screen.noteFuriganaDoubtful(false);
    const { suggestion } = furigana;
    if (suggestion === null || suggestion === values.furigana) return;
    set({ name: 'furigana', value: suggestion });
    if (errors.furigana) void mend('furigana').catch(ignore);
  };

  const change = (input: InputChange) => {
    set(input);
    switch (input.name) {
      case 'price':
      case 'paymentMethod':
        forgetHiddenErrors();
        break;
      case 'expatriate':
        for (const name of ['prefecture', 'city', 'street'] as const) showError(name, undefined);
        forgetHiddenErrors();
        break;
      case 'lastName':
      case 'firstName':
        follow(input.name, { type: 'input', value: input.value });
        break;
      case 'furigana':
        furigana = editFurigana(furigana, input.value);
        screen.noteFuriganaDoubtful(false);
        break;
      case 'birthYear':
      case 'birthMonth':
        if (isPossibleBirthDay(values)) break;
        set({ name: 'birthDay', value: '' });
        screen.noteDayEmptied(true);
        break;
      case 'birthDay':
        screen.noteDayEmptied(false);
        break;
    }
    const toCheck = alsoChecked[input.name];
    if (toCheck) void check(toCheck.filter(hasBeenAnswered)).catch(ignore);
    else if (errors[input.name]) void mend(input.name).catch(ignore);
  };

  const leave = async (name: TextName) => {
    const folded = normaliseField(name, values[name]);
    if (folded !== values[name]) set({ name, value: folded });
    if (name === 'lastName' || name === 'firstName')
      screen.noteFuriganaDoubtful(isFuriganaDoubtful(furigana));
    await screen.pointerSettled();
    await check([name]);
  };

  const goOn = async () => {
    // Both are waited for, so that the next screen can be drawn as soon as the chart has moved on.
    const [{ validateForm }] = await Promise.all([loadRules(), loadLaterScreens()]);
    const at = Date.now();
    const { card } = actor.getSnapshot().context;
    if (card && !isFresh(card, at)) actor.send({ type: 'card.discarded' });

    const { cardNum, securityCode, ...typed } = values;
    const form = normaliseForm(typed);
    values = {
      ...form,
      cardNum: normaliseField('cardNum', cardNum),
      securityCode: normaliseField('securityCode', securityCode),
    };
    errors = validateForm(values, circumstances());
    const shown = inputFields(values, circumstances().cardOnFile);
    screen.setValues(values, false);
    screen.setErrors(errors);
    screen.setTouched(Object.fromEntries(shown.map((name) => [name, true])), false);
    screen.announce('');

    const problems = shown.flatMap((name) => {
      const message = errors[name];
      return message === undefined ? [] : [{ name, message }];
    });
    screen.showProblems(problems);
    if (problems.length === 0) actor.send({ type: 'input.confirmed', form, at });
    else actor.send({ type: 'input.rejected', fields: problems.map(({ name }) => name) });
  };

  return {
    change,
    leave: (name) => void leave(name).catch(ignore),
    followName: follow,
    showAddress: (address) => {
      for (const name of ['prefecture', 'city', 'street'] as const) {
        if (address[name] === values[name]) continue;
        show({ name, value: address[name] });
        showError(name, undefined);
      }
    },
    goOn: () => {
      screen.showFailure('');
      void goOn().catch(() => screen.showFailure(networkFailed));
    },
    card: () => ({ cardNum: values.cardNum, securityCode: values.securityCode }),
    values: () => values,
  };
}

/** A field that could not be checked now, because the rules did not load, is checked when the donor goes on. */
const ignore = () => {};

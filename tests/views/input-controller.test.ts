import { afterEach, expect, test } from 'vitest';
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { signupMachine } from '../../src/machines/signup.ts';
import { CARD_TOKEN_LIFETIME } from '../../src/machines/signup-parts.ts';
import {
  BANK_DEBIT,
  CARD,
  type CardEntry,
  type CardField,
  emptyForm,
  type FieldName,
  paymentMethods,
  prices,
} from '../../src/signup/form.ts';
import { methods, minimumMessage } from '../../src/signup/payment-methods.ts';
import { type SavedSession, untouchedSession } from '../../src/signup/saved-session.ts';
import type { FieldErrors, InputValues } from '../../src/signup/schema.ts';
import { createInputController, noCard } from '../../src/views/input/input-controller.ts';
import { home, homeByBank, withoutCard } from '../signup/sample-form.ts';

let running: ActorRefFrom<typeof signupMachine> | undefined;
afterEach(() => running?.stop());

/** The controller between the real chart and a screen that only remembers what it was told. */
function open(form: Partial<InputValues> = {}, saved: Partial<SavedSession> = {}) {
  const { cardNum = '', securityCode = '', ...rest } = form;
  const initialForm = { ...emptyForm, ...rest };
  const events: string[] = [];
  const machine = signupMachine.provide({
    actors: { tokeniseCard: fromPromise(() => new Promise(() => {})) },
  });
  const actor = createActor(machine, {
    input: {
      route: 'input',
      now: Date.now(),
      callback: null,
      isOpenedByBank: false,
      completion: null,
      allowedRedirectOrigins: [],
      seed: 'seed',
      saved: {
        ...untouchedSession,
        form: initialForm,
        ...saved,
      },
    },
    inspect: (inspection) => {
      if (inspection.type === '@xstate.event') events.push(JSON.stringify(inspection.event));
    },
  }).start();
  running = actor;
  const formik = {
    values: { cardNum, securityCode },
    errors: {} as FieldErrors,
    setFieldValue: (name: CardField, value: string) => {
      formik.values = { ...formik.values, [name]: value };
    },
    setValues: (values: CardEntry) => {
      formik.values = values;
    },
    setFieldError: (name: FieldName, message: string | undefined) => {
      const { [name]: _, ...others } = formik.errors;
      formik.errors = message === undefined ? others : { ...others, [name]: message };
    },
    setErrors: (errors: FieldErrors) => {
      formik.errors = errors;
    },
    resetForm: (to: { values: CardEntry; errors: FieldErrors }) => void Object.assign(formik, to),
  };
  const told = { announcement: '' };
  const controller = createInputController(actor, {
    formik,
    announce: (message) => {
      told.announcement = message;
    },
    pointerSettled: () => Promise.resolve(),
  });
  actor.subscribe(controller.formChanged);
  const context = () => actor.getSnapshot().context;
  const problems = () => context().problems.map(({ name }) => name);
  return { actor, controller, formik, told, events, problems, keptForm: () => context().form };
}

test('card number and security code never reach the chart', async () => {
  const { actor, controller, events } = open(withoutCard(home));
  controller.change({ name: 'cardNum', value: '4111111111111111' });
  controller.change({ name: 'securityCode', value: '987' });
  controller.blur('cardNum');
  controller.goOn();
  await expect.poll(() => actor.getSnapshot().matches({ input: 'checkingCard' })).toBe(true);
  expect(events.join() + JSON.stringify(actor.getSnapshot().context)).not.toMatch(/4111111111111111|"987"/);
  expect(controller.card()).toEqual({ cardNum: '4111111111111111', securityCode: '987' });
});

test('a field is folded and checked when it is left, and mended while it is typed', async () => {
  const { controller, formik, told, keptForm } = open({ phone: '０９０−１２３４' });
  controller.blur('phone');
  await expect.poll(() => keptForm().phone).toBe('0901234');
  await expect.poll(() => formik.errors.phone).toBe('09012345678の形式で入力してください');
  expect(told.announcement).toBe('電話番号：09012345678の形式で入力してください');
  controller.change({ name: 'phone', value: '09012345678' });
  await expect.poll(() => formik.errors.phone).toBeUndefined();
});

test('choosing bank debit shows at once that the amount is too small for it', async () => {
  const { minimum } = methods[BANK_DEBIT].terms;
  for (const [name, typed] of [
    ['price', { price: prices.find((price) => Number(price) < minimum) ?? 'other' }],
    ['priceOther', { price: 'other', priceOther: `${minimum - 1}` }],
  ] as const) {
    const { controller, formik } = open(typed);
    controller.change({ name: 'paymentMethod', value: BANK_DEBIT });
    await expect.poll(() => formik.errors[name]).toBe(minimumMessage(methods[BANK_DEBIT]));
    controller.change({ name: 'paymentMethod', value: CARD });
    await expect.poll(() => formik.errors[name]).toBeUndefined();
  }
});

test('abroad an error is said with the label in both languages', async () => {
  const { controller, told } = open({ expatriate: true });
  controller.blur('city');
  await expect.poll(() => told.announcement).toBe('市（City）：必須項目です');
});

test('a free amount that has just been asked for is not wrong yet', async () => {
  const { controller, formik } = open({ price: '1000', paymentMethod: BANK_DEBIT });
  controller.blur('lastName');
  await expect.poll(() => formik.errors.lastName).toBeDefined();
  controller.change({ name: 'price', value: 'other' });
  controller.blur('firstName');
  await expect.poll(() => formik.errors.firstName).toBeDefined();
  expect(formik.errors.priceOther).toBeUndefined();
});

test('a card whose token has grown too old is asked for again', async () => {
  const card = { cardToken: 't', maskedCardNumber: '*1111', issuedAt: Date.now() - CARD_TOKEN_LIFETIME };
  const { actor, controller, problems } = open(withoutCard(home), { card });
  controller.goOn();
  await expect.poll(() => problems()).toEqual(['cardNum', 'securityCode']);
  expect(actor.getSnapshot().context.card).toBeNull();
});

test('the errors of an address go when it is looked up', async () => {
  const { actor, controller, formik } = open();
  controller.blur('city');
  await expect.poll(() => formik.errors.city).toBeDefined();
  controller.change({ name: 'zip', value: '100-0001' });
  const address = { prefecture: '東京都', city: '千代田区千代田' };
  actor.send({ type: 'address.found', postalCode: '1000001', address });
  await expect.poll(() => formik.errors.city).toBeUndefined();
});

test('a field that was hidden is as wrong as before when it is back', async () => {
  const { actor, controller, formik } = open({ ...home, zip: '100', cardNum: '4111' });
  controller.goOn();
  await expect.poll(() => actor.getSnapshot().matches({ input: { form: 'correcting' } })).toBe(true);
  const found = { ...formik.errors };
  expect(Object.keys(found).sort()).toEqual(['cardNum', 'zip']);
  for (const value of [true, false]) controller.change({ name: 'expatriate', value });
  for (const value of paymentMethods.toReversed()) controller.change({ name: 'paymentMethod', value });
  await expect.poll(() => formik.errors).toEqual(found);
});

test('nothing is said of a field that was left in the other shape of the address', async () => {
  const { controller, formik } = open({ ...withoutCard(home), city: '', expatriate: true });
  const left = controller.blur('city');
  controller.change({ name: 'expatriate', value: false });
  await left;
  expect(formik.errors).toEqual({});
});

test('what the press has said of all fields is not said once more of the one that it left', async () => {
  const { problems, controller, told } = open({ ...homeByBank, phone: '1' });
  controller.goOn();
  await expect.poll(problems).toEqual(['phone']);
  // the press has been answered while the keyboard's last field waits to be checked
  const left = controller.blur('phone');
  controller.goOn();
  await left;
  await expect.poll(() => told.announcement).toBe('');
});

test('nothing is left of a draft that is cleared: no card, no error, nothing that was being checked', async () => {
  const { actor, controller, formik, told, keptForm } = open({
    ...homeByBank,
    email: 'taro',
    cardNum: '4111',
  });
  controller.blur('email');
  await expect.poll(() => formik.errors.email).toBeDefined();
  controller.blur('city');
  controller.clear();
  await new Promise((resolve) => setImmediate(resolve));
  expect([keptForm(), controller.card(), formik.errors]).toEqual([emptyForm, noCard, {}]);
  expect(told).toEqual({ announcement: '' });
  expect(actor.getSnapshot().context.clearedAt).not.toBeNull();
});

import { afterEach, expect, test } from 'vitest';
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { signupMachine } from '../../src/machines/signup.ts';
import { CARD_TOKEN_LIFETIME } from '../../src/machines/signup-parts.ts';
import { BANK_DEBIT, emptyForm } from '../../src/signup/form.ts';
import { type SavedSession, untouchedSession } from '../../src/signup/saved-session.ts';
import type { FieldErrors, InputValues } from '../../src/signup/schema.ts';
import { createInputController, type Problem } from '../../src/views/input/input-controller.ts';
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
  const screen = {
    errors: {} as FieldErrors,
    problems: null as readonly Problem[] | null,
    announcement: '',
    dayEmptied: false,
    values: {} as Record<string, unknown>,
  };
  const controller = createInputController(
    actor,
    { ...initialForm, cardNum, securityCode },
    {
      setFieldValue: (name, value) => {
        screen.values[name] = value;
      },
      setValues: (values) => {
        screen.values = values;
      },
      setFieldTouched: () => {},
      setTouched: () => {},
      setFieldError: (name, message) => {
        const { [name]: _, ...others } = screen.errors;
        screen.errors = message === undefined ? others : { ...others, [name]: message };
      },
      setErrors: (errors) => {
        screen.errors = errors;
      },
      showProblems: (problems) => {
        screen.problems = problems;
      },
      announce: (message) => {
        screen.announcement = message;
      },
      showFailure: () => {},
      noteFuriganaDoubtful: () => {},
      noteDayEmptied: (isEmptied) => {
        screen.dayEmptied = isEmptied;
      },
      pointerSettled: () => Promise.resolve(),
    },
  );
  actor.on('address.changed', ({ address }) => controller.showAddress(address));
  const keptForm = () => actor.getSnapshot().context.form;
  return { actor, controller, screen, events, keptForm };
}

test('every change reaches the chart, so that a reload loses nothing', () => {
  const { controller, keptForm } = open();
  controller.change({ name: 'lastName', value: '山田' });
  controller.change({ name: 'receipt', value: true });
  expect(keptForm()).toMatchObject({ lastName: '山田', receipt: true });
});

test('card number and security code never reach the chart', async () => {
  const { actor, controller, events, screen } = open(withoutCard(home));
  controller.change({ name: 'cardNum', value: '4111111111111111' });
  controller.change({ name: 'securityCode', value: '987' });
  controller.leave('cardNum');
  controller.goOn();
  await expect.poll(() => screen.problems).toEqual([]);
  expect(actor.getSnapshot().matches({ input: 'checkingCard' })).toBe(true);
  expect(events.join() + JSON.stringify(actor.getSnapshot().context)).not.toMatch(/4111111111111111|"987"/);
  expect(controller.card()).toEqual({ cardNum: '4111111111111111', securityCode: '987' });
});

test('each address shape keeps its own words while the other one is shown', () => {
  const { controller, keptForm } = open({ prefecture: '東京都', city: '千代田区', street: '1-2-3' });
  controller.change({ name: 'expatriate', value: true });
  expect(keptForm()).toMatchObject({ prefecture: '', city: '', street: '' });
  controller.change({ name: 'prefecture', value: 'CA' });
  controller.change({ name: 'expatriate', value: false });
  expect(keptForm()).toMatchObject({ prefecture: '東京都', city: '千代田区', street: '1-2-3' });
  controller.change({ name: 'expatriate', value: true });
  expect(keptForm().prefecture).toBe('CA');
});

test('a day that the month does not have is cleared, and that is said until another is chosen', () => {
  const { controller, keptForm, screen } = open({ birthYear: '2001', birthMonth: '1', birthDay: '31' });
  controller.change({ name: 'birthMonth', value: '3' });
  expect([keptForm().birthDay, screen.dayEmptied]).toEqual(['31', false]);
  controller.change({ name: 'birthMonth', value: '4' });
  expect([keptForm().birthDay, screen.dayEmptied]).toEqual(['', true]);
  controller.change({ name: 'birthDay', value: '30' });
  expect([keptForm().birthDay, screen.dayEmptied]).toEqual(['30', false]);
});

test('a field is folded and checked when it is left, and mended while it is typed', async () => {
  const { controller, screen, keptForm } = open({ phone: '０９０−１２３４' });
  controller.leave('phone');
  expect(keptForm().phone).toBe('0901234');
  await expect.poll(() => screen.errors.phone).toBe('09012345678の形式で入力してください');
  expect(screen.announcement).toBe('電話番号：09012345678の形式で入力してください');
  controller.change({ name: 'phone', value: '09012345678' });
  await expect.poll(() => screen.errors.phone).toBeUndefined();
});

test('choosing bank debit shows at once that the amount is too small for it', async () => {
  const { controller, screen } = open({ price: '1000' });
  controller.change({ name: 'paymentMethod', value: BANK_DEBIT });
  await expect.poll(() => screen.errors.price).toBe('口座引落は2000以上で入力してください');
});

test('a free amount that has just been asked for is not wrong yet', async () => {
  const { controller, screen } = open({ price: '1000', paymentMethod: BANK_DEBIT });
  controller.leave('lastName');
  await expect.poll(() => screen.errors.lastName).toBeDefined();
  controller.change({ name: 'price', value: 'other' });
  controller.leave('firstName');
  await expect.poll(() => screen.errors.firstName).toBeDefined();
  expect(screen.errors.priceOther).toBeUndefined();
});

test('an attempt to go on lists what is wrong in the order of the screen', async () => {
  const { actor, controller, screen } = open({
    ...homeByBank,
    email: 'taro',
    city: '',
  });
  controller.goOn();
  await expect.poll(() => screen.problems?.map(({ name }) => name)).toEqual(['email', 'city']);
  expect(actor.getSnapshot().matches({ input: { form: 'correcting' } })).toBe(true);
});

test('a card whose token has grown too old is asked for again', async () => {
  const card = { cardToken: 't', maskedCardNumber: '*1111', issuedAt: Date.now() - CARD_TOKEN_LIFETIME };
  const { actor, controller, screen } = open(withoutCard(home), { card });
  controller.goOn();
  await expect.poll(() => screen.problems?.map(({ name }) => name)).toEqual(['cardNum', 'securityCode']);
  expect(actor.getSnapshot().context.card).toBeNull();
});

test('the furigana follows what is composed until the donor edits it', () => {
  const { controller, keptForm } = open();
  const compose = (name: 'lastName' | 'firstName', reading: string, value: string) => {
    controller.followName(name, { type: 'compositionstart' });
    controller.followName(name, { type: 'compositionupdate', data: reading });
    controller.followName(name, { type: 'compositionupdate', data: value });
    controller.change({ name, value });
    controller.followName(name, { type: 'compositionend', data: value, value });
  };
  compose('lastName', 'やまだ', '山田');
  expect(keptForm().furigana).toBe('やまだ');
  controller.change({ name: 'furigana', value: 'やまた' });
  compose('firstName', 'はなこ', '花子');
  expect(keptForm().furigana).toBe('やまた');
});

test('a looked-up address is shown and its errors go', async () => {
  const { actor, controller, screen } = open();
  controller.leave('city');
  await expect.poll(() => screen.errors.city).toBeDefined();
  controller.change({ name: 'zip', value: '100-0001' });
  const address = { prefecture: '東京都', city: '千代田区千代田' };
  actor.send({ type: 'address.found', postalCode: '1000001', address });
  expect(screen.values).toMatchObject({ prefecture: '東京都', city: '千代田区千代田' });
  expect(screen.errors.city).toBeUndefined();
});

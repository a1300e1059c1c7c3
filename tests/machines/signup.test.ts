import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { accessTokenMachine } from '../../src/machines/access-token.ts';
import { postalLookupMachine } from '../../src/machines/postal-lookup.ts';
import { savedSessionOf, signupMachine } from '../../src/machines/signup.ts';
import type { SignupInput } from '../../src/machines/signup-parts.ts';
import { CallFailure } from '../../src/signup/call-failure.ts';
import { type Address, BANK_DEBIT, emptyForm, type SignupForm } from '../../src/signup/form.ts';
import {
  cardExpired,
  cardNotAuthenticated,
  invalidAccess,
  networkFailed,
  unknownOutcome,
} from '../../src/signup/messages.ts';
import { type Registration, untouchedSession } from '../../src/signup/saved-session.ts';

const NOW = Date.UTC(2026, 10, 20);
const MINUTE = 60_000;

const cardForm: SignupForm = {
  ...emptyForm,
  lastName: '山田',
  firstName: '花子',
  furigana: 'やまだはなこ',
  email: 'hanako@example.jp',
  zip: '100-0001',
  prefecture: '東京都',
  city: '千代田区千代田',
  street: '1-1',
  phone: '09012345678',
  expirationMonth: '12',
  expirationYear: '2030',
};
const bankForm: SignupForm = { ...cardForm, paymentMethod: BANK_DEBIT };
const cardToken = { cardToken: 'tok_1', maskedCardNumber: '************1111', issuedAt: NOW };
const callback = { accessId: 'access-1', event: '3DSecure', csrfToken: 'csrf-1' };
/** What completion is told; nothing of it is what the form holds. */
const registered: Registration = {
  registerToken: 'register-1',
  completion: {
    first_name: '登録',
    last_name: '済子',
    furigana: 'とうろくすみこ',
    mail: 'registered@example.jp',
    address: '大阪府大阪市北区梅田1-1',
    price: '5000',
  },
};
const toldOfCardForm = {
  first_name: '花子',
  last_name: '山田',
  furigana: 'やまだはなこ',
  mail: 'hanako@example.jp',
  address: '東京都千代田区千代田1-1',
  price: '3000',
};
const registration = { redirectUrl: 'https://bank.example/3ds/1', registerToken: 'register-1' };

/** Services that do what a list of answers says, and write down what they were asked. */
function fakeServices() {
  const calls: string[] = [];
  const answers = {
    fetchAccessToken: [] as Array<() => Promise<void>>,
    lookUpPostalCode: [] as Array<() => Promise<Address | null>>,
    tokeniseCard: [] as Array<() => Promise<typeof cardToken>>,
    register: [] as Array<() => Promise<typeof registration | null>>,
    verifyCard: [] as Array<() => Promise<string>>,
  };
  const next = <T>(name: string, queue: Array<() => Promise<T>>, usual: T): Promise<T> => {
    calls.push(name);
    return queue.shift()?.() ?? Promise.resolve(usual);
  };
  const machine = signupMachine.provide({
    actors: {
      accessToken: accessTokenMachine.provide({
        actors: {
          fetchAccessToken: fromPromise(() => next('fetchAccessToken', answers.fetchAccessToken, undefined)),
        },
      }),
      postalLookup: postalLookupMachine.provide({
        actors: {
          lookUpPostalCode: fromPromise(({ input }) =>
            next(`lookUpPostalCode ${input.postalCode}`, answers.lookUpPostalCode, {
              prefecture: '東京都',
              city: '千代田区千代田',
            }),
          ),
        },
      }),
      tokeniseCard: fromPromise(() => next('tokeniseCard', answers.tokeniseCard, cardToken)),
      solveCaptcha: fromPromise(() => next('solveCaptcha', [], 'captcha-1')),
      register: fromPromise(({ input }) =>
        next('register', answers.register, input.form.paymentMethod === BANK_DEBIT ? null : registration),
      ),
      verifyCard: fromPromise(({ input }) =>
        next('verifyCard', answers.verifyCard, input.registerTokens[0] ?? ''),
      ),
    },
    actions: {
      showRoute: (_, { route }) => calls.push(`showRoute ${route}`),
      goToBank: (_, { redirectUrl }) => calls.push(`goToBank ${redirectUrl}`),
      postCompletion: (_, { fields }) => calls.push(`postCompletion ${JSON.stringify(fields)}`),
      trackPageView: (_, { page }) => calls.push(`trackPageView ${page}`),
    },
  });
  return { machine, calls, answers };
}

function open(input: Partial<SignupInput> = {}, services = fakeServices()) {
  const clock = new SimulatedClock();
  const actor = createActor(services.machine, {
    clock,
    input: {
      route: 'input',
      now: NOW,
      callback: null,
      saved: null,
      completion: null,
      allowedRedirectOrigins: ['https://bank.example'],
      seed: 'seed',
      ...input,
    },
  });
  actor.start();
  const reaches = (state: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>[0]) =>
    waitFor(actor, (snapshot) => snapshot.matches(state));
  const hasAccessToken = () =>
    waitFor(actor, ({ children }) => children.accessToken?.getSnapshot().value === 'valid');
  return { ...services, actor, clock, reaches, hasAccessToken };
}

function agree({ actor }: ReturnType<typeof open>) {
  actor.send({ type: 'agreement.changed', name: 'understood', checked: true });
  actor.send({ type: 'agreement.changed', name: 'bankFormUnderstood', checked: true });
}

async function confirmWith(form: SignupForm, services = fakeServices()) {
  const signup = open({}, services);
  signup.actor.send({ type: 'input.confirmed', form, at: NOW });
  await signup.reaches('confirm');
  agree(signup);
  return signup;
}

const refused = (message: string) => () => Promise.reject(new CallFailure('refused', [message]));
const failing = (reason: 'notSent' | 'unauthorized' | 'noAnswer') => () =>
  Promise.reject(new CallFailure(reason));

describe('a bank debit sign-up', () => {
  it('goes from input to completion, one page view a screen', async () => {
    const signup = await confirmWith(bankForm);
    signup.actor.send({ type: 'confirm.submitted', at: NOW });
    await signup.reaches('complete');
    expect(signup.calls.filter((call) => call !== 'fetchAccessToken')).toEqual([
      'showRoute input',
      'trackPageView input',
      'showRoute confirm',
      'trackPageView confirm',
      'solveCaptcha',
      'register',
      `postCompletion ${JSON.stringify(toldOfCardForm)}`,
    ]);
  });

  it('is not sent before both boxes are ticked', async () => {
    const signup = await confirmWith(bankForm);
    signup.actor.send({ type: 'agreement.changed', name: 'bankFormUnderstood', checked: false });
    signup.actor.send({ type: 'confirm.submitted', at: NOW });
    expect(signup.actor.getSnapshot().matches({ confirm: 'reviewing' })).toBe(true);
  });

  it('is sent once, however often the button is pressed', async () => {
    const signup = await confirmWith(bankForm);
    for (const at of [NOW, NOW + 1, NOW + 2]) signup.actor.send({ type: 'confirm.submitted', at });
    await signup.reaches('complete');
    expect(signup.calls.filter((call) => call === 'register')).toHaveLength(1);
  });

  it('renews a refused access token once and repeats the call', async () => {
    const services = fakeServices();
    services.answers.register.push(failing('unauthorized'));
    const signup = await confirmWith(bankForm, services);
    signup.actor.send({ type: 'confirm.submitted', at: NOW });
    await signup.reaches('complete');
    expect(signup.calls.filter((call) => call === 'register')).toHaveLength(2);
    expect(signup.calls.filter((call) => call === 'fetchAccessToken')).toHaveLength(2);
  });

  it('does not call refused what may have been stored before the token was refused', async () => {
    const services = fakeServices();
    services.answers.register.push(failing('unauthorized'), refused('確認の有効期限が切れています。'));
    const signup = await confirmWith(bankForm, services);
    signup.actor.send({ type: 'confirm.submitted', at: NOW });
    await signup.reaches({ input: { form: 'outcomeUnknown' } });
    const messages = [unknownOutcome('registerBank'), '確認の有効期限が切れています。'];
    expect(signup.actor.getSnapshot().context).toMatchObject({
      errors: messages,
      unanswered: 'registerBank',
    });

    signup.actor.send({ type: 'cardNotice.opened' });
    signup.actor.send({ type: 'cardNotice.closed' });
    expect(signup.actor.getSnapshot().context.errors).toEqual(messages);
  });

  it('gives up when the renewed token is refused too', async () => {
    const services = fakeServices();
    services.answers.register.push(failing('unauthorized'), failing('unauthorized'));
    const signup = await confirmWith(bankForm, services);
    signup.actor.send({ type: 'confirm.submitted', at: NOW });
    await signup.reaches({ input: { form: 'failed' } });
    expect(signup.calls.filter((call) => call === 'register')).toHaveLength(2);
  });

  it('stays on the confirm screen when nothing could be sent', async () => {
    const services = fakeServices();
    services.answers.register.push(failing('notSent'));
    const signup = await confirmWith(bankForm, services);
    signup.actor.send({ type: 'confirm.submitted', at: NOW });
    await waitFor(signup.actor, ({ context }) => context.errors.length > 0);
    const { context, value } = signup.actor.getSnapshot();
    expect(value).toEqual({ confirm: 'reviewing' });
    expect(context.errors).toEqual([networkFailed]);
    expect(context.unanswered).toBeNull();
  });

  it('says so when no answer came, even after a reload, and does not repeat by itself', async () => {
    const services = fakeServices();
    services.answers.register.push(failing('noAnswer'));
    const signup = await confirmWith(bankForm, services);
    signup.actor.send({ type: 'confirm.submitted', at: NOW });
    await signup.reaches({ input: { form: 'outcomeUnknown' } });
    const reopened = open({ route: 'input', saved: savedSessionOf(signup.actor.getSnapshot()) });
    const { value, context } = reopened.actor.getSnapshot();
    expect(value).toEqual({ input: { form: 'outcomeUnknown' } });
    expect(context.errors).toHaveLength(1);
    expect(context.form).toEqual(bankForm);
    expect(reopened.calls).not.toContain('register');
  });

  it('does not forget an unknown outcome when the next try could not be sent', async () => {
    const services = fakeServices();
    services.answers.register.push(failing('noAnswer'), failing('notSent'));
    const signup = await confirmWith(bankForm, services);
    signup.actor.send({ type: 'confirm.submitted', at: NOW });
    await signup.reaches({ input: { form: 'outcomeUnknown' } });
    signup.actor.send({ type: 'input.confirmed', form: bankForm, at: NOW });
    signup.actor.send({ type: 'agreement.changed', name: 'understood', checked: true });
    signup.actor.send({ type: 'agreement.changed', name: 'bankFormUnderstood', checked: true });
    signup.actor.send({ type: 'confirm.submitted', at: NOW });
    await waitFor(signup.actor, ({ context }) => context.errors.length > 0);
    expect(signup.actor.getSnapshot().value).toEqual({ confirm: 'reviewing' });
    const reopened = open({ route: 'confirm', saved: savedSessionOf(signup.actor.getSnapshot()) });
    expect(reopened.actor.getSnapshot().value).toEqual({ input: { form: 'outcomeUnknown' } });
  });

  it('takes a reload while it is being sent for an unknown outcome', async () => {
    const services = fakeServices();
    services.answers.register.push(() => new Promise(() => {}));
    const signup = await confirmWith(bankForm, services);
    signup.actor.send({ type: 'confirm.submitted', at: NOW });
    await signup.reaches({ confirm: { submitting: 'registering' } });
    const reopened = open({ route: 'confirm', saved: savedSessionOf(signup.actor.getSnapshot()) });
    expect(reopened.actor.getSnapshot().value).toEqual({ input: { form: 'outcomeUnknown' } });
  });
});

describe('the name of an application', () => {
  /** Submits, loses the answer, does something, submits again; the names that were sent. */
  async function namesSent(between: (signup: Awaited<ReturnType<typeof confirmWith>>) => void) {
    const names: string[] = [];
    const services = fakeServices();
    const machine = services.machine.provide({
      actors: {
        register: fromPromise(({ input: { key } }) => {
          names.push(key);
          return Promise.reject(new CallFailure('noAnswer'));
        }),
      },
    });
    const signup = await confirmWith(bankForm, { ...services, machine });
    signup.actor.send({ type: 'confirm.submitted', at: NOW });
    await signup.reaches({ input: { form: 'outcomeUnknown' } });
    between(signup);
    const { form } = signup.actor.getSnapshot().context;
    signup.actor.send({ type: 'input.confirmed', form, at: NOW });
    agree(signup);
    signup.actor.send({ type: 'confirm.submitted', at: NOW + 1 });
    await signup.reaches({ input: { form: 'outcomeUnknown' } });
    return names;
  }

  it('is the same for another try of the same application', async () => {
    expect(await namesSent(() => {})).toEqual([`seed-${NOW}`, `seed-${NOW}`]);
  });

  it('is new after a change', async () => {
    const change = { name: 'price', value: '5000' } as const;
    expect(await namesSent(({ actor }) => actor.send({ type: 'field.changed', change }))).toEqual([
      `seed-${NOW}`,
      `seed-${NOW + 1}`,
    ]);
  });
});

describe('a card sign-up', () => {
  it('goes to the bank, comes back, and completes', async () => {
    const leaving = await confirmWith(cardForm);
    leaving.actor.send({ type: 'confirm.submitted', at: NOW });
    await leaving.reaches('cardRedirect');
    expect(leaving.calls).toContain('goToBank https://bank.example/3ds/1');

    const back = open({ route: 'callback', callback, saved: savedSessionOf(leaving.actor.getSnapshot()) });
    await back.reaches('complete');
    expect(back.calls).toContain('verifyCard');
    expect(back.calls).toContain(`postCompletion ${JSON.stringify(toldOfCardForm)}`);
    const saved = savedSessionOf(back.actor.getSnapshot());
    expect(saved).toEqual({
      ...untouchedSession,
      processedAccessIds: ['access-1'],
      finished: { at: NOW, amount: 3000 },
    });

    const again = open({ route: 'callback', callback, saved });
    expect(again.actor.getSnapshot().value).toEqual({ complete: 'remembered' });
    expect(again.calls).not.toContain('verifyCard');
  });

  it('completes with what was registered, whatever was typed while the bank was open', async () => {
    const leaving = await confirmWith({ ...cardForm, price: '3000' });
    leaving.actor.send({ type: 'confirm.submitted', at: NOW });
    await leaving.reaches('cardRedirect');
    const changed = open({ saved: savedSessionOf(leaving.actor.getSnapshot()) });
    changed.actor.send({ type: 'field.changed', change: { name: 'price', value: '10000' } });
    changed.actor.send({ type: 'field.changed', change: { name: 'email', value: 'another@example.jp' } });
    const back = open({ route: 'callback', callback, saved: savedSessionOf(changed.actor.getSnapshot()) });
    await back.reaches('complete');
    expect(back.calls).toContain(`postCompletion ${JSON.stringify(toldOfCardForm)}`);
  });

  it('by bank debit completes with its own words, whatever was left open at the bank before', async () => {
    const saved = { ...untouchedSession, registrations: [registered], isAtBank: true };
    const signup = open({ saved });
    signup.actor.send({ type: 'input.confirmed', form: bankForm, at: NOW });
    await signup.reaches('confirm');
    agree(signup);
    signup.actor.send({ type: 'confirm.submitted', at: NOW });
    await signup.reaches('complete');
    expect(signup.calls).toContain(`postCompletion ${JSON.stringify(toldOfCardForm)}`);
  });

  it('survives a link that is none of its own', async () => {
    const leaving = await confirmWith(cardForm);
    leaving.actor.send({ type: 'confirm.submitted', at: NOW });
    await leaving.reaches('cardRedirect');
    const services = fakeServices();
    services.answers.verifyCard.push(refused('確認できませんでした'));
    const foreign = { accessId: 'somebody', event: '3DSecure', csrfToken: 'else' };
    const saved = savedSessionOf(leaving.actor.getSnapshot());
    const strayed = open({ route: 'callback', callback: foreign, saved }, services);
    await strayed.reaches({ input: { form: 'failed' } });
    const back = open({ route: 'callback', callback, saved: savedSessionOf(strayed.actor.getSnapshot()) });
    await back.reaches('complete');
  });

  it('is never settled with what came back before it was registered', async () => {
    const strayed = open({ route: 'callback', callback });
    strayed.actor.send({ type: 'input.confirmed', form: cardForm, at: NOW });
    await strayed.reaches('confirm');
    agree(strayed);
    strayed.actor.send({ type: 'confirm.submitted', at: NOW });
    await strayed.reaches('cardRedirect');
    const left = open({ saved: savedSessionOf(strayed.actor.getSnapshot()) });
    expect(left.actor.getSnapshot().value).toEqual({ input: { form: 'failed' } });
  });

  it('leaves nothing behind once the draft is cleared', async () => {
    const leaving = await confirmWith(cardForm);
    leaving.actor.send({ type: 'confirm.submitted', at: NOW });
    await leaving.reaches('cardRedirect');
    const left = open({ saved: savedSessionOf(leaving.actor.getSnapshot()) });
    left.actor.send({ type: 'draft.cleared', at: NOW });
    expect(savedSessionOf(left.actor.getSnapshot())).toMatchObject(untouchedSession);
  });

  it('does not follow a redirect to an origin that is not allowed', async () => {
    const services = fakeServices();
    services.answers.register.push(() =>
      Promise.resolve({ ...registration, redirectUrl: 'https://bank.example.evil.test/' }),
    );
    const signup = await confirmWith(cardForm, services);
    signup.actor.send({ type: 'confirm.submitted', at: NOW });
    await signup.reaches({ input: { form: 'failed' } });
    expect(signup.calls.some((call) => call.startsWith('goToBank'))).toBe(false);
  });

  it("shows the gateway's refusal on the input screen and keeps the form", async () => {
    const services = fakeServices();
    services.answers.tokeniseCard.push(refused('カード番号をご確認ください'));
    const signup = open({}, services);
    signup.actor.send({ type: 'input.confirmed', form: cardForm, at: NOW });
    await signup.reaches({ input: { form: 'failed' } });
    const { context } = signup.actor.getSnapshot();
    expect(context.errors).toEqual(['カード番号をご確認ください']);
    expect(context.form).toEqual(cardForm);
  });

  it.each([
    { minutes: 24, tokenised: 1 },
    { minutes: 25, tokenised: 2 },
  ])('uses a card token of $minutes minutes: tokenised $tokenised times', async ({ minutes, tokenised }) => {
    const signup = await confirmWith(cardForm);
    signup.actor.send({ type: 'change.requested', field: 'email' });
    expect(signup.actor.getSnapshot().context.fieldToChange).toBe('email');
    signup.actor.send({ type: 'input.confirmed', form: cardForm, at: NOW + minutes * MINUTE });
    await signup.reaches('confirm');
    expect(signup.calls.filter((call) => call === 'tokeniseCard')).toHaveLength(tokenised);
  });

  it('asks for the card again when it has grown old on the confirm screen', async () => {
    const signup = await confirmWith(cardForm);
    signup.actor.send({ type: 'confirm.submitted', at: NOW + 25 * MINUTE });
    const { context, value } = signup.actor.getSnapshot();
    expect(value).toEqual({ input: { form: 'failed' } });
    expect(context.errors).toEqual([cardExpired]);
    expect(context.card).toBeNull();
  });

  it('tells a donor who comes back from the bank without finishing', async () => {
    const leaving = await confirmWith(cardForm);
    leaving.actor.send({ type: 'confirm.submitted', at: NOW });
    await leaving.reaches('cardRedirect');
    const reopened = open({ route: 'confirm', saved: savedSessionOf(leaving.actor.getSnapshot()) });
    const { value, context } = reopened.actor.getSnapshot();
    expect(value).toEqual({ input: { form: 'failed' } });
    expect(context.errors).toEqual([cardNotAuthenticated]);
    expect(context.card).toBeNull();
  });

  it('offers another try when the bank does not open', async () => {
    const signup = await confirmWith(cardForm);
    signup.actor.send({ type: 'confirm.submitted', at: NOW });
    await signup.reaches('cardRedirect');
    signup.clock.increment(10_000);
    expect(signup.actor.getSnapshot().value).toEqual({ cardRedirect: 'stalled' });
    signup.actor.send({ type: 'retry.requested' });
    expect(signup.calls.filter((call) => call.startsWith('goToBank'))).toHaveLength(2);
  });
});

describe('the callback', () => {
  const saved = {
    ...savedSessionOf(open().actor.getSnapshot()),
    form: cardForm,
    registrations: [registered],
    isAtBank: true,
  };

  it.each([
    { name: 'no valid p', input: { callback: null, saved: { ...saved, isAtBank: false } } },
    { name: 'no session', input: { callback, saved: null } },
  ])('refuses $name', ({ input }) => {
    const { actor, calls } = open({ route: 'callback', ...input });
    expect(actor.getSnapshot().context.errors).toEqual([invalidAccess]);
    expect(actor.getSnapshot().value).toEqual({ input: { form: 'failed' } });
    expect(calls).not.toContain('verifyCard');
  });

  it("shows the server's messages on the input screen", async () => {
    const services = fakeServices();
    services.answers.verifyCard.push(refused('カードが承認されませんでした'));
    const signup = open({ route: 'callback', callback, saved }, services);
    await signup.reaches({ input: { form: 'failed' } });
    expect(signup.actor.getSnapshot().context.errors).toEqual(['カードが承認されませんでした']);
    expect(signup.actor.getSnapshot().context.form).toEqual(cardForm);
  });

  it('lets the donor try again when nothing was sent', async () => {
    const services = fakeServices();
    services.answers.verifyCard.push(failing('notSent'));
    const signup = open({ route: 'callback', callback, saved }, services);
    await signup.reaches({ callback: 'notSent' });
    signup.actor.send({ type: 'retry.requested' });
    await signup.reaches('complete');
  });
});

describe('a reload', () => {
  it('settles the payment after all when the first try was not sent', async () => {
    const services = fakeServices();
    services.answers.verifyCard.push(failing('notSent'));
    const saved = {
      ...savedSessionOf(open().actor.getSnapshot()),
      form: cardForm,
      registrations: [registered],
      isAtBank: true,
    };
    const offline = open({ route: 'callback', callback, saved }, services);
    await offline.reaches({ callback: 'notSent' });
    const reloaded = open({ route: 'callback', saved: savedSessionOf(offline.actor.getSnapshot()) });
    await reloaded.reaches('complete');
  });

  it('does not speak of an unknown outcome when the token was refused and none could be had', async () => {
    const services = fakeServices();
    services.answers.register.push(failing('unauthorized'));
    services.answers.fetchAccessToken.push(() => Promise.resolve(), failing('noAnswer'));
    const signup = await confirmWith(bankForm, services);
    signup.actor.send({ type: 'confirm.submitted', at: NOW });
    await waitFor(signup.actor, ({ context }) => context.errors.length > 0);
    expect(signup.actor.getSnapshot().value).toEqual({ confirm: 'reviewing' });
    expect(signup.actor.getSnapshot().context.unanswered).toBeNull();
  });
});

describe('the access token', () => {
  it('is renewed every 14 minutes and never used while it is old', async () => {
    const services = fakeServices();
    let answer = () => {};
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    services.answers.fetchAccessToken.push(
      () => Promise.resolve(),
      () => late,
    );
    const signup = await confirmWith(bankForm, services);
    signup.clock.increment(14 * MINUTE);
    signup.actor.send({ type: 'confirm.submitted', at: NOW });
    await signup.reaches({ confirm: { submitting: 'awaitingAccessToken' } });
    expect(signup.calls).not.toContain('register');
    answer();
    await signup.reaches('complete');
    expect(signup.calls.filter((call) => call === 'fetchAccessToken')).toHaveLength(2);
  });
});

describe('the postal lookup', () => {
  const type = (signup: ReturnType<typeof open>, zip: string) =>
    signup.actor.send({ type: 'field.changed', change: { name: 'zip', value: zip } });

  it('fills the address of the newest code', async () => {
    const signup = open();
    const cities = new Set<string>();
    signup.actor.subscribe(({ context }) => cities.add(context.form.city));
    await signup.hasAccessToken();
    type(signup, '150-0001');
    type(signup, '100-0001');
    await waitFor(signup.actor, ({ context }) => context.form.city !== '');
    expect([...cities]).toEqual(['', '千代田区千代田']);
  });

  it("leaves the donor's own words alone", async () => {
    const signup = open();
    await signup.hasAccessToken();
    signup.actor.send({ type: 'field.changed', change: { name: 'city', value: '港区' } });
    type(signup, '100-0001');
    await waitFor(signup.actor, ({ children }) => children.postalLookup?.getSnapshot().value === 'idle');
    expect(signup.actor.getSnapshot().context.form.city).toBe('港区');
  });
});

import { type AnyStateMachine, assign } from 'xstate';
import { savedSessionOf, signupMachine } from '../../src/machines/signup.ts';
import type { SignupContext, SignupInput } from '../../src/machines/signup-parts.ts';
import type { SavedSession } from '../../src/signup/saved-session.ts';
import { changedChart, mutantsOf } from '../mutants/mutate.ts';
import type { Product } from './donor-world.ts';

type Context = { context: SignupContext };
type Values = Record<string, unknown>;
// Each fault is given the parameters that the chart gives to what it stands for.
type Given = Record<string, never>;

/** The shipped chart with one of its actions or guards replaced; a name that it does not know is no fault planted. */
const replaced = (kind: 'actions' | 'guards', name: string, by: unknown): AnyStateMachine => {
  if (!(name in machine.implementations[kind])) throw new Error(`The chart has no ${name} among its ${kind}`);
  return machine.provide({ [kind]: { [name]: by } });
};
const acting = (name: string, change: (context: SignupContext, given: Given) => Values): AnyStateMachine =>
  replaced(
    'actions',
    name,
    assign(({ context }: Context, given: Given) => change(context, given)),
  );
/** What typing into a field does beside keeping what was typed. */
const typing = (change: (context: SignupContext, name: string, value: unknown) => Values): AnyStateMachine =>
  acting('keepField', (context, given) => {
    const { name, value }: { name: string; value: unknown } = given.change ?? { name: '', value: '' };
    const application = Reflect.get(context.form, name) === value ? context.application : null;
    const form = { ...context.form, [name]: value };
    return { form, isReviewed: false, application, ...change(context, name, value) };
  });
const doing = (name: string): AnyStateMachine => replaced('actions', name, () => {});
const deciding = (name: string, decide: (context: SignupContext, given: Given) => boolean): AnyStateMachine =>
  replaced('guards', name, ({ context }: Context, given: Given) => decide(context, given));
const opening = (change: (input: SignupInput) => Values): AnyStateMachine =>
  changedChart(machine, (root) => {
    const { context } = root;
    if (typeof context !== 'function') throw new Error('the chart computes its context');
    root.context = (args: { input: SignupInput }) => ({ ...context(args), ...change(args.input) });
  });
const generated = (id: string): AnyStateMachine => {
  const built = mutantsOf(signupMachine)
    .find((mutant) => mutant.id === `signup: ${id}`)
    ?.build();
  if (!built) throw new Error(`There is no mutant ${id}`);
  return built;
};
const machine: AnyStateMachine = signupMachine;

/** What reload finds, changed. */
const saving = (change: (saved: SavedSession, context: SignupContext) => SavedSession): Product => ({
  machine: signupMachine,
  savedSessionOf: (snapshot) => change(savedSessionOf(snapshot), snapshot.context),
});

const faultyCharts: Readonly<Record<string, () => AnyStateMachine>> = {
  'sends a second time while one is under way': () =>
    changedChart(machine, (_, stateOf) => {
      stateOf('confirm.submitting').on = {
        'confirm.submitted': { target: '#signup.confirm.submitting', reenter: true },
      };
    }),
  'settles the same callback twice': () => doing('keepAccessId'),
  'remembers the last callback only': () =>
    acting('keepAccessId', ({ callback }) => ({ processedAccessIds: callback ? [callback.accessId] : [] })),
  'sends a card of any age': () =>
    deciding('hasStaleCard', ({ form, card }) => form.paymentMethod === 'クレジットカード' && card === null),
  'goes on with a card of any age': () => deciding('choosesKeptCard', ({ card }) => card !== null),
  'goes on with a used card': () => doing('forgetCard'),
  'sends without any agreement': () => deciding('hasNotAgreed', () => false),
  'sends without the second agreement': () =>
    deciding('hasNotAgreed', ({ agreements }) => !agreements.understood),
  'keeps agreements for another review': () => doing('clearAgreements'),
  'cannot untick': () =>
    acting('keepAgreement', ({ agreements }, { name }) => ({
      agreements: { ...agreements, [String(name)]: true },
    })),
  'names every try anew': () =>
    acting('nameApplication', ({ seed, namesGiven }) => ({
      application: { key: `${seed}-${namesGiven + 1}`, maskedCardNumber: null, isCopied: false },
      namesGiven: namesGiven + 1,
    })),
  'names all applications alike': () =>
    acting('nameApplication', () => ({
      application: { key: 'the only one', maskedCardNumber: null, isCopied: false },
    })),
  'keeps the name after a change': () => typing(({ application }) => ({ application })),
  'keeps card and name after a refusal': () => doing('closeApplication'),
  'takes a changed form for reviewed': () => typing(({ isReviewed }) => ({ isReviewed })),
  'takes the first sending for the last': () => doing('noteTime'),
  'waves every address away': () =>
    acting('declineAddress', ({ lookups }) => ({ lookups: { ...lookups, declined: '1000001' } })),
  'lets an old callback beat the new one': () =>
    opening(({ saved, callback }) => ({ callback: saved?.callback ?? callback })),
  'lets an old registration beat the new one': () =>
    acting('keepRegistration', ({ registration, redirectUrl }) => (registration ? { redirectUrl } : {})),
  'tells completion what stands in the form': () =>
    acting('finish', ({ form }) => ({
      completion: {
        first_name: form.firstName,
        last_name: form.lastName,
        furigana: form.furigana,
        mail: form.email,
        address: form.prefecture + form.city + form.street,
        price: form.price,
      },
      finished: { at: 1, amount: Number(form.price) },
    })),
  'forgets the words of the other kind of address': () =>
    acting('switchAddress', ({ form }) => ({ form: { ...form, prefecture: '', city: '', street: '' } })),
  'empties the street when it fills in the address': () =>
    acting('fillAddress', ({ form }) => ({ form: { ...form, street: '' } })),
  'does not fill in the address': () => doing('fillAddress'),
  'fills in over the donor’s own words': () =>
    acting('fillAddress', ({ form, lookups: { answer } }) =>
      answer ? { form: { ...form, prefecture: answer.prefecture, city: answer.city } } : {},
    ),
  'fills in the address by the first three digits': () =>
    typing(({ form }, name, value) =>
      name === 'zip' && String(value).startsWith('100') && form.city === ''
        ? { form: { ...form, zip: value, prefecture: '東京都', city: '千代田区千代田' } }
        : {},
    ),
  'keeps a form reviewed whose price has changed': () =>
    typing(({ isReviewed }, name) => ({ isReviewed: isReviewed && name.startsWith('price') })),
  'leaves the draft uncleared': () => doing('clearDraft'),
  'takes no answer for a refusal': () => deciding('hasUnknownOutcome', () => false),
  'takes a call that was not sent for a refusal': () => deciding('wasNotSent', () => false),
  'never asks for another access token': () => deciding('tokenIsStale', () => false),
  'sends without an access token': () =>
    generated(
      'signup.confirm.submitting.solvingCaptcha: done solveCaptcha: go to signup.confirm.submitting.registering',
    ),
  'does not say why it failed': () => doing('showFailure'),
  'goes wherever the answer leads': () => deciding('redirectIsAllowed', () => true),
  'waits for the bank for ever': () => generated('signup.cardRedirect.leaving: after LEAVE_TIMEOUT: drop'),
  'waits for completion for ever': () => generated('signup.complete.leaving: after LEAVE_TIMEOUT: drop'),
  'stays stuck when the bank’s page is left again': () =>
    generated('signup.cardRedirect: page.restored: drop'),
};

const faultySessions: Readonly<Record<string, Product>> = {
  'forgets at a reload that something was sent': saving((saved) => ({ ...saved, unanswered: null })),
  'forgets at a reload which callbacks were settled': saving((saved) => ({
    ...saved,
    processedAccessIds: [],
  })),
  'forgets at a reload how the application is named': saving((saved) => ({ ...saved, application: null })),
  'forgets at a reload what was registered': saving((saved) => ({ ...saved, registration: null })),
  'forgets at a reload which address belongs to the code': saving((saved) => ({
    ...saved,
    lookups: { ...saved.lookups, answer: null },
  })),
  'keeps the person after completion': saving((_, context) => context),
  'keeps card and callback after completion': saving((saved, { card, callback }) => ({
    ...saved,
    card,
    callback,
  })),
  'keeps the tokens of registrations after completion': saving((saved, { registration }) => ({
    ...saved,
    registration,
  })),
};

/** Products with one thing wrong, by what a donor would say of it. The walks alone must notice each. */
export const faultyProducts: readonly { name: string; build(): Product }[] = [
  ...Object.entries(faultyCharts).map(([name, chart]) => ({
    name,
    build: () => ({ machine: chart(), savedSessionOf }),
  })),
  ...Object.entries(faultySessions).map(([name, product]) => ({ name, build: () => product })),
];

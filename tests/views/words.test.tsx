import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { SignupEvent } from '../../src/machines/signup-parts.ts';
import { BANK_DEBIT, CARD, emptyForm, type PaymentMethod, paymentMethods } from '../../src/signup/form.ts';
import { unansweredCalls } from '../../src/signup/messages.ts';
import { methods } from '../../src/signup/payment-methods.ts';
import { untouchedSession } from '../../src/signup/session/saved-session.ts';
import { completeDonor, completeDonorOverseas, donorsCompletion } from '../complete-donor.ts';
import { type InputRest, linesOf, now, showInput, showState, untouched } from './show.tsx';

const at = now.getTime();
const expirationYear = '2029';
const donor = { ...completeDonor, expirationYear };
const donorOverseas = { ...completeDonorOverseas, expirationYear };
const card = { cardToken: 'token', maskedCardNumber: '************1111', issuedAt: at };
const application = { ...untouchedSession.application, isCopied: true };
const registration = {
  ...{ registerToken: 'token', applicationKey: 'key', callback: null },
  completion: donorsCompletion,
};
const ofAnother = { postalCode: '1500001', prefecture: '東京都', city: '千代田区千代田' };
const shrine = { postalCode: '1000001', prefecture: '東京都', city: '渋谷区神宮前' };

const state =
  (...shown: Parameters<typeof showState>) =>
  () =>
    showState(...shown);
const input = (form?: Parameters<typeof showInput>[0], rest?: InputRest) => () => showInput(form, rest);
const after = (...events: SignupEvent[]): InputRest => ({ events });
const confirm = (context: Parameters<typeof showState>[1] = {}) =>
  state({ confirm: 'reviewing' }, { form: donor, card, ...context });
const knowing = (known: Partial<typeof untouched.lookups>) =>
  confirm({ lookups: { ...untouched.lookups, ...known } });
const submitting = (step: 'awaitingAccessToken' | 'registering' | { solvingCaptcha: 'checking' }) =>
  state({ confirm: { submitting: step } }, { form: donor, card });
const complete = (
  step: 'leaving' | 'stalled' | 'remembered',
  paymentMethod: PaymentMethod,
  expatriate = false,
) =>
  state(
    { complete: step },
    {
      lastTry: {
        status: 'finished',
        at: Date.UTC(2026, 11, 31, 15, 5),
        amount: 3000,
        paymentMethod,
        expatriate,
      },
    },
  );

type Screen = [name: string, show: () => HTMLElement];
const forMethods = (
  paid: readonly PaymentMethod[],
  show: (paymentMethod: PaymentMethod, name: string) => Screen[],
): Screen[] => paid.flatMap((paymentMethod) => show(paymentMethod, methods[paymentMethod].shortName));
const otherMethods = paymentMethods.filter((method) => method !== emptyForm.paymentMethod);

/** Every screen, each with what changes its words. */
const screens: readonly Screen[] = [
  ['The input screen', input()],
  ...forMethods(otherMethods, (paymentMethod, name) => [[`… by ${name}`, input({ paymentMethod })]]),
  ['… with a kept card', input(donor, { card })],
  [
    '… with errors',
    input({ email: 'hanako' }, after({ type: 'input.rejected', wrongFields: ['lastName', 'email'], at })),
  ],
  [
    '… with all errors corrected',
    input(
      { ...donor, paymentMethod: BANK_DEBIT },
      after({ type: 'input.rejected', wrongFields: ['email'], at }),
    ),
  ],
  [
    '… with all errors corrected, and others since',
    input(donor, after({ type: 'input.rejected', wrongFields: ['email'], at })),
  ],
  [
    '… where a change was asked for',
    input(donor, {
      card,
      ...after({ type: 'input.confirmed', at }, { type: 'change.requested', field: 'email' }),
    }),
  ],
  [
    '… where the name has changed since the furigana',
    state({ input: { form: 'filling' } }, { furigana: { ...untouched.furigana, isDoubted: true } }),
  ],
  ['… while the card is checked', input({}, after({ type: 'input.confirmed', at }))],
  ['… with a message of the host', input({}, { messages: ['残高が足りません。'] })],
  ['… where storage is full', input({}, after({ type: 'storage.changed', problem: 'full' }))],
  ['… where storage is forbidden', input({}, after({ type: 'storage.changed', problem: 'forbidden' }))],
  [
    '… before the draft is cleared',
    () => {
      const page = showInput();
      fireEvent.click(screen.getByRole('button', { name: '入力内容を消去する' }));
      return page;
    },
  ],
  ['… with the notice on cards', state({ input: 'cardNotice' })],

  ['The input screen overseas', input({ expatriate: true })],
  ['… with another amount', input({ expatriate: true, price: 'other' })],
  [
    '… with a phone number that is too short',
    input({ expatriate: true, phone: '123' }, after({ type: 'input.rejected', wrongFields: ['phone'], at })),
  ],
  ...forMethods(otherMethods, (paymentMethod, name) => [
    [`… by ${name}`, input({ expatriate: true, paymentMethod })],
  ]),

  ['The confirm screen', confirm()],
  ['… from overseas', confirm({ form: donorOverseas })],
  ...forMethods(otherMethods, (paymentMethod, name) => [
    [`… by ${name}`, confirm({ form: { ...donor, paymentMethod } })],
    [`… from overseas, by ${name}`, confirm({ form: { ...donorOverseas, paymentMethod } })],
  ]),
  ['… with every box ticked', confirm({ agreements: { understood: true, bankFormUnderstood: true } })],
  ['… with another code’s address', knowing({ filled: ofAnother })],
  ['… with another address than the code’s', knowing({ answer: shrine })],
  ['… with another address than the code’s, on purpose', knowing({ answer: shrine, declined: '1000001' })],
  [
    '… with another code’s address, and a street that repeats the city',
    confirm({
      form: { ...donor, street: '千代田区千代田1-1' },
      lookups: { ...untouched.lookups, filled: ofAnother },
    }),
  ],
  ['… where storage is full', confirm({ storageProblem: 'full' })],
  ['… where a card application has been sent before', confirm({ registration })],
  ['… where that was declined', confirm({ registration, lastTry: { status: 'declined' } })],
  ['… with the same application in another tab', confirm({ application })],
  ...unansweredCalls.map((call): (typeof screens)[number] => [
    `… where ${call} had no answer, with the same application in another tab`,
    confirm({ lastTry: { status: 'unanswered', call }, application }),
  ]),
  ['… with a card that has grown too old', state({ confirm: 'cardExpired' }, { form: donor, card })],
  ['… while the captcha is solved', submitting({ solvingCaptcha: 'checking' })],
  ['… while an access token is awaited', submitting('awaitingAccessToken')],
  ['… while the application is sent', submitting('registering')],

  ['The way to the bank', state({ cardRedirect: 'leaving' })],
  ['… where the bank’s page does not come', state({ cardRedirect: 'stalled' })],

  ['The way back from the bank', state({ callback: { verifying: 'waiting' } })],
  ['… while an access token is awaited', state({ callback: 'awaitingAccessToken' })],
  ['… where it is slow', state({ callback: { verifying: 'slow' } })],
  ['… where nothing could be sent', state({ callback: 'notSent' })],
  ['… while the form opens again', state({ callback: 'reopening' })],

  ['The completion', complete('leaving', CARD)],
  ['… where its page does not come', complete('stalled', CARD)],

  ...forMethods(paymentMethods, (paymentMethod, name) => [
    [`An earlier application by ${name}`, complete('remembered', paymentMethod)],
    [`… by ${name} from overseas`, complete('remembered', paymentMethod, true)],
  ]),
];

const howToRead = `What each screen says, under the page's title; then what changes it, with the lines that go (-) and come (+).
In brackets stands what only a screen reader hears, behind an arrow where a link leads in a new tab. The footer is not repeated
here. A change of words is approved by: npx vitest run tests/views/words -u`;

/** The lines that are not among the others, as often as they occur. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const rest = [...others];
  return lines.filter((line) => {
    const place = rest.indexOf(line);
    if (place >= 0) rest.splice(place, 1);
    return place < 0;
  });
}

test('each screen says what words.txt says', {
  tags: [
    ...['@§1.3', '@§1.7', '@§1.9', '@§1.10', '@§1.11', '@§1.12', '@§1.13', '@§1.14', '@§1.15', '@§1.16'],
    ...['@§1.17', '@§1.18', '@§1.19', '@§1.20', '@§1.21', '@§2.21', '@§2.23', '@§2.24', '@§2.28'],
    ...['@§2.29', '@§2.37', '@§2.39', '@§2.65', '@§9.6', '@§9.8', '@§9.17'],
  ],
}, async () => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  let usual: string[] = [];
  const said = screens.map(([name, show]) => {
    show();
    const parts = [screen.getByRole('banner'), screen.getByRole('main')];
    const lines = [document.title, ...parts.flatMap((part) => linesOf(part, { isHeardToo: true }))];
    if (name.startsWith('…')) {
      const gone = without(usual, lines).map((line) => `- ${line}`);
      return [`\n${name}`, ...gone, ...without(lines, usual).map((line) => `+ ${line}`)];
    }
    usual = lines;
    return [`\n\n# ${name}\n`, ...lines];
  });
  await expect(`${howToRead}\n${said.flat().join('\n')}\n`).toMatchFileSnapshot('words.txt');
});

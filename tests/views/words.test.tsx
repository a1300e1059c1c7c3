import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { states } from '../../model-tests/states.ts';
import {
  BANK_DEBIT,
  CARD,
  emptyForm,
  type FieldName,
  type PaymentMethod,
  paymentMethods,
} from '../../src/signup/form.ts';
import { unansweredCalls } from '../../src/signup/messages.ts';
import { methods } from '../../src/signup/payment-methods.ts';
import { untouchedSession } from '../../src/signup/session/saved-session.ts';
import { completeDonor, completeDonorOverseas, donorsCompletion } from '../complete-donor.ts';
import { after, knowing } from './notes.ts';
import { type InputRest, linesOf, now, showInput, showState, untouched } from './show.tsx';

const at = now.getTime();
const expirationYear = '2029';
const donor = { ...completeDonor, expirationYear };
const donorOverseas = { ...completeDonorOverseas, expirationYear };
const otherPrice = { price: 'other', priceOther: '1234567' } as const;
const options = { ...otherPrice, gender: 'その他', mailMagazine: false, annualReport: true } as const;
const birth = { birthYear: '1980', birthMonth: '2', birthDay: '29' };
const card = { cardToken: 'token', maskedCardNumber: '************1111', issuedAt: at };
const application = { ...untouchedSession.application, isCopied: true };
const registration = {
  ...{ registerToken: 'token', applicationKey: 'key', callback: null, isDeclined: false },
  completion: donorsCompletion,
};
const ofAnother = { postalCode: '1500001', prefecture: '東京都', city: '千代田区千代田' };
const shrine = { postalCode: '1000001', prefecture: '東京都', city: '渋谷区神宮前' };

const state =
  (...shown: Parameters<typeof showState>) =>
  () =>
    showState(...shown);
const input = (form?: Parameters<typeof showInput>[0], rest?: InputRest) => () => showInput(form, rest);
const byBank = { paymentMethod: BANK_DEBIT } as const;
const rejected = (...wrongFields: FieldName[]) => after({ type: 'input.rejected', wrongFields, at });
const confirm = (context: Parameters<typeof showState>[1] = {}) =>
  state({ confirm: 'reviewing' }, { form: donor, card, ...context });
const allAgreed = { understood: true, bankFormUnderstood: true };
const submitting = (
  step: 'awaitingAccessToken' | 'registering' | { solvingCaptcha: 'checking' | 'asking' | 'asked' },
) => state({ confirm: { submitting: step } }, { form: donor, card, agreements: allAgreed });
const signedUpAt = Date.UTC(2026, 11, 31, 15, 5);
const complete = (
  step: 'leaving' | 'stalled' | 'remembered',
  paymentMethod: PaymentMethod = CARD,
  expatriate = false,
) =>
  state(
    { complete: step },
    { lastTry: { status: 'finished', at: signedUpAt, amount: 3000, paymentMethod, expatriate } },
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
  ['…… with an amount that is too small', input({ ...byBank, price: '1000' }, rejected('price'))],
  ['…… with all errors corrected', input({ ...donor, ...byBank }, rejected('email'))],
  ['… with a kept card', input(donor, { card })],
  [
    '…… where a change was asked for',
    input(donor, {
      card,
      ...after({ type: 'input.confirmed', at }, { type: 'change.requested', field: 'email' }),
    }),
  ],
  ['… with errors', input({ email: 'hanako' }, rejected('lastName', 'email'))],
  ['… with all errors corrected, and others since', input(donor, rejected('email'))],
  ['… while an outcome is unknown', state({ input: { form: 'outcomeUnknown' } })],
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
  ['…… that is too large', input({ expatriate: true, price: 'other', priceOther: '10000000' })],
  ['… with a phone number that is too short', input({ expatriate: true, phone: '123' }, rejected('phone'))],
  ...forMethods(otherMethods, (paymentMethod, name) => [
    [`… by ${name}`, input({ expatriate: true, paymentMethod })],
  ]),

  ['The confirm screen', confirm()],
  ['… from overseas', confirm({ form: donorOverseas })],
  ...forMethods(otherMethods, (paymentMethod, name) => [
    [`… by ${name}`, confirm({ form: { ...donor, paymentMethod } })],
    [`…… from overseas`, confirm({ form: { ...donorOverseas, paymentMethod } })],
    ...methods[paymentMethod].agreements.map(
      ({ name: box }): Screen => [
        `…… with the box ${box} ticked`,
        confirm({ form: { ...donor, paymentMethod }, agreements: { ...untouched.agreements, [box]: true } }),
      ],
    ),
  ]),
  ['… with every box ticked', confirm({ agreements: allAgreed })],
  ['… with every option', confirm({ form: { ...donor, ...options, ...birth } })],
  ['… with another code’s address', confirm(knowing({ filled: ofAnother }))],
  [
    '…… and a street that repeats the city',
    confirm({ form: { ...donor, street: '千代田区千代田1-1' }, ...knowing({ filled: ofAnother }) }),
  ],
  ['… with another address than the code’s', confirm(knowing({ answer: shrine }))],
  ['…… on purpose', confirm(knowing({ answer: shrine, declined: '1000001' }))],
  ['… where storage is full', confirm({ storageProblem: 'full' })],
  ['… where a card application has been sent before', confirm({ registration })],
  ['… where that was declined', confirm({ registration: { ...registration, isDeclined: true } })],
  ['… with the same application in another tab', confirm({ application })],
  ...unansweredCalls.map((call): (typeof screens)[number] => [
    `…… where ${call} had no answer`,
    confirm({ unanswered: [{ call, key: 'key' }], application }),
  ]),
  ['… with a card that has grown too old', state({ confirm: 'cardExpired' }, { form: donor, card })],
  ['… while the captcha is solved', submitting({ solvingCaptcha: 'checking' })],
  ['…… while it asks a question', submitting({ solvingCaptcha: 'asking' })],
  ['…… after its question', submitting({ solvingCaptcha: 'asked' })],
  ['…… while an access token is awaited', submitting('awaitingAccessToken')],
  ['…… while the application is sent', submitting('registering')],

  ['The way to the bank', state({ cardRedirect: 'leaving' })],
  ['… where the bank’s page does not come', state({ cardRedirect: 'stalled' })],

  ['The way back from the bank', state({ callback: { verifying: 'waiting' } })],
  ['… while an access token is awaited', state({ callback: 'awaitingAccessToken' })],
  ['… where it is slow', state({ callback: { verifying: 'slow' } })],
  ['… where nothing could be sent', state({ callback: 'notSent' })],
  ['… while the form opens again', state({ callback: 'reopening' })],

  ['The completion', complete('leaving')],
  ['… where its page does not come', complete('stalled')],

  ['…… of an earlier application', complete('remembered')],
  ['……… from overseas', complete('remembered', CARD, true)],
  ...forMethods(otherMethods, (paymentMethod, name) => [
    [`……… by ${name}`, complete('remembered', paymentMethod)],
    [`………… from overseas`, complete('remembered', paymentMethod, true)],
  ]),

  ['The footer', () => within(showInput()).getByRole('contentinfo')],
];

const howToRead = `What each screen says, under the page's title. Behind … stands what changes it, with the lines that go (-) and come (+); behind
…… what changes that further. In ［brackets］ stands what only a screen reader hears, or which control is there; in ‹these› what is only
seen; behind an arrow where a link leads. A change is approved by: npx vitest run tests/views/words -u`;

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
  tags: (
    '@§1.3 @§1.7 @§1.8 @§1.9 @§1.10 @§1.11 @§1.12 @§1.13 @§1.14 @§1.15 @§1.16 @§1.17 @§1.18 @§1.19 @§1.20 ' +
    '@§1.21 @§1.23 @§1.24 @§2.6 @§2.7 @§2.8 @§2.9 @§2.10 @§2.11 @§2.13 @§2.14 @§2.15 @§2.16 @§2.17 @§2.18 ' +
    '@§2.19 @§2.20 @§2.21 @§2.23 @§2.24 @§2.28 @§2.29 @§2.35 @§2.36 @§2.37 @§2.38 @§2.39 @§2.44 @§2.45 ' +
    '@§2.46 @§2.47 @§2.48 @§2.49 @§2.50 @§2.51 @§2.52 @§2.53 @§2.54 @§2.55 @§2.56 @§2.57 @§2.59 @§2.60 ' +
    '@§2.61 @§2.62 @§2.63 @§2.65 @§4.17 @§9.2 @§9.3 @§9.5 @§9.6 @§9.8 @§9.17'
  ).split(' '),
}, async () => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  /** The lines of the screens with which the following ones are compared. */
  const usual: string[][] = [];
  const unsaid = new Set(Object.keys(states));
  const said = screens.map(([name, show]) => {
    const shown = show();
    unsaid.delete(screen.getByRole('main').dataset.state ?? '');
    const [parts, title] = shown.matches('footer')
      ? [[shown], []]
      : [[screen.getByRole('banner'), screen.getByRole('main')], [document.title]];
    const lines = [...title, ...parts.flatMap(linesOf)];
    const depth = name.lastIndexOf('…') + 1;
    const before = usual[depth - 1] ?? [];
    usual[depth] = lines;
    if (depth === 0) return [`\n\n# ${name}\n`, ...lines];
    const gone = without(before, lines).map((line) => `- ${line}`);
    return [`\n${name}`, ...gone, ...without(lines, before).map((line) => `+ ${line}`)];
  });
  await expect(`${howToRead}\n${said.flat().join('\n')}\n`).toMatchFileSnapshot('words.txt');
  expect([...unsaid], 'states without a screen here').toEqual([]);
});

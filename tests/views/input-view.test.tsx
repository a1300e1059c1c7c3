import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { signupMachine } from '../../src/machines/signup.ts';
import { inputFields } from '../../src/signup/fields.ts';
import { BANK_DEBIT, emptyForm, type SignupForm } from '../../src/signup/form.ts';
import { type SavedSession, untouchedSession } from '../../src/signup/saved-session.ts';
import { InputView } from '../../src/views/input/InputView.tsx';

const now = new Date(2026, 10, 20);

function render(form: Partial<SignupForm> = {}, saved: Partial<SavedSession> = {}): string {
  const actor = createActor(signupMachine, {
    input: {
      route: 'input',
      now: now.getTime(),
      callback: null,
      isOpenedByBank: false,
      completion: null,
      allowedRedirectOrigins: [],
      seed: 'seed',
      saved: {
        ...untouchedSession,
        form: { ...emptyForm, ...form },
        ...saved,
      },
    },
  });
  return renderToString(<InputView actor={actor} cardSource={{ read: null }} now={now} />);
}

/** In the order of the screen; a group of radios once. */
const namesIn = (html: string) => [
  ...new Set(Array.from(html.matchAll(/<(?:input|select)[^>]* name="(\w+)"/g), ([, name]) => name)),
];

afterEach(() => vi.restoreAllMocks());

test.each([
  ['an untouched form', {}],
  ['a free amount', { price: 'other' }],
  ['an overseas address', { expatriate: true }],
  ['bank debit', { paymentMethod: BANK_DEBIT }],
] satisfies [string, Partial<SignupForm>][])(
  '%s shows the fields that the rules ask for, in their order',
  (_, form) => {
    expect(namesIn(render(form))).toEqual(inputFields({ ...emptyForm, ...form }, false));
  },
);

test('a kept card is shown by its last digits and not asked for again', () => {
  const card = { cardToken: 'token', maskedCardNumber: '************1111', issuedAt: now.getTime() };
  const html = render({}, { card });
  expect(namesIn(html)).toEqual(inputFields(emptyForm, true));
  expect(html).toContain('**** 1111');
});

test('a restored form shows what was typed, a country before the list of countries has come', () => {
  const html = render({ expatriate: true, lastName: '山田', country: 'Canada' });
  expect(html).toContain('value="山田"');
  expect(html).toMatch(/<option[^>]*selected=""[^>]*>Canada/);
});

test('the HTML suits a strict content security policy and brings no complaint from React', () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {});
  const html = render({ price: 'other' }) + render({ expatriate: true });
  expect(html).not.toMatch(/ style=| on[a-z]+=/);
  expect(complain).not.toHaveBeenCalled();
});

import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { createActor, transition } from 'xstate';
import { signupMachine } from '../../src/machines/signup.ts';
import type { SignupEvent } from '../../src/machines/signup-parts.ts';
import { birthDays, birthMonths, birthYears } from '../../src/signup/birth-date.ts';
import { expiryMonths, expiryYears } from '../../src/signup/card-expiry.ts';
import { inputFields } from '../../src/signup/fields.ts';
import { BANK_DEBIT, emptyForm, type SignupForm } from '../../src/signup/form.ts';
import { fieldMessages } from '../../src/signup/messages.ts';
import { prefectures } from '../../src/signup/prefectures.ts';
import { type SavedSession, untouchedSession } from '../../src/signup/saved-session.ts';
import { InputView } from '../../src/views/input/InputView.tsx';

const now = new Date(2026, 10, 20);

/** The input screen with this form, after these events. */
function render(
  form: Partial<SignupForm> = {},
  saved: Partial<SavedSession> = {},
  ...events: SignupEvent[]
): string {
  const input = {
    arrival: 'input' as const,
    now: now.getTime(),
    callback: null,
    isOpenedByBank: false,
    completion: null,
    allowedRedirectOrigins: [],
    seed: 'seed',
    saved: { ...untouchedSession, form: { ...emptyForm, ...form }, ...saved },
  };
  let snapshot = createActor(signupMachine, { input }).getSnapshot();
  for (const event of events) [snapshot] = transition(signupMachine, snapshot, event);
  const actor = createActor(signupMachine, { input, snapshot });
  return renderToString(<InputView actor={actor} cardSource={{ read: null }} now={now} />);
}

const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`, 'i').exec(tag)?.[1];

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
  { tags: '@§2.38' },
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

test('a restored form shows what was typed, also a country before the list of countries has loaded', () => {
  const html = render({ expatriate: true, lastName: '山田', country: 'Canada' });
  expect(html).toContain('value="山田"');
  expect(html).toMatch(/<option[^>]*selected=""[^>]*>Canada/);
  // a year that has passed
  expect(render({ expirationYear: '2025' })).toMatch(/<option[^>]*selected=""[^>]*>2025/);
});

test('each list offers what there is to choose from', {
  tags: ['@§3.8', '@§3.15', '@§4.19', '@§4.23', '@§4.24', '@§9.10', '@§9.11', '@§9.12', '@§9.13'],
}, () => {
  const offered = (name: string, form: Partial<SignupForm> = {}) => {
    const [, options = ''] =
      new RegExp(`<select[^>]* name="${name}".*?>(.*?)</select>`).exec(render(form)) ?? [];
    return Array.from(options.matchAll(/ value="([^"]+)"/g), ([, value]) => value);
  };
  expect(offered('birthYear')).toEqual(birthYears(now));
  expect(offered('birthMonth')).toEqual(birthMonths);
  expect(offered('birthDay')).toEqual(birthDays('', ''));
  expect(offered('birthDay', { birthYear: '2000', birthMonth: '2' })).toEqual(birthDays('2000', '2'));
  expect(offered('birthDay', { birthYear: '2001', birthMonth: '2' })).toEqual(birthDays('2001', '2'));
  expect(offered('prefecture')).toEqual(prefectures);
  expect(offered('expirationMonth')).toEqual(expiryMonths);
  expect(offered('expirationYear')).toEqual(expiryYears(now));
  const genders = render().match(/<input[^>]* name="gender"[^>]*>/g) ?? [];
  expect(genders.map((tag) => attribute(tag, 'value'))).toEqual(['男性', '女性', 'その他', '']);
});

/** What tells browsers and phone keyboards about each control: `autocomplete inputmode enterkeyhint lang`. */
const hints = {
  priceOther: 'off numeric next –',
  lastName: 'family-name – next –',
  firstName: 'given-name – next –',
  furigana: 'off – next –',
  email: 'email email next –',
  phone: 'tel tel next –',
  birthYear: 'bday-year – – –',
  birthMonth: 'bday-month – – –',
  birthDay: 'bday-day – – –',
  cardNum: 'cc-number numeric next –',
  expirationMonth: 'cc-exp-month – – –',
  expirationYear: 'cc-exp-year – – –',
  securityCode: 'cc-csc numeric next –',
};
test.each([
  [
    false,
    {
      zip: 'postal-code numeric next –',
      prefecture: 'address-level1 – – –',
      city: 'address-level2 – next –',
      street: 'address-line1 – next –',
    },
  ],
  [
    true,
    {
      street: 'address-line1 – next en',
      city: 'address-level2 – next en',
      prefecture: 'address-level1 – next en',
      country: 'country-name – – –',
      zipExpatriate: 'postal-code – next en',
    },
  ],
])('every field tells browsers and keyboards what belongs into it (overseas: %s)', (expatriate, address) => {
  const controls = render({ price: 'other', expatriate }).match(/<(?:input|select)[^>]* name="[^>]*>/g) ?? [];
  const described = controls
    .filter((tag) => !/ type="(radio|checkbox)"/.test(tag))
    .map((tag) => [
      attribute(tag, 'name'),
      ['autocomplete', 'inputmode', 'enterkeyhint', 'lang']
        .map((name) => attribute(tag, name) ?? '–')
        .join(' '),
    ]);
  expect(Object.fromEntries(described)).toEqual({ ...hints, ...address });
});

test('overseas every label is in both languages, and the phone’s hint says which digits', () => {
  const html = render({ price: 'other', expatriate: true });
  const labels = Array.from(
    html.matchAll(/<(label|legend)[^>]* class="field-label[^>]*>(.*?)<\/\1>/g),
    ([, , words = '']) => words.replace(/<[^>]+>/g, ''),
  );
  expect(labels.length).toBeGreaterThan(15);
  expect(labels.filter((words) => !/[ぁ-んァ-ヶ一-龠].*[A-Za-z]{3}/u.test(words))).toEqual([
    '年',
    '月',
    '日',
  ]);
  expect(html).toContain(fieldMessages.overseasPhone);
});

test('overseas bank debit says that no form is mailed there', () => {
  const html = render({ expatriate: true, paymentMethod: BANK_DEBIT });
  expect(html).toContain('海外へは口座引落の申込用紙をお送りできません');
  expect(html).toContain('口座引落には申込用紙の郵送が必要ですが、海外へは郵便物をお送りしておりません');
  expect(html).not.toContain('申込用紙を郵送します');
});

test('the form says that a day which the month does not have was removed', () => {
  const form = { birthYear: '2001', birthMonth: '1', birthDay: '31' };
  const said = '選んだ月にない日だったため、日を空欄に戻しました。日を選び直してください。';
  expect(render(form)).not.toContain(said);
  expect(render(form, {}, { type: 'field.changed', change: { name: 'birthMonth', value: '4' } })).toContain(
    said,
  );
});

test('the form says that a postal code brought no address, but not of another code, whose answer may still come', () => {
  const lookups = { ...untouchedSession.lookups, unanswered: '9990001' };
  const said = '住所を自動で入力できませんでした。続けてご入力ください。';
  expect(render({ zip: '999-0001' }, { lookups })).toContain(said);
  expect(render({ zip: '999-0002' }, { lookups })).not.toContain(said);
});

test('the HTML suits a strict content security policy and brings no complaint from React', () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {});
  const html = render({ price: 'other' }) + render({ expatriate: true });
  expect(html).not.toMatch(/ style=| on[a-z]+=/);
  expect(complain).not.toHaveBeenCalled();
});

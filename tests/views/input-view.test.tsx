import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { createActor, transition } from 'xstate';
import { signupMachine } from '../../src/machines/signup.ts';
import type { SignupEvent } from '../../src/machines/signup-parts.ts';
import { birthDays, birthMonths, birthYears } from '../../src/signup/birth-date.ts';
import { expiryMonths, expiryYears } from '../../src/signup/card-expiry.ts';
import { inputFields, isOptional, label } from '../../src/signup/fields.ts';
import {
  BANK_DEBIT,
  type CardEntry,
  definitions,
  emptyForm,
  type SignupForm,
} from '../../src/signup/form.ts';
import { cardNeedsStorage, fieldMessages } from '../../src/signup/messages.ts';
import { prefectures } from '../../src/signup/prefectures.ts';
import { type SavedSession, type StorageProblem, untouchedSession } from '../../src/signup/saved-session.ts';
import { InputView } from '../../src/views/input/InputView.tsx';
import { completeDonor, completeDonorByBank } from '../complete-donor.ts';

const now = new Date(2026, 10, 20);

type Rest = Partial<
  SavedSession & { events: readonly SignupEvent[]; entry: CardEntry; storageProblem: StorageProblem }
>;

/** The input screen with this form, of a session with `rest`, after its events; with `entry`, drawn anew. */
function render(form: Partial<SignupForm> = {}, rest: Rest = {}): string {
  const { events = [], entry, storageProblem = null, ...saved } = rest;
  const input = {
    arrival: 'input' as const,
    now: now.getTime(),
    callback: null,
    isOpenedByBank: false,
    allowedRedirectOrigins: [],
    seed: 'seed',
    saved: { ...untouchedSession, form: { ...emptyForm, ...form }, ...saved },
  };
  let snapshot = createActor(signupMachine, { input }).getSnapshot();
  for (const event of events) [snapshot] = transition(signupMachine, snapshot, event);
  const earlier = { current: entry ? { prerendered: null, card: entry, focused: null, top: 0 } : null };
  const props = { actor: createActor(signupMachine, { input, snapshot }), now, storageProblem, earlier };
  return renderToString(<InputView cardSource={{ read: null }} {...props} />).replaceAll('<!-- -->', '');
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
  const html = render({ expirationMonth: '04', expirationYear: '2029' }, { card });
  expect(namesIn(html)).toEqual(inputFields(emptyForm, true));
  expect(html).toMatch(/\*\*\*\* 1111<.*有効期限 2029年0?4月/);
  expect(html).toContain('id="open-card-notice" aria-haspopup="dialog"');
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
  const unspelt = controls.filter((tag) => attribute(tag, 'spellcheck') === 'false');
  expect(unspelt.map((tag) => attribute(tag, 'name'))).toEqual([
    ...['lastName', 'firstName', 'email'],
    ...(expatriate ? ['zipExpatriate'] : []),
  ]);
});

test('overseas every label is in both languages, the English marked, and the phone’s hint says which digits', () => {
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
  expect(html.replaceAll(/<[^>]+>/g, '')).toContain(fieldMessages.overseasPhone);
  // an option has one language
  const japanese = html.replaceAll(/<option.*?<\/option>|<(\w+) lang="en">.*?<\/\1>|American Express/g, '');
  expect(japanese.match(/[A-Za-z]+ [A-Za-z]+(?=[^<>]*<)/g)).toBe(null);
});

/** What each live region says. */
const statuses = (html: string) =>
  Array.from(html.matchAll(/<(p|div)[^>]* role="status"[^>]*>(.*?)<\/\1>/g), ([, , words = '']) =>
    words.replace(/<[^>]+>/g, ''),
  );

const { lookups } = untouchedSession;
const nothingEntered: CardEntry = { cardNum: '', securityCode: '' };
const home = { zip: '150-0001', prefecture: '東京都', city: '港区芝' };
const brought = { prefecture: '東京都', city: '渋谷区神宮前' };
const ofCode = { postalCode: '1500001', ...brought };
test.each<[said: string, form: Partial<SignupForm>, rest: Rest]>([
  [
    '選んだ月にない日だったため、日を空欄に戻しました。日を選び直してください。',
    { birthYear: '2001', birthMonth: '1', birthDay: '31' },
    { events: [{ type: 'field.changed', change: { name: 'birthMonth', value: '4' } }] },
  ],
  [
    '住所を自動で入力できませんでした。続けてご入力ください。',
    { zip: '999-0001' },
    { lookups: { ...lookups, unanswered: '9990001' } },
  ],
  ['住所を入力しました。', { ...home, ...brought }, { lookups: { ...lookups, filled: ofCode } }],
  [
    'この郵便番号の住所を確認できませんでした。下の住所が合っているか、ご確認ください。',
    { ...brought, zip: '999-0001' },
    { lookups: { ...lookups, filled: ofCode, unanswered: '9990001' } },
  ],
  [
    'この郵便番号の住所は、東京都渋谷区神宮前です。下の住所が合っているか、ご確認ください。',
    home,
    { lookups: { ...lookups, answer: ofCode } },
  ],
  [
    '番地・建物名の欄に、上の欄と同じ都道府県や市区町村が入っています。番地・建物名だけにしますか？',
    { ...home, street: '東京都港区芝1-1' },
    {},
  ],
  ['もしかして：hanako@gmail.comですか？', { email: 'hanako@gmial.com' }, {}],
  ['入力内容を消去しました。', { lastName: '山田' }, { events: [{ type: 'draft.cleared', at: 1 }] }],
  ['カード情報を確認しています…', {}, { events: [{ type: 'input.confirmed', at: 0 }] }],
  ['Visa', {}, { entry: { ...nothingEntered, cardNum: '4111' } }],
])('the form says “%s”, in a region that was there before and was silent', (said, form, rest) => {
  const silent = statuses(render());
  expect(silent.join('')).toBe('');
  const heard = statuses(render(form, rest));
  expect(heard.filter((words) => words !== '')).toEqual([said]);
  expect(heard).toHaveLength(silent.length);
});

test.each<[what: string, form: Partial<SignupForm>, rest: Rest]>([
  [
    'a postal code whose answer may still come',
    { zip: '999-0002' },
    { lookups: { ...lookups, unanswered: '9990001' } },
  ],
  [
    'a mail address that breaks a rule',
    { email: 'hana ko@gmial.com' },
    { entry: nothingEntered, events: [{ type: 'input.rejected', wrongFields: ['email'] }] },
  ],
])('of %s nothing is said', (_, form, rest) => {
  expect(statuses(render(form, rest)).join('')).toBe('');
});

test('while the card is checked, nothing can be typed, cleared or sent again', () => {
  const html = render({}, { events: [{ type: 'input.confirmed', at: 0 }] });
  expect(html.match(/<div class="(input-form-fields|draft-note)" inert=""/g)).toHaveLength(2);
  expect(html).toMatch(/<button[^>]* id="go-on" aria-disabled="true"><span class="spinner">/);
});

test('where nothing can be stored, the form says why, and that a card needs it; its question has a name', () => {
  const html = render({}, { storageProblem: 'full' });
  expect(html).toContain('空きがないため、入力内容は保存されません');
  expect(html).toContain(cardNeedsStorage.full);
  expect(html).toContain('role="group" aria-labelledby="draft-question"');
});

test.each([false, true])(
  'each field that breaks a rule is marked, described by its error, and linked from the list (overseas: %s)',
  (expatriate) => {
    const form = { ...emptyForm, price: 'other', expatriate } as const;
    const wrongFields = inputFields(form, false).filter(
      (name) => !isOptional(name) && !definitions[name].choices,
    );
    const html = render(form, {
      entry: nothingEntered,
      events: [{ type: 'input.rejected', wrongFields }],
    });
    const controls = html.match(/<(?:input|select)[^>]* aria-invalid="true"[^>]*>/g) ?? [];
    expect(
      controls.map((tag) => [attribute(tag, 'name'), attribute(tag, 'aria-describedby')?.split(' ')[0]]),
    ).toEqual(wrongFields.map((name) => [name, `error-${name}`]));
    expect(html).toContain('class="notice notice-error summary"');
    const bubbles = html.matchAll(/<button[^>]* aria-label="([^"]*)"><span id="(.*?)">(.*?)<\/span>/g);
    expect(Array.from(bubbles, ([, ...bubble]) => bubble)).toEqual(
      wrongFields.map((name) => [
        `必須項目です（${label(name, expatriate)}のお知らせを閉じる）`,
        `error-${name}`,
        '必須項目です',
      ]),
    );
    const links = html.matchAll(/<a href="#(field-\w+)">(.*?)<span class="visually-hidden">：(.*?)<\/span>/g);
    expect(Array.from(links, ([, ...link]) => link)).toEqual(
      wrongFields.map((name) => [`field-${name}`, label(name, expatriate), '必須項目です']),
    );
  },
);

test('a group of radios is described by its error and its hint', () => {
  const form = { price: '1000', paymentMethod: BANK_DEBIT, expatriate: true } as const;
  const events: SignupEvent[] = [{ type: 'input.rejected', wrongFields: ['price'] }];
  const html = render(form, { entry: nothingEntered, events });
  const groups = html.matchAll(/<fieldset class="field" aria-describedby="(.*?)">/g);
  const described = Array.from(groups, ([, ids = '']) => ids.split(' ')).flat();
  expect(described).toEqual(['error-price', 'hint-paymentMethod']);
  for (const id of described) expect(html).toContain(`id="${id}"`);
});

test.each([
  ['only what has appeared since is left', completeDonor, 'ほかの項目もご確認のうえ、次へお進みください。'],
  ['nothing is left', completeDonorByBank, 'このまま次へお進みください。'],
])(
  'once all errors are corrected and %s, the list says so',
  (_, { cardNum, securityCode, ...form }, said) => {
    const events: SignupEvent[] = [{ type: 'input.rejected', wrongFields: ['email'] }];
    const html = render(form, { entry: nothingEntered, events });
    expect(html).toContain(`修正が済みました</h2><p>${said}</p>`);
  },
);

test('the HTML suits a strict content security policy and brings no complaint from React', () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {});
  const html = render({ price: 'other' }) + render({ expatriate: true });
  expect(html).not.toMatch(/ style=| on[a-z]+=/);
  // without it Firefox marks empty fields as wrong by itself
  expect(html).toMatch(/<form [^>]*novalidate=""/i);
  expect(complain).not.toHaveBeenCalled();
});

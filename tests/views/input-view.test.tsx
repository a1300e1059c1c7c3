import { act, fireEvent, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { organisation } from '#organisation/organisation.ts';
import { prefectures } from '../../src/signup/address/prefectures.ts';
import { expiryMonths, expiryYears } from '../../src/signup/card/card-expiry.ts';
import { createCardSecrets } from '../../src/signup/card/card-secrets.ts';
import {
  BANK_DEBIT,
  emptyForm,
  type FieldName,
  paymentMethods,
  type SignupForm,
} from '../../src/signup/form.ts';
import { wasCut } from '../../src/signup/messages.ts';
import { birthDays, birthMonths, birthYears } from '../../src/signup/profile/birth-date.ts';
import { serialiseTyped } from '../../src/signup/session/early-draft.ts';
import { showDraft } from '../../src/start/inline/form-controls.ts';
import { followPointer, pointerSettled } from '../../src/views/input/settled-pointer.ts';
import { requiredFields, shownFields } from '../field-table.ts';
import { after, knowing, notes } from './notes.ts';
import { appWith, atInput, descriptionOf, nameOf, now, showInput } from './show.tsx';

test.each<Partial<SignupForm>>([
  { price: 'other' },
  { price: 'other', expatriate: true },
  ...paymentMethods.map((paymentMethod) => ({ paymentMethod })),
])('each field of the table has its control, in the same order: %o', (form) => {
  const controls = showInput(form).querySelectorAll<HTMLInputElement>('form [name]');
  expect([...new Set(Array.from(controls, ({ name }) => name))]).toEqual(
    shownFields({ ...emptyForm, ...form }),
  );
});

const rejected = (...wrongFields: FieldName[]) => after({ type: 'input.rejected', wrongFields, at: 0 });

test.each<[FieldName, Partial<SignupForm>]>([
  ['price', { price: '1000' }],
  ['priceOther', { price: 'other', priceOther: '1500' }],
])('beside the payment method, a press leads to the %s that is too small', (leadsTo, form) => {
  showInput({ ...form, paymentMethod: BANK_DEBIT });
  fireEvent.click(screen.getByRole('button', { name: '金額を変更する' }));
  expect(document.activeElement).toHaveProperty('name', leadsTo);
});

test('a restored form shows what was typed, also what the lists do not offer', () => {
  // the list of countries has not loaded yet
  const restored = { lastName: '山田', country: 'Canada', expirationYear: '2025' };
  showInput({ expatriate: true, ...restored });
  const shown = new FormData(screen.getByRole<HTMLFormElement>('form'));
  expect(Object.fromEntries(shown)).toMatchObject(restored);
});

test('a draft replaces what the browser has restored in the prerendered form', () => {
  showInput();
  const shown = () => Object.fromEntries(new FormData(screen.getByRole<HTMLFormElement>('form')));
  const empty = shown();
  for (const label of ['姓', 'カード番号'])
    screen.getByRole<HTMLInputElement>('textbox', { name: label }).value = '4111';
  showDraft(serialiseTyped({ firstName: '花子' }, now.getTime()), false);
  expect(shown()).toEqual({ ...empty, firstName: '花子' });
});

test('lists offer what there is to choose from', {
  tags: '@§3.2 @§3.8 @§3.15 @§3.18 @§4.19 @§4.23 @§4.24 @§9.10 @§9.11 @§9.12 @§9.13'.split(' '),
}, () => {
  const lists = (form: Partial<SignupForm> = {}) =>
    Array.from(showInput(form).querySelectorAll('select'), ({ name, options }) => [
      name,
      Array.from(options, ({ value }) => value).filter((value) => value !== ''),
    ]);
  expect(lists({ birthYear: '2001', birthMonth: '2' })).toContainEqual(['birthDay', birthDays('2001', '2')]);
  expect(lists()).toEqual([
    ['prefecture', prefectures],
    ['birthYear', birthYears(now)],
    ['birthMonth', birthMonths],
    ['birthDay', birthDays('', '')],
    ['expirationMonth', expiryMonths],
    ['expirationYear', expiryYears(now)],
  ]);
});

/** What each live region says, except the terms of the payment method. */
const statuses = () =>
  [...document.querySelectorAll('main [aria-live="polite"]:not(.payment-details > *)')].map(
    ({ textContent }) => textContent,
  );

test('the form says each sentence in a region that was there before and was silent', () => {
  showInput();
  const silent = statuses();
  expect(silent.join('')).toBe('');
  for (const [said, form, rest] of notes) {
    showInput(form, rest);
    const heard = statuses();
    expect(heard.filter((words) => words !== '')).toEqual([said]);
    expect(heard).toHaveLength(silent.length);
  }
});

test('nothing is said of a code whose answer may still come, or of a mail address that breaks a rule', () => {
  showInput({ zip: '999-0002' }, knowing({ missing: '9990001' }));
  expect(statuses().join('')).toBe('');
  showInput({ email: 'hana ko@gmial.com' }, rejected('email'));
  expect(statuses().join('')).toBe('');
});

test('the form says what it makes of a card’s digits, until they are cleared', () => {
  const secrets = createCardSecrets();
  showInput({}, {}, secrets);
  const silent = statuses();
  const said = (label: string, digits: string) => {
    fireEvent.input(screen.getByRole('textbox', { name: label }), { target: { value: digits } });
    return statuses().filter(Boolean);
  };
  expect(said('カード番号', '4111')).toEqual(['Visa']);
  expect(said('カード番号', '3622')).toEqual([
    'Diners Clubのカード番号のようです。ご利用いただけるのは、Visa・Mastercard・JCB・American Expressです。',
  ]);
  act(() => secrets.clear());
  expect(said('セキュリティコード', '12345')).toEqual([wasCut(4)]);
  act(() => secrets.clear());
  expect(statuses()).toEqual(silent);
});

test.each([false, true])('each wrong field is marked, described and listed (overseas: %j)', (expatriate) => {
  const form = { ...emptyForm, price: 'other', expatriate } as const;
  const wrongFields = requiredFields(form);
  showInput(form, rejected(...wrongFields));

  const marked = [...document.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]')];
  expect(marked.map(({ name }) => name)).toEqual(wrongFields);
  const hints = marked.map(
    (control) => control.closest('.field')?.querySelector('p.field-hint')?.textContent,
  );
  expect(marked.map((control) => descriptionOf(control))).toEqual(
    hints.map((hint = '') => `必須項目です ${hint}`.trim()),
  );
  // heard once, as the description: the bubbles are for the eye
  const bubbles = [...document.querySelectorAll<HTMLElement>('[data-error-for][aria-hidden="true"]')];
  expect(
    bubbles.map(({ dataset, tabIndex, textContent }) => [dataset.errorFor, tabIndex, textContent]),
  ).toEqual(wrongFields.map((name) => [name, -1, '必須項目です']));
  const list = screen.getByRole('region', { name: `入力内容をご確認ください（${wrongFields.length}件）` });
  const links = within(list).getAllByRole<HTMLAnchorElement>('link');
  expect(links.map((link) => [nameOf(link), document.querySelector(link.hash)])).toEqual(
    marked.map((control) => [`${nameOf(control)}：必須項目です`, control]),
  );
});

test('overseas alone, a phone number of another length gets a way to ask', () => {
  const waysOn = (phone: string, expatriate: boolean) => {
    showInput({ phone, expatriate }, rejected('phone'));
    const links = within(screen.getByRole('form')).queryAllByRole('link', { name: /^お問い合わせください/ });
    return links.map((link) => link.getAttribute('href'));
  };
  expect(waysOn('61234567', true)).toEqual([organisation.links.contact]);
  for (const phone of ['', '6123456789']) expect(waysOn(phone, true)).toEqual([]);
  expect(waysOn('61234567', false)).toEqual([]);
});

test('the HTML suits a strict content security policy and brings no complaint from React', () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {});
  for (const form of [{ price: 'other' as const }, { expatriate: true }]) {
    const html = renderToString(appWith(atInput(form)));
    expect(html).not.toMatch(/<[^>]* (style|on[a-z]+)=/);
    // without it Firefox marks empty fields as wrong by itself
    expect(html).toMatch(/<form [^>]*novalidate=""/i);
    const ids = html.match(/ id="[^"]*"/g);
    expect(ids).toEqual([...new Set(ids)]);
  }
  expect(complain).not.toHaveBeenCalled();
});

test('no live region arrives with words, which Chromium would say before the page is read', () => {
  const page = document.createElement('div');
  page.innerHTML = renderToString(appWith(atInput()));
  const words = [...page.querySelectorAll('[aria-live="polite"]')].map(({ textContent }) => textContent);
  expect(words.join('')).toBe('');
});

test('autofill moves no caret in a field without the focus: Safari would move the focus there', () => {
  showInput();
  const zip = screen.getByRole<HTMLInputElement>('textbox', { name: '郵便番号' });
  const moved = vi.spyOn(zip, 'setSelectionRange');
  fireEvent.input(zip, { target: { value: '1500001' } });
  expect(moved.mock.calls).toEqual([]);
  zip.focus();
  fireEvent.input(zip, { target: { value: '1500002' } });
  expect(moved.mock.calls).toEqual([[10, 10]]);
});

test.each([
  ['on a list, which swallows its end, is waited for 400 ms', 'select', null, 400],
  ['that ends is waited for until then, however long it takes', 'button', 'pointerup', 5000],
  ['whose end was swallowed is over at the next key', 'html', 'keydown', 5000],
  ['that becomes a scroll is waited for until then', 'button', 'pointercancel', 100],
])('a press %s', async (_, element, end, duration) => {
  vi.useFakeTimers();
  const target = document.body.appendChild(document.createElement(element));
  const stop = followPointer();
  target.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  let isSettled = false;
  void pointerSettled().then(() => {
    isSettled = true;
  });
  if (end) setTimeout(() => target.dispatchEvent(new Event(end, { bubbles: true })), duration);
  await vi.advanceTimersByTimeAsync(duration - 1);
  expect(isSettled).toBe(false);
  await vi.advanceTimersByTimeAsync(2);
  expect(isSettled).toBe(true);
  stop();
  target.remove();
});

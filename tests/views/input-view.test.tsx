import { act, fireEvent, screen, within } from '@testing-library/react';
import { getRole } from 'dom-accessibility-api';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { organisation } from '#organisation/organisation.ts';
import { prefectures } from '../../src/signup/address/prefectures.ts';
import { expiryMonths, expiryYears } from '../../src/signup/card/card-expiry.ts';
import { createCardSecrets } from '../../src/signup/card/card-secrets.ts';
import { BANK_DEBIT, emptyForm, type FieldName, type SignupForm } from '../../src/signup/form.ts';
import { wasCut } from '../../src/signup/messages.ts';
import { birthDays, birthMonths, birthYears } from '../../src/signup/profile/birth-date.ts';
import { serialiseTyped } from '../../src/signup/session/early-draft.ts';
import { showDraft } from '../../src/start/inline/form-controls.ts';
import { followPointer, pointerSettled } from '../../src/views/input/settled-pointer.ts';
import { fieldTable, requiredFields, rowFor, shownFields } from '../field-table.ts';
import { after, knowing, notes } from './notes.ts';
import { appWith, atInput, descriptionOf, nameOf, now, showInput } from './show.tsx';

type Control = HTMLInputElement | HTMLSelectElement;

/** The controls on screen; of a group of radios the group. */
function shownControls(): { name: string; element: Control | HTMLFieldSetElement }[] {
  const controls = screen.getByRole('form').querySelectorAll<Control>('[name]');
  return [...controls].flatMap((element) => {
    const group = element.type === 'radio' && element.closest('fieldset');
    if (!group) return { name: element.name, element };
    return group.querySelector('input') === element ? { name: element.name, element: group } : [];
  });
}

const rejected = (...wrongFields: FieldName[]) => after({ type: 'input.rejected', wrongFields, at: 0 });

const attribute = (element: Element, name: string) => element.getAttribute(name) ?? undefined;

test.each<[string, Partial<SignupForm>]>([
  ['at home', { price: 'other' }],
  ['overseas', { price: 'other', expatriate: true }],
  ['by bank debit', { paymentMethod: BANK_DEBIT }],
])('the fields are as the table promises: %s', { tags: ['@§2.35', '@§2.36', '@§2.38'] }, (_, choices) => {
  const form = { ...emptyForm, ...choices };
  showInput(form);
  const shown = shownControls().map(({ name, element }) => ({
    name,
    label: nameOf(element),
    badge: element.closest('.field:has(.badge)')?.querySelector('.badge')?.textContent,
    role: getRole(element),
    isRequired: element instanceof HTMLFieldSetElement ? undefined : element.ariaRequired === 'true',
    hint: descriptionOf(element),
    autofill: attribute(element, 'autocomplete'),
    keyboard: attribute(element, 'inputmode'),
    enter: attribute(element, 'enterkeyhint'),
    language: attribute(element, 'lang'),
    spelling: attribute(element, 'spellcheck'),
  }));
  const promised = shownFields(form).map((name) => {
    const { label, role, need, hint, autofill, keyboard, ...row } = rowFor(name, form);
    return {
      name,
      // the box's own words say that it may be left
      label: need === 'optional' ? `${label}任意` : label,
      badge: { required: '必須', optional: '任意', part: '任意', box: undefined }[need],
      role,
      isRequired: role === 'group' ? undefined : need === 'required',
      hint,
      autofill,
      keyboard,
      enter: role === 'textbox' ? 'next' : undefined,
      language: form.expatriate && row.isEnglishOverseas ? 'en' : undefined,
      spelling: row.isUnspelt ? 'false' : undefined,
    };
  });
  expect(shown).toEqual(promised);
});

test('overseas the English words of labels, hints and notes are marked as English', () => {
  showInput({ price: 'other', expatriate: true });
  const texts = document.createTreeWalker(screen.getByRole('form'), NodeFilter.SHOW_TEXT);
  const unmarked: string[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const words = text.textContent?.replace('American Express', '') ?? '';
    const isMarked = text.parentElement?.closest('[lang="en"], option');
    if (/[A-Za-z]+ [A-Za-z]+/.test(words) && !isMarked) unmarked.push(words);
  }
  expect(unmarked).toEqual([]);
});

const byBank = { paymentMethod: BANK_DEBIT } as const;
const tooLittle = '口座引落は、月2,000円から承ります';
test.each<[amount: string, said: string, form: Partial<SignupForm>, leadsTo?: FieldName]>([
  ['right', '毎月3,000円のご寄付を申し込みます', { price: '3000', ...byBank }],
  ['chosen and too small', `毎月のご寄付${tooLittle}`, { price: '1000', ...byBank }, 'price'],
  [
    'typed and too small',
    `毎月のご寄付${tooLittle}`,
    { price: 'other', priceOther: '1500', ...byBank },
    'priceOther',
  ],
  ['too large', '毎月のご寄付月9,999,999円まで承ります', { price: 'other', priceOther: '10000000' }],
  ['missing', '毎月のご寄付金額をご入力ください', { price: 'other', priceOther: '' }],
])('the panel says of an amount that is %s: “%s”', (_, said, form, leadsTo) => {
  showInput(form);
  const panel = screen.getByRole('region', { name: 'お申し込み内容' });
  expect(panel.textContent).toContain(`${said}お支払い方法：`);
  // beside the payment method, with the way to the amount
  const payment = screen.getByRole('region', { name: 'お支払い方法' });
  const way = within(payment).queryByRole('button', { name: '金額を変更する' });
  if (way) fireEvent.click(way);
  expect(document.activeElement?.getAttribute('name') ?? undefined).toBe(leadsTo);
});

test('a kept card is not asked for again', () => {
  const card = { cardToken: 'token', maskedCardNumber: '************1111', issuedAt: now.getTime() };
  showInput({ expirationMonth: '04', expirationYear: '2029' }, { card });
  expect(shownControls().map(({ name }) => name)).toEqual(
    shownFields(emptyForm).filter((name) => !fieldTable[name].isOfCard),
  );
  const opener = screen.getByRole('button', { name: 'クレジットカードご利用時の注意事項' });
  expect(attribute(opener, 'aria-haspopup')).toBe('dialog');
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

test('lists and radios offer what there is to choose from, the default chosen', {
  tags: [
    ...['@§3.2', '@§3.8', '@§3.15', '@§3.18', '@§4.19', '@§4.23', '@§4.24'],
    ...['@§9.2', '@§9.3', '@§9.5', '@§9.6', '@§9.10', '@§9.11', '@§9.12', '@§9.13'],
  ],
}, () => {
  const radios = (group: RegExp) =>
    within(screen.getByRole('group', { name: group }))
      .getAllByRole<HTMLInputElement>('radio')
      .map((radio) => `${radio.value}: ${nameOf(radio)}${radio.checked ? ' (chosen)' : ''}`);
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
  expect(radios(/^毎月のご支援金額/)).toEqual([
    '1000: 月1,000円',
    '3000: 月3,000円 (chosen)',
    '5000: 月5,000円',
    '10000: 月10,000円',
    'other: その他の金額',
  ]);
  expect(radios(/^性別/)).toEqual(['男性: 男性', '女性: 女性', 'その他: その他', ': 回答しない (chosen)']);
  expect(radios(/^お支払い方法/)).toEqual([
    'クレジットカード: クレジットカード月1,000円から (chosen)',
    '引落（銀行・郵便）: 引落（銀行・郵便）月2,000円から',
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

test('while the card is checked, nothing can be typed, cleared or sent again', () => {
  const container = showInput({}, after({ type: 'input.confirmed', at: 0 }));
  const inert = [...container.querySelectorAll('[inert]')].map(({ className }) => className);
  expect(inert).toEqual(['input-form-fields', 'draft-note']);
  const button = screen.getByRole('button', { name: 'カード情報を確認しています…' });
  expect(attribute(button, 'aria-disabled')).toBe('true');
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

  const marked = shownControls().filter(({ element }) => element.ariaInvalid === 'true');
  expect(marked.map(({ name, element }) => [name, descriptionOf(element)])).toEqual(
    wrongFields.map((name) => [name, `必須項目です ${rowFor(name, form).hint}`.trim()]),
  );
  // heard once, as the description: the bubbles are for the eye
  const bubbles = [...document.querySelectorAll<HTMLElement>('[data-error-for][aria-hidden="true"]')];
  expect(
    bubbles.map(({ dataset, tabIndex, textContent }) => [dataset.errorFor, tabIndex, textContent]),
  ).toEqual(wrongFields.map((name) => [name, -1, '必須項目です']));
  const list = screen.getByRole('region', { name: `入力内容をご確認ください（${wrongFields.length}件）` });
  const links = within(list).getAllByRole<HTMLAnchorElement>('link');
  expect(
    links.map((link) => [nameOf(link), document.querySelector(link.hash)?.getAttribute('name')]),
  ).toEqual(wrongFields.map((name) => [`${rowFor(name, form).label}：必須項目です`, name]));
});

test('overseas alone, a phone number of another length gets a way to ask', () => {
  const waysOn = (phone: string, expatriate: boolean) => {
    showInput({ phone, expatriate }, rejected('phone'));
    const links = within(screen.getByRole('form')).queryAllByRole('link', { name: /^お問い合わせください/ });
    return links.map((link) => attribute(link, 'href'));
  };
  expect(waysOn('61234567', true)).toEqual([organisation.links.contact]);
  for (const phone of ['', '6123456789']) expect(waysOn(phone, true)).toEqual([]);
  expect(waysOn('61234567', false)).toEqual([]);
});

test('a group of radios is described by its error', () => {
  showInput({ price: '1000', ...byBank }, rejected('price'));
  expect(descriptionOf(screen.getByRole('group', { name: '毎月のご支援金額' }))).toContain('2000以上');
});

test('the HTML suits a strict content security policy and brings no complaint from React', () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {});
  for (const form of [{ price: 'other' as const }, { expatriate: true }]) {
    const html = renderToString(appWith(atInput(form)));
    expect(html).not.toMatch(/<[^>]* (style|on[a-z]+)=/);
    // without it Firefox marks empty fields as wrong by itself
    expect(html).toMatch(/<form [^>]*novalidate=""/i);
  }
  expect(complain).not.toHaveBeenCalled();
});

test('no live region arrives with words, which Chromium would say before the page is read', () => {
  const page = document.createElement('div');
  page.innerHTML = renderToString(appWith(atInput()));
  const words = [...page.querySelectorAll('[aria-live="polite"]')].map(({ textContent }) => textContent);
  expect(words.filter(Boolean)).toEqual([]);
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

import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Actor } from 'xstate';
import { organisation } from '#organisation/organisation.ts';
import { cardPayload } from '../../src/signup/application/payload.ts';
import { definitions, emptyForm, formFields, formOf, type SignupForm } from '../../src/signup/form.ts';
import { completeDonor, completeDonorOverseas } from '../complete-donor.ts';
import { fieldTable } from '../field-table.ts';
import { appWith, inState, linesOf, type State, showState } from './show.tsx';

const card = { cardToken: 'secret-token', maskedCardNumber: '************1111', issuedAt: 0 };
/** Shows the confirm screen. */
const confirm = (context: Parameters<typeof showState>[1]) => showState({ confirm: 'reviewing' }, context);

it('the callback alone is kept from search engines and has no footer', {
  tags: ['@§2.66', '@§2.67'],
}, () => {
  const signs = (state: State) => {
    showState(state);
    const robots = document.head.querySelector('meta[name="robots"]')?.getAttribute('content');
    return [robots, screen.queryAllByRole('contentinfo').length];
  };
  expect(signs({ callback: { verifying: 'waiting' } })).toEqual(['noindex', 0]);
  expect(signs({ input: 'form' })).toEqual([undefined, 1]);
});

it('behind the card notice, and for a second after, live regions are silent', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const politeness = () =>
    new Set([...document.querySelectorAll('[aria-live]')].map((region) => region.getAttribute('aria-live')));
  const { rerender } = render(appWith(inState({ input: 'cardNotice' })));
  expect(politeness()).toEqual(new Set(['off']));
  rerender(appWith(inState({ input: { form: 'filling' } })));
  expect(politeness()).toEqual(new Set(['off']));
  vi.advanceTimersByTime(1000);
  expect(politeness()).toEqual(new Set(['polite']));
});

const messageBox = () => screen.getByRole('region', { name: 'ご確認ください' });
it('each message is an item of the list, in plain words until the sanitiser is there, with a way to ask', () => {
  const messages = ['二つ', '二つ', '<img src=x onerror="alert(1)"><b>残高</b>不足 <script'];
  confirm({ messages });
  const items = within(messageBox()).getAllByRole('listitem');
  expect(items.map((item) => linesOf(item)[0])).toEqual(['二つ', '二つ', '残高不足']);
  for (const item of items) {
    const contact = within(item).getByRole('link', { name: /お問い合わせください/ });
    expect(contact.getAttribute('href')).toBe(organisation.links.contact);
    expect(item.querySelector('img, b, script')).toBe(null);
  }
});

const showing = (...messages: string[]) => appWith(inState({ confirm: 'reviewing' }, { messages }));
it('new messages alone get the focus, on a new screen and where as many stood before', () => {
  const { rerender } = render(appWith(inState({ input: { form: 'filling' } })));
  const focused: unknown[] = [];
  const note = ({ target }: Event) => focused.push(target);
  document.addEventListener('focusin', note);
  rerender(showing('一つ'));
  messageBox().blur();
  rerender(showing('別の一つ'));
  document.removeEventListener('focusin', note);
  expect(focused).toEqual([messageBox(), messageBox()]);
});

it('messages so many that they scroll can be reached by keyboard', () => {
  const { rerender } = render(showing('一つ'));
  expect(within(messageBox()).getByRole('list').tabIndex).toBe(-1);
  expect(within(messageBox()).queryByText(/全/)).toBeNull();
  rerender(showing(...Array<string>(6).fill('三つ')));
  expect(within(messageBox()).getByRole('list').tabIndex).toBe(0);
  within(messageBox()).getByText('全6件（枠内をスクロールしてご覧ください）');
});

/** What stands after each name in the summary of the confirm screen, each with a link to change it. */
function summary(form: SignupForm): Record<string, string> {
  confirm({ form, card });
  const rows = screen.getAllByRole('term').map((name) => {
    const lines = linesOf(name.nextElementSibling ?? name).join(' ');
    expect(lines).toMatch(/変更する$/);
    return [name.textContent, lines.replace(/\s*［変更する.*/, '')];
  });
  return Object.fromEntries(rows);
}

const birth = (birthYear: string, birthMonth: string, birthDay: string) => ({
  birthYear,
  birthMonth,
  birthDay,
});

it.each([completeDonor, completeDonorOverseas])('all that goes out stands in the summary', (donor) => {
  /** Every field is filled in, also those that a complete donor leaves empty. */
  const filled = formOf((name) => {
    const { choices, empty } = definitions[name];
    if (donor[name] !== emptyForm[name] || /^(expatriate|paymentMethod)$/.test(name)) return donor[name];
    return choices?.at(-1) ?? (typeof empty === 'boolean' ? !empty : String(formFields.indexOf(name)));
  });
  const campaign = { utmSource: '', utmMedium: '', utmCampaign: '', utmContent: '' };
  const sent: Readonly<Record<string, unknown>> = cardPayload(filled, card, '', '', campaign);
  const shown = summary(filled);
  const others = ['price', 'priceOther', 'expatriate'];
  for (const name of formFields.filter((each) => each in sent && !others.includes(each)))
    expect(shown[fieldTable[name].summary ?? ''], name).toContain(
      typeof sent[name] === 'string' ? sent[name] : '',
    );
});

it.each([
  [birth('1980', '', ''), '1980年'],
  [birth('1980', '2', ''), '1980年2月'],
  [birth('', '2', '29'), '2月29日'],
  [birth('1980', '', '29'), '1980年29日（月が選ばれていません）'],
  [birth('', '', '29'), '29日（月が選ばれていません）'],
])('the summary shows %o as a date only where it is one', (given, shown) => {
  expect(summary({ ...completeDonor, ...given })).toMatchObject({ 生年月日: shown });
});

it('the months of the first debit go on with the clock while the confirm screen is shown', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 11, 31, 14, 59, 59), toFake: ['Date', 'setTimeout'] });
  const screen = confirm({ form: completeDonor, card });
  expect(screen.textContent).toContain('2027年1月または2月');
  const pledge = screen.querySelector('.pledge-term');
  act(() => vi.advanceTimersByTime(1000));
  // React could not change a text that a page translator has replaced
  expect(pledge?.isConnected).toBe(false);
  expect(screen.textContent).toContain('2027年2月または3月');
});

it('a card that has grown too old on the confirm screen is asked for in its field', () => {
  const send = vi.spyOn(Actor.prototype, 'send');
  showState({ confirm: 'cardExpired' }, { form: completeDonor });
  fireEvent.click(screen.getByRole('link', { name: 'カード情報を入力する' }));
  expect(send.mock.calls).toContainEqual([{ type: 'change.requested', field: 'cardNum' }]);
});

it('with a modifier key held, the browser itself follows a link back to the form', () => {
  confirm({ form: completeDonor, card });
  const taken: boolean[] = [];
  const note = (press: Event) => {
    taken.push(press.defaultPrevented);
    // jsdom does not follow links
    press.preventDefault();
  };
  addEventListener('click', note);
  const link = screen.getByRole('link', { name: '入力画面に戻る' });
  for (const key of ['metaKey', 'ctrlKey', 'shiftKey', 'altKey']) fireEvent.click(link, { [key]: true });
  removeEventListener('click', note);
  expect(new Set(taken)).toEqual(new Set([false]));
});

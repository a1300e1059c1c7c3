import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createActor, type StateValueFrom } from 'xstate';
import { organisation } from '#organisation/organisation.ts';
import { signupMachine } from '../../src/machines/signup.ts';
import type { SignupContext, SignupInput } from '../../src/machines/signup-parts.ts';
import { inputFields } from '../../src/signup/fields.ts';
import { BANK_DEBIT, emptyForm, fields, isFormField, type SignupForm } from '../../src/signup/form.ts';
import { App } from '../../src/views/App.tsx';
import { completeDonor, completeDonorByBank, completeDonorOverseas } from '../complete-donor.ts';

type State = StateValueFrom<typeof signupMachine>;

const input: SignupInput = {
  route: 'input',
  now: 0,
  callback: null,
  isOpenedByBank: false,
  saved: null,
  completion: null,
  allowedRedirectOrigins: [],
  seed: 'seed',
};
const fresh = createActor(signupMachine, { input }).getSnapshot();

function snapshotIn(value: State, context: Partial<SignupContext> = {}) {
  return signupMachine.resolveState({ value, context: { ...fresh.context, ...context } });
}

/** The whole page in one state, as HTML. */
function page(value: State, context: Partial<SignupContext> = {}): string {
  const actor = createActor(signupMachine, { snapshot: snapshotIn(value, context), input });
  return renderToString(<App actor={actor} cardSource={{ read: null }} now={new Date(2026, 5, 1)} />);
}

/** The words on it, without tags and without the comments that React puts between two texts. */
function words(html: string): string {
  return html
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, '\n')
    .replace(/\n+/g, '\n');
}
/** The value that stands after a name in the summary of the confirm screen. */
function summary(form: SignupForm, context: Partial<SignupContext> = {}): Record<string, string> {
  const html = page({ confirm: 'reviewing' }, { form, ...context }).replace(/<!-- -->/g, '');
  const rows = [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)];
  return Object.fromEntries(rows.map(([, name = '', value = '']) => [name, value.replace(/<[^>]+>/g, '')]));
}

const card = { cardToken: 'secret-token', maskedCardNumber: '************1111', issuedAt: 0 };
it('the error list has an item for each message with a way to ask, and shows only its words until the sanitiser is there', () => {
  const messages = ['二つ', '二つ', '<img src=x onerror="alert(1)"><b>残高</b>不足 <script'];
  const html = page({ input: { form: 'failed' } }, { messages });
  const items = (html.split('data-errors')[1] ?? '').split('</ul>')[0]?.match(/<li>.*?<\/li>/g) ?? [];
  expect(items.map((item) => words(item).split('\n')[1])).toEqual(['二つ', '二つ', '残高不足']);
  for (const item of items) {
    expect(item).toContain(`href="${organisation.links.contact}"`);
    expect(item).not.toMatch(/<(img|b|script)/);
  }
});

describe('the summary to confirm', () => {
  it('of a bank donor has no card, even if one is kept', { tags: '@§2.57' }, () => {
    const rows = summary({ ...completeDonorByBank, price: 'other', priceOther: '1234567' }, { card });
    expect(rows).toMatchObject({ 毎月のご支援金額: '1,234,567円', お支払い方法: '引落（銀行・郵便）' });
    expect(rows).not.toHaveProperty('カード番号');
    expect(rows).not.toHaveProperty('有効期限');
  });

  it.each([
    ['1980', '2', '29', '1980年2月29日'],
    ['1980', '2', '', '1980年2月'],
    ['', '2', '29', '2月29日'],
    ['1980', '', '29', '1980年（月が選ばれていません）'],
    ['', '', '29', '（月が選ばれていません）'],
  ])('shows %j, %j, %j as a date only where they are one', (birthYear, birthMonth, birthDay, shown) => {
    expect(summary({ ...completeDonor, birthYear, birthMonth, birthDay })).toMatchObject({ 生年月日: shown });
  });

  it.each([false, true])(
    'shows every text that was typed, and no card token (overseas: %s)',
    (expatriate) => {
      const typed = inputFields({ ...completeDonor, expatriate }, true).filter(
        (name) => isFormField(name) && typeof emptyForm[name] === 'string' && !fields[name].choices,
      );
      const form = {
        ...completeDonor,
        expatriate,
        ...Object.fromEntries(typed.map((name) => [name, `【${name}】`])),
      };
      const html = page({ confirm: 'reviewing' }, { form, card });
      expect(typed.filter((name) => !html.includes(`【${name}】`))).toEqual([]);
      expect(html).not.toContain(card.cardToken);
    },
  );
});

it('the confirm screen tells a bank donor overseas that no form is mailed there', () => {
  const form: SignupForm = { ...completeDonorOverseas, paymentMethod: BANK_DEBIT };
  const said = words(page({ confirm: 'reviewing' }, { form }));
  expect(said).toContain('口座引落には申込用紙の郵送が必要ですが、海外へは郵便物をお送りしておりません');
  expect(said).not.toContain('申込用紙を郵送します');
});

it('while an application is on its way, everything but the submit button is inert, and the button disabled', () => {
  const agreements = { understood: true, bankFormUnderstood: false };
  const html = page({ confirm: { submitting: 'registering' } }, { form: completeDonor, agreements });
  expect(html).toMatch(/<button[^>]* disabled=""[^>]*>(?:<span[^>]*><\/span>)?<span>送信中\.\.\.</);
  expect(html.match(/inert=""/g)).toHaveLength(3);
});

import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** What a donor at home types. */
export const homeDonor = {
  lastName: '山田',
  firstName: '花子',
  furigana: 'やまだはなこ',
  email: 'hanako.yamada@example.jp',
  street: '1-1 皇居マンション101',
  phone: '09012345678',
};

export const overseasDonor = {
  lastName: 'Yamada',
  firstName: 'Hanako',
  furigana: 'やまだはなこ',
  email: 'hanako.yamada@example.com',
  street: '350 Fifth Avenue',
  city: 'New York',
  prefecture: 'NY',
  country: 'United States of America',
  zipExpatriate: '10118',
  phone: '09012345678',
};

export const CARD = 'クレジットカード';
export const BANK_DEBIT = '引落（銀行・郵便）';
/** The lists to choose from; `prefecture` is one at home only. */
const lists = new Set([
  'birthYear',
  'birthMonth',
  'birthDay',
  'country',
  'expirationMonth',
  'expirationYear',
]);

export const TEST_CARD = { cardNum: '4111111111111111', securityCode: '123' };

/** A person at the form. Relies on names, words and marks of docs/contracts.md and on nothing else of the page. */
export function donorAt(page: Page) {
  const control = (name: string) => page.locator(`[name="${name}"]`);
  const main = page.locator('main');

  const fill = async (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) {
      const field = control(name);
      const isList =
        lists.has(name) ||
        (name === 'prefecture' && (await field.evaluate((element) => element.tagName === 'SELECT')));
      await (isList ? field.selectOption(value) : field.fill(value));
    }
  };
  /** With a finger where there is a touch screen. */
  const press = async (target: Locator, options?: { force: true }) => {
    const hasTouch = await target.evaluate(() => navigator.maxTouchPoints > 0);
    await (hasTouch ? target.tap(options) : target.click(options));
  };
  const check = async (target: Locator) => {
    if (!(await target.isChecked())) await press(target, { force: true });
    await expect(target).toBeChecked();
  };
  const choose = (name: string, value: string) => check(page.locator(`[name="${name}"][value="${value}"]`));
  const tick = (name: string) => check(control(name));

  return {
    control,
    main,
    fill,
    choose,
    tick,
    errors: page.locator('[data-errors] > li'),
    errorFor: (name: string) => page.locator(`[data-error-for="${name}"]`),

    async open(path = '/form/member') {
      await page.goto(path);
      await this.isAt('input');
    },
    /** Waits until the chart is in a state whose path starts like this. */
    async isAt(state: string) {
      // `expect` would write the whole page down for its message each time it looks and finds another state
      await page
        .locator(`main[data-state="${state}"], main[data-state^="${state}."]`)
        .waitFor({ state: 'attached', timeout: 15_000 })
        .catch(() => expect(main).toHaveAttribute('data-state', state, { timeout: 1 }));
    },
    async fillHome(values: Partial<typeof homeDonor> = {}) {
      const { lastName, firstName, furigana, email, street, phone } = { ...homeDonor, ...values };
      await fill({ lastName, firstName, furigana, email });
      await fill({ zip: '100-0001' });
      await expect(control('city')).toHaveValue('千代田区千代田');
      await fill({ street, phone });
    },
    async fillOverseas() {
      const { lastName, firstName, furigana, email, ...rest } = overseasDonor;
      await fill({ lastName, firstName, furigana, email });
      await tick('expatriate');
      await fill(rest);
    },
    async payByBank(price = '3000') {
      await choose('price', price);
      await choose('paymentMethod', BANK_DEBIT);
    },
    async payByCard(card: Partial<typeof TEST_CARD> = {}) {
      await choose('paymentMethod', CARD);
      await fill({
        ...TEST_CARD,
        ...card,
        expirationMonth: '12',
        expirationYear: String(new Date().getFullYear() + 3),
      });
    },
    confirmInput: () => press(page.getByRole('button', { name: '入力内容を確認する' })),
    submitButton: page.getByRole('button', { name: /^(送信する|送信中\.\.\.)$/ }),
    async agreeAndSubmit() {
      await tick('understood');
      const second = control('bankFormUnderstood');
      if ((await second.count()) > 0) await check(second);
      await press(page.getByRole('button', { name: '送信する' }));
    },
    /** At the bank: presses one of the three buttons of the 3-D Secure page. */
    answerBank: (button: '認証する' | '認証に失敗する' | 'キャンセル') =>
      press(page.getByRole('button', { name: button })),
    isComplete: () => page.waitForURL('**/support/donation/member/complete.php'),
    /** From a filled form up to the bank's page. */
    async applyByCard() {
      await this.payByCard();
      await this.confirmInput();
      await this.isAt('confirm');
      await this.agreeAndSubmit();
    },
    /** From a filled form to the completion page. */
    async signUpByCard() {
      await this.applyByCard();
      await this.answerBank('認証する');
      await this.isComplete();
    },
  };
}

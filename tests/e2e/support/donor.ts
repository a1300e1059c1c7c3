import { expect, type Page } from '@playwright/test';
import { organisation } from '#organisation/organisation.ts';
import { formatYen } from '../../../src/signup/amount/amount.ts';
import { BANK_DEBIT, CARD, type Price } from '../../../src/signup/form.ts';
import { nothingAgreed } from '../../../src/signup/payment-methods.ts';
import { completeDonor } from '../../complete-donor.ts';
import { playwrightTab } from '../../engines/playwright-tab.ts';
import type { Tab } from '../../engines/tab.ts';

export { BANK_DEBIT, CARD };

/** The default amount, as it is sent and as it is shown. */
export const USUAL_PRICE = `${organisation.usualAmount}`;
export const USUAL_YEN = formatYen(organisation.usualAmount);
/** Another amount on offer, enough for each payment method. */
export const LARGEST_PRICE: Price = `${Math.max(...organisation.amounts)}`;

const { lastName, firstName, furigana, email, street, phone, cardNum, securityCode } = completeDonor;

/** What a donor at home types; the postal code brings the rest of the address. */
export const homeDonor = { lastName, firstName, furigana, email, street, phone };
export const TEST_CARD = { cardNum, securityCode };

/** A person at the form, who relies only on the names, words and marks of docs/contracts.md. */
export function donorIn(tab: Tab) {
  const fill = async (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) await tab.fill(`[name="${name}"]`, value);
  };
  const choose = (name: string, value: string) => tab.check(`[name="${name}"][value="${value}"]`);
  const tick = (name: string) => tab.check(`[name="${name}"]`);
  /** Waits until the chart is in a state whose path starts like this. */
  const isAt = async (state: string) => {
    try {
      await tab.waitFor(`main[data-state="${state}"], main[data-state^="${state}."]`);
    } catch {
      expect(await tab.read(() => document.querySelector('main')?.dataset.state)).toBe(state);
    }
  };
  const confirmInput = () => tab.press('入力内容を確認する');
  const payByCard = async (card: Partial<typeof TEST_CARD> = {}) => {
    await choose('paymentMethod', CARD);
    await fill({
      ...TEST_CARD,
      ...card,
      expirationMonth: completeDonor.expirationMonth,
      expirationYear: completeDonor.expirationYear,
    });
  };
  /** On the confirm screen. */
  const agreeAndSubmit = async (press = tab.press) => {
    await tick('understood');
    for (const name of Object.keys(nothingAgreed))
      if (await tab.read((each) => document.querySelector(`[name="${each}"]`) !== null, name))
        await tick(name);
    await press('送信する');
  };
  /** On the bank's page. */
  const approvePayment = () => tab.press('認証する');
  const isComplete = () => tab.arriveAt(/\/support\/donation\/member\/complete\.php$/);
  /** From a filled form up to the press of 送信する. */
  const apply = async (press = tab.press) => {
    await confirmInput();
    await isAt('confirm.reviewing');
    await agreeAndSubmit(press);
  };

  return {
    fill,
    choose,
    tick,
    isAt,
    confirmInput,
    payByCard,
    agreeAndSubmit,
    approvePayment,
    isComplete,
    apply,

    async open(path = '/form/member') {
      await tab.open(path);
      await isAt('input');
    },
    async fillHome(values: Partial<typeof homeDonor> = {}) {
      const { street, phone, ...person } = { ...homeDonor, ...values };
      await fill({ ...person, zip: completeDonor.zip });
      await expect
        .poll(() => tab.read(() => document.querySelector<HTMLInputElement>('[name="city"]')?.value))
        .toBe(completeDonor.city);
      await fill({ street, phone });
    },
    async payByBank(price = USUAL_PRICE) {
      await choose('price', price);
      await choose('paymentMethod', BANK_DEBIT);
    },
    /** From a filled form to the completion page. */
    async signUpByCard() {
      await payByCard();
      await apply();
      await approvePayment();
      await isComplete();
    },
  };
}

/** The same through Playwright's page, with what else its tests look at. */
export function donorAt(page: Page) {
  return {
    ...donorIn(playwrightTab(page)),
    control: (name: string) => page.locator(`[name="${name}"]`),
    /** One of a group of radios. */
    option: (name: string, value: string) => page.locator(`[name="${name}"][value="${value}"]`),
    main: page.locator('main'),
    errors: page.locator('[data-errors] > li'),
    bubbles: page.locator('[data-error-for]'),
    errorFor: (name: string) => page.locator(`[data-error-for="${name}"]`),
    /** Types into a field and leaves it. */
    async leave(name: string, value: string) {
      await page.locator(`[name="${name}"]`).fill(value);
      await page.locator(`[name="${name}"]`).blur();
    },
    /** Waits until the fields hold these values. */
    async has(values: Record<string, string>) {
      for (const [name, value] of Object.entries(values))
        await expect(page.locator(`[name="${name}"]`)).toHaveValue(value);
    },
    /** Without the mouse, which takes longer. */
    async clearForm() {
      for (const words of ['入力内容を消去する', '消去する'])
        await page.getByText(words, { exact: true }).dispatchEvent('click');
    },
  };
}

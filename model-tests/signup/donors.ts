import { organisation } from '#organisation/organisation.ts';
import {
  type Address,
  BANK_DEBIT,
  CARD,
  emptyForm,
  type PaymentMethod,
  type Price,
  paymentMethods,
  type SignupForm,
} from '../../src/signup/form.ts';
import {
  completeDonor,
  completeDonorByBank,
  completeDonorOverseas,
  withoutCard,
} from '../../tests/complete-donor.ts';
import type { Title } from '../chart/title.ts';

const { amounts, asks, payment } = organisation;

/** Another amount than the usual one, by every way of paying. */
export const largestAmount: Price = `${Math.max(...amounts)}`;

/** Somebody who fills in the form, word for word as it is typed. */
export type Donor = { title: Title; typed: SignupForm };

/** What an organisation does not ask for stays as it is. */
const { mailMagazine } = emptyForm;

/** Somebody for each payment method, at home. The first one lives at the address of the postal code. */
const donors: Readonly<Record<PaymentMethod, Donor>> = {
  [CARD]: {
    title: { ja: 'クレジットカード', en: 'by card' },
    typed: { ...withoutCard(completeDonor), mailMagazine, phone: '090-1234-5678' },
  },
  [BANK_DEBIT]: {
    title: { ja: '口座引落', en: 'by bank debit' },
    typed: {
      ...withoutCard(completeDonorByBank),
      ...{ lastName: '手本', firstName: '太郎', furigana: 'てほんたろう', email: 'taro@example.org' },
      ...{ mailMagazine, prefecture: '大阪府', city: '大阪市北区梅田', price: largestAmount },
    },
  },
};

/** Those whom the organisation asks for all that they answer: at home, and everywhere. */
export const donorsAtHome = Object.values(donors).filter(({ typed }) =>
  paymentMethods.includes(typed.paymentMethod),
);
export const donorsOverseas: readonly Donor[] =
  asks.overseas && payment.card
    ? [
        {
          title: { ja: '海外からクレジットカード', en: 'from overseas by card' },
          typed: { ...withoutCard(completeDonorOverseas), mailMagazine, price: 'other', priceOther: '2500' },
        },
      ]
    : [];

/** Which address belongs to a code. */
export const addressBook: Readonly<Record<string, Address>> = {
  '1000001': { prefecture: '東京都', city: '千代田区千代田' },
  '5300001': { prefecture: '大阪府', city: '大阪市北区梅田' },
};

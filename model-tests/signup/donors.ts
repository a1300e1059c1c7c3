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
import type { Title } from './screens.ts';

const { amounts, asks, payment } = organisation;

/** An amount other than the default, above the minimum of every payment method. */
export const largestAmount: Price = `${Math.max(...amounts)}`;

/** A donor, with the form as they type it. */
export type Donor = { title: Title; typed: SignupForm };

/** Fields that the organisation does not ask for keep their empty value. */
const { mailMagazine } = emptyForm;

/** A donor at home for each payment method. The first lives at the address of the postal code. */
const donors: Readonly<Record<PaymentMethod, Donor>> = {
  [CARD]: {
    title: { ja: 'クレジットカード', en: 'by card' },
    typed: { ...withoutCard(completeDonor), mailMagazine, phone: '090-1234-5678' },
  },
  [BANK_DEBIT]: {
    title: { ja: '口座引落', en: 'by bank debit' },
    typed: {
      ...withoutCard(completeDonorByBank),
      lastName: '手本',
      firstName: '太郎',
      furigana: 'てほんたろう',
      email: 'taro@example.org',
      mailMagazine,
      prefecture: '大阪府',
      city: '大阪市北区梅田',
      price: largestAmount,
    },
  },
};

/** The donors whose payment method is on offer. */
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

/** The addresses of postal codes. */
export const addressBook: Readonly<Record<string, Address>> = {
  '1000001': { prefecture: '東京都', city: '千代田区千代田' },
  '5300001': { prefecture: '大阪府', city: '大阪市北区梅田' },
};

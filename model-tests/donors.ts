import { organisation } from '#organisation/organisation.ts';
import type { Address } from '../src/signup/address/postal-address.ts';
import {
  BANK_DEBIT,
  CARD,
  emptyForm,
  type PaymentMethod,
  type Price,
  paymentMethods,
  type SignupForm,
} from '../src/signup/form.ts';
import {
  completeDonor,
  completeDonorByBank,
  completeDonorOverseas,
  withoutCard,
} from '../tests/complete-donor.ts';

const { amounts, asks, payment } = organisation;

/** An amount other than the default, above the minimum of every payment method. */
export const largestAmount: Price = `${Math.max(...amounts)}`;

/** Fields that the organisation does not ask for keep their empty value. */
const { mailMagazine } = emptyForm;

/** Each payment method: what testers call it, and a donor at home who pays by it. The donor by card lives at the code's address. */
const methods: Readonly<Record<PaymentMethod, { by: string; typed: SignupForm }>> = {
  [CARD]: {
    by: 'by card',
    typed: { ...withoutCard(completeDonor), mailMagazine },
  },
  [BANK_DEBIT]: {
    by: 'by bank debit',
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

/** The typed values of each donor whose payment method is on offer. */
export const donorsAtHome: Readonly<Record<string, SignupForm>> = Object.fromEntries(
  paymentMethods.map((method) => [methods[method].by, methods[method].typed]),
);
export const donorsOverseas: Readonly<Record<string, SignupForm>> =
  asks.overseas && payment.card
    ? {
        'from overseas': {
          ...withoutCard(completeDonorOverseas),
          mailMagazine,
          price: 'other',
          priceOther: '2500',
        },
      }
    : {};

/** The addresses of postal codes. */
export const addressBook: Readonly<Record<string, Address>> = {
  '1000001': { prefecture: '東京都', city: '千代田区千代田' },
  '5300001': { prefecture: '大阪府', city: '大阪市北区梅田' },
};

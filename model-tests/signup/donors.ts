import { organisation } from '#organisation/organisation.ts';
import type { CompletionFields } from '../../src/signup/completion-fields.ts';
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
import type { Title } from '../chart/title.ts';
import { payments } from './payments.ts';

const { amounts, usualAmount, asks, payment } = organisation;

/** A form in which nothing has been touched: by the specification's §3 and §9, all is empty but these. */
export const untouchedForm: SignupForm = {
  ...emptyForm,
  price: `${usualAmount}`,
  mailMagazine: asks.mailMagazine,
  paymentMethod: payment.card ? CARD : BANK_DEBIT,
};

/** Another amount than the usual one, by every way of paying. */
export const largestAmount: Price = `${Math.max(...amounts)}`;

/** Somebody who fills in the form, word for word as it is typed. */
export type Donor = { title: Title; typed: SignupForm };

const donor = (title: Title, answers: Partial<SignupForm>): Donor => ({
  title,
  typed: { ...untouchedForm, ...answers },
});

/** Somebody for each payment method, at home. The first one lives at the address of the postal code. */
const donors: Readonly<Record<PaymentMethod, Donor>> = {
  クレジットカード: donor(
    { ja: 'クレジットカード', en: 'by card' },
    {
      ...{ lastName: '見本', firstName: '花子', furigana: 'みほんはなこ', email: 'hanako@example.org' },
      ...{
        phone: '090-1234-5678',
        zip: '100-0001',
        prefecture: '東京都',
        city: '千代田区千代田',
        street: '1-1',
      },
      ...{ paymentMethod: CARD, expirationMonth: '12', expirationYear: '2030' },
    },
  ),
  '引落（銀行・郵便）': donor(
    { ja: '口座引落', en: 'by bank debit' },
    {
      ...{ lastName: '手本', firstName: '太郎', furigana: 'てほんたろう', email: 'taro@example.org' },
      ...{
        phone: '0312345678',
        zip: '100-0001',
        prefecture: '大阪府',
        city: '大阪市北区梅田',
        street: '2-2',
      },
      ...{ price: largestAmount, paymentMethod: BANK_DEBIT },
    },
  ),
};

const overseasDonor = donor(
  { ja: '海外からクレジットカード', en: 'from overseas by card' },
  {
    ...donors.クレジットカード.typed,
    ...{ zip: '', expatriate: true, prefecture: 'Oregon', city: 'Portland', street: '9 Elm Street' },
    ...{ country: 'United States of America', zipExpatriate: '97201', price: 'other', priceOther: '2500' },
  },
);

/** Those whom the organisation asks for all that they answer: at home, and everywhere. */
export const donorsAtHome = Object.values(donors).filter(({ typed }) =>
  paymentMethods.includes(typed.paymentMethod),
);
export const donorsOverseas = asks.overseas && payment.card ? [overseasDonor] : [];

/** Which address belongs to a code. */
export const addressBook: Readonly<Record<string, Address>> = {
  '1000001': { prefecture: '東京都', city: '千代田区千代田' },
  '5300001': { prefecture: '大阪府', city: '大阪市北区梅田' },
};

const home = ['zip', 'prefecture', 'city', 'street'] as const;
const overseas = ['street', 'city', 'prefecture', 'country', 'zipExpatriate'] as const;

/** The required fields of specification §5 that are still empty. */
export function missingIn(form: SignupForm): (keyof SignupForm)[] {
  const required: readonly (keyof SignupForm)[] = [
    ...(['lastName', 'firstName', 'furigana', 'email', 'phone'] as const),
    ...(form.expatriate ? overseas : home),
    ...(form.price === 'other' ? (['priceOther'] as const) : []),
    ...(payments[form.paymentMethod].needsCard ? (['expirationMonth', 'expirationYear'] as const) : []),
  ];
  return required.filter((name) => String(form[name]).trim() === '');
}

/** What the completion page is told of a form (specification §4). */
export function completionOf(form: SignupForm): CompletionFields {
  return {
    first_name: form.firstName,
    last_name: form.lastName,
    furigana: form.furigana,
    mail: form.email,
    address: form.expatriate
      ? `${form.prefecture} ${form.city} ${form.street}`
      : `${form.prefecture}${form.city}${form.street}`,
    price: form.price === 'other' ? form.priceOther : form.price,
  };
}

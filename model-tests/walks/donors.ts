import { organisation } from '#organisation/organisation.ts';
import type { CompletionFields } from '../../src/signup/completion-fields.ts';
import {
  type Address,
  BANK_DEBIT,
  CARD,
  emptyForm,
  type Price,
  paymentMethods,
  type SignupForm,
} from '../../src/signup/form.ts';

const { amounts, usualAmount, asks, payment } = organisation;

/** A form in which nothing has been touched: by the specification's §3 and §9, all is empty but these. */
export const untouchedForm: SignupForm = {
  ...emptyForm,
  price: `${usualAmount}`,
  mailMagazine: asks.mailMagazine,
  paymentMethod: payment.card ? CARD : BANK_DEBIT,
};

/** Another amount than the usual one, by every way of paying. */
const largestAmount: Price = `${Math.max(...amounts)}`;

const person: Partial<SignupForm> = {
  lastName: '姓村',
  firstName: '名子',
  furigana: 'せいむらなこ',
  email: 'donor@example.org',
  phone: '09011112222',
};
const byCard: Partial<SignupForm> = {
  paymentMethod: CARD,
  expirationMonth: '11',
  expirationYear: '2029',
};
const byBank: Partial<SignupForm> = { paymentMethod: BANK_DEBIT };
const atHome: Partial<SignupForm> = { expatriate: false, zip: '100-0001', street: '7-8' };

/** What donors fill in, by name; how often each is chosen. The address at home may come from the postal code. */
const everybody: readonly { name: string; weight: number; answers: Partial<SignupForm> }[] = [
  { name: 'by card', weight: 6, answers: { ...person, ...atHome, ...byCard } },
  { name: 'by bank', weight: 3, answers: { ...person, ...atHome, ...byBank, price: largestAmount } },
  {
    name: 'abroad, by card',
    weight: 1,
    answers: {
      ...person,
      ...byCard,
      expatriate: true,
      prefecture: 'Oregon',
      city: 'Portland',
      street: '9 Elm Street',
      country: 'United States',
      zipExpatriate: '97201',
    },
  },
];

/** Those of them whom the organisation asks for all that they answer. */
export const donors = everybody.filter(
  ({ answers: { expatriate, paymentMethod = CARD } }) =>
    (asks.overseas || !expatriate) && paymentMethods.includes(paymentMethod),
);

/** Which address belongs to a code, for the lookup of these walks. */
export const addressBook: Readonly<Record<string, Address>> = {
  '1000001': { prefecture: '東京都', city: '千代田区千代田' },
  '5300001': { prefecture: '大阪府', city: '大阪市北区梅田' },
};

const home = ['zip', 'prefecture', 'city', 'street'] as const;
const abroad = ['street', 'city', 'prefecture', 'country', 'zipExpatriate'] as const;

/** The required fields of specification §5 that are still empty. */
export function missingIn(form: SignupForm): (keyof SignupForm)[] {
  const required: readonly (keyof SignupForm)[] = [
    'lastName',
    'firstName',
    'furigana',
    'email',
    'phone',
    ...(form.expatriate ? abroad : home),
    ...(form.price === 'other' ? (['priceOther'] as const) : []),
    ...(form.paymentMethod === CARD ? (['expirationMonth', 'expirationYear'] as const) : []),
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

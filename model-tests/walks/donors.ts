import type { CompletionFields } from '../../src/signup/completion-fields.ts';
import { type Address, emptyForm, type SignupForm } from '../../src/signup/form.ts';

/** A form in which nothing has been touched: by the specification's §3 and §9, all is empty but these. */
export const untouchedForm: SignupForm = {
  ...emptyForm,
  price: '3000',
  mailMagazine: true,
  paymentMethod: 'クレジットカード',
};

const person: Partial<SignupForm> = {
  lastName: '姓村',
  firstName: '名子',
  furigana: 'せいむらなこ',
  email: 'donor@example.org',
  phone: '09011112222',
};
const byCard: Partial<SignupForm> = {
  paymentMethod: 'クレジットカード',
  expirationMonth: '11',
  expirationYear: '2029',
};
const byBank: Partial<SignupForm> = { paymentMethod: '引落（銀行・郵便）' };
const atHome: Partial<SignupForm> = { expatriate: false, zip: '100-0001', street: '7-8' };

/** What donors fill in, by name; how often each is chosen. The address at home may come from the postal code. */
export const donors: readonly { name: string; weight: number; answers: Partial<SignupForm> }[] = [
  { name: 'by card', weight: 6, answers: { ...person, ...atHome, ...byCard } },
  { name: 'by bank', weight: 3, answers: { ...person, ...atHome, ...byBank, price: '5000' } },
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
    ...(form.paymentMethod === 'クレジットカード' ? (['expirationMonth', 'expirationYear'] as const) : []),
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

import type { CompletionFields } from '../src/signup/completion-fields.ts';
import {
  BANK_DEBIT,
  CARD,
  type CardEntry,
  emptyForm,
  type FieldName,
  formFields,
  isText,
  type SignupForm,
} from '../src/signup/form.ts';

/**
 * A donor at home who pays by card and has filled in every required field. Every test starts from this one; if
 * a field is missing, it does not compile.
 */
export const completeDonor: SignupForm & CardEntry = {
  price: emptyForm.price,
  priceOther: '',
  lastName: '山田',
  firstName: '花子',
  furigana: 'やまだはなこ',
  email: 'hanako.yamada@example.jp',
  mailMagazine: true,
  expatriate: false,
  zip: '100-0001',
  zipExpatriate: '',
  country: '',
  prefecture: '東京都',
  city: '千代田区千代田',
  street: '1-1 皇居マンション101',
  phone: '09012345678',
  birthYear: '',
  birthMonth: '',
  birthDay: '',
  gender: '',
  receipt: false,
  annualReport: false,
  paymentMethod: CARD,
  cardNum: '4111111111111111',
  expirationMonth: '12',
  expirationYear: String(new Date().getFullYear() + 3),
  securityCode: '123',
};

/** What the completion page gets of this donor (specification §4). */
export const donorsCompletion: CompletionFields = {
  first_name: '花子',
  last_name: '山田',
  furigana: 'やまだはなこ',
  mail: 'hanako.yamada@example.jp',
  address: '東京都千代田区千代田1-1 皇居マンション101',
  price: completeDonor.price,
};

/** The same by bank debit. */
export const completeDonorByBank: SignupForm & CardEntry = {
  ...completeDonor,
  paymentMethod: BANK_DEBIT,
  cardNum: '',
  expirationMonth: '',
  expirationYear: '',
  securityCode: '',
};

/** The same from overseas. */
export const completeDonorOverseas: SignupForm & CardEntry = {
  ...completeDonor,
  expatriate: true,
  zip: '',
  zipExpatriate: '10118',
  country: 'United States of America',
  prefecture: 'NY',
  city: 'New York',
  street: '350 Fifth Avenue',
};

/** Numbers and lists, which have rules of their own. */
const notInWords: readonly FieldName[] = [
  ...(['priceOther', 'zip', 'birthYear', 'birthMonth', 'birthDay'] as const),
  ...(['expirationMonth', 'expirationYear'] as const),
];

/** Every field that a donor fills in words. */
export const wordFields = formFields.filter((name) => isText(name) && !notInWords.includes(name));

/** The form without the two secrets of the card. */
export function withoutCard({ cardNum: _, securityCode: __, ...form }: SignupForm & CardEntry): SignupForm {
  return form;
}

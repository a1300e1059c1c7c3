import { BANK_DEBIT, type CardEntry, emptyForm, type SignupForm } from '../../src/signup/form.ts';

/** A complete sign-up by card from Japan. */
export const home: SignupForm & CardEntry = {
  ...emptyForm,
  lastName: '山田',
  firstName: '太郎',
  furigana: 'やまだ　たろう',
  email: 'taro@example.com',
  zip: '123-4567',
  prefecture: '東京都',
  city: '千代田区丸の内',
  street: '1-2-3 サンプルビル4階',
  phone: '09012345678',
  expirationMonth: '04',
  expirationYear: '2031',
  cardNum: '4111111111111111',
  securityCode: '123',
};

export const homeByBank: SignupForm & CardEntry = {
  ...home,
  paymentMethod: BANK_DEBIT,
  expirationMonth: '',
  expirationYear: '',
  cardNum: '',
  securityCode: '',
};

export const overseas: SignupForm & CardEntry = {
  ...home,
  expatriate: true,
  zip: '',
  street: '1 Infinite Loop',
  city: 'Cupertino',
  prefecture: 'California',
  country: 'United States of America',
  zipExpatriate: '95014',
  phone: '4085550123',
};

/** The form without the two secrets of the card. */
export function withoutCard({ cardNum: _, securityCode: __, ...form }: SignupForm & CardEntry): SignupForm {
  return form;
}

/** What the bank's page does to make `p`, with all of Unicode. */
export function encodeCallbackParameter(parameter: unknown): string {
  return Buffer.from(JSON.stringify(parameter), 'utf8').toString('base64');
}

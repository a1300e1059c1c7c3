import type { CompletionFields } from '../src/signup/application/completion-fields.ts';
import {
  BANK_DEBIT,
  type CardEntry,
  type FieldName,
  formOf,
  type PaymentMethod,
  type SignupForm,
} from '../src/signup/form.ts';
import { methods } from '../src/signup/payment-methods.ts';
import { fieldTable } from './field-table.ts';

/** What the table says of complete donors, at home or overseas. */
const donorOf = (place: 0 | 1): SignupForm & CardEntry => {
  const sample = (name: FieldName) => fieldTable[name].sample?.[place];
  return { ...formOf(sample), cardNum: sample('cardNum') ?? '', securityCode: sample('securityCode') ?? '' };
};

/** A donor at home who pays by card and has filled in every required field. */
export const completeDonor = donorOf(0);

export const noCard = { cardNum: '', expirationMonth: '', expirationYear: '', securityCode: '' };

/** What the completion page gets of this donor (specification §4). */
export const donorsCompletion: CompletionFields = {
  first_name: '花子',
  last_name: '山田',
  furigana: 'やまだはなこ',
  mail: 'hanako.yamada@example.jp',
  address: '東京都千代田区千代田1-1 皇居マンション101',
  price: completeDonor.price,
};

/** The same by another payment method. */
export const completeDonorBy = (paymentMethod: PaymentMethod): SignupForm & CardEntry => ({
  ...completeDonor,
  ...(methods[paymentMethod].needsCard ? {} : noCard),
  paymentMethod,
});
export const completeDonorByBank = completeDonorBy(BANK_DEBIT);

/** The same from overseas. */
export const completeDonorOverseas: SignupForm & CardEntry = { ...donorOf(1), expatriate: true };

/** The form without the two secrets of the card. */
export function withoutCard({ cardNum: _, securityCode: __, ...form }: SignupForm & CardEntry): SignupForm {
  return form;
}

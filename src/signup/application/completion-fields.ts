import { paymentAmount } from '../amount/amount.ts';
import type { SignupForm } from '../form.ts';
import { asRecord, textOf } from '../type-guards.ts';

/** The hidden form that the browser posts to the organisation's completion page (specification §4). */
export type CompletionFields = {
  first_name: string;
  last_name: string;
  furigana: string;
  mail: string;
  address: string;
  price: string;
};

/** `price` is the monthly amount in yen. An overseas address has spaces between its parts. */
export function completionFields(form: SignupForm): CompletionFields {
  return {
    first_name: form.firstName,
    last_name: form.lastName,
    furigana: form.furigana,
    mail: form.email,
    address: [form.prefecture, form.city, form.street].join(form.expatriate ? ' ' : ''),
    price: String(paymentAmount(form)),
  };
}

/** Checks the shape of kept data. Null if a part is missing. */
export function toCompletionFields(kept: unknown): CompletionFields | null {
  const { first_name, last_name, furigana, mail, address, price } = asRecord(kept);
  const fields: CompletionFields = {
    first_name: textOf(first_name),
    last_name: textOf(last_name),
    furigana: textOf(furigana),
    mail: textOf(mail),
    address: textOf(address),
    price: textOf(price),
  };
  return Object.values(fields).every((value) => value !== '') ? fields : null;
}

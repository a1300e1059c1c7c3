import {
  boolean,
  object,
  type Schema,
  type StringSchema,
  string,
  type TestContext,
  ValidationError,
} from 'yup';
import { prefectures } from './address/prefectures.ts';
import { maximumAmount, paymentAmount } from './amount/amount.ts';
import { expiryMonths } from './card/card-expiry.ts';
import { isCardNumberIn } from './card/card-number.ts';
import { inputFields, isOptional } from './fields.ts';
import { type CardEntry, type FieldName, genders, paymentMethods, prices, type SignupForm } from './form.ts';
import { fieldMessages as messages, minimumMessage } from './messages.ts';
import { isBlank } from './normalise.ts';
import { methodOf } from './payment-methods.ts';
import { birthMonths, isPossibleBirthDay } from './profile/birth-date.ts';

export type InputValues = SignupForm & CardEntry;

/** The first error of each field, in the order of the screen. Fields without an error are absent. */
export type FieldErrors = Partial<Record<FieldName, string>>;

/** Control characters and lone surrogates, which servers do not store unchanged, and the sign for a lost character. */
const unusable = /[\p{Cc}\p{Cs}\ufffd]/u;

/** At most 200 characters (decision 18), counted by code point as most databases do. */
const notTooLong = /^.{0,200}$/su;

/** The rules for every text. A text that is too long is refused, not cut. */
const text = (name: FieldName): StringSchema<string | undefined> =>
  string()
    .test('required', messages.required, (value = '') => isOptional(name) || !isBlank(value))
    .test('characters', messages.unusableCharacters, (value = '') => !unusable.test(value))
    .matches(notTooLong, messages.tooLong)
    .test('card', messages.cardNumberElsewhere, (value = '') => !isCardNumberIn(name, value));

const choice = (choices: readonly string[]): StringSchema<string | undefined> =>
  string().oneOf([...choices], messages.required);

/** The form whose field is tested; yup itself does not know its type. */
const formIn = ({ parent }: TestContext): SignupForm => parent;

/** The amount is at least the minimum of the payment method. */
const isEnough = (context: TestContext) => {
  const form = formIn(context);
  const method = methodOf(form);
  return (
    paymentAmount(form) >= method.terms.minimum || context.createError({ message: minimumMessage(method) })
  );
};

/**
 * The rules of specification §5, one entry for each field. Only the fields in {@link inputFields} are validated; those
 * that are not optional are required.
 */
const schema = object({
  price: choice(prices).test('enough', (value, context) => value === 'other' || isEnough(context)),
  priceOther: text('priceOther')
    .test('whole', messages.priceNotWhole, (_, context) => !Number.isNaN(paymentAmount(formIn(context))))
    .test('enough', (_, context) => isEnough(context))
    .test('maximum', messages.priceTooLarge, (_, context) => paymentAmount(formIn(context)) <= maximumAmount),
  lastName: text('lastName'),
  firstName: text('firstName'),
  furigana: text('furigana'),
  email: text('email').matches(/^[^\s@]+@[^\s@]+\.[^\s@.]+\.*$/, messages.email),
  mailMagazine: boolean(),
  expatriate: boolean(),
  zip: text('zip').matches(/^\d{3}-\d{4}$/, messages.zip),
  prefecture: text('prefecture').when('expatriate', {
    is: false,
    // An overseas address may have left free text here, which the select shows as nothing chosen.
    // biome-ignore lint/suspicious/noThenProperty: yup's own name
    then: (rule) => rule.oneOf([...prefectures], messages.required),
  }),
  city: text('city'),
  street: text('street'),
  country: text('country'),
  zipExpatriate: text('zipExpatriate'),
  // The same digits for everybody (decision 17).
  phone: text('phone').when('expatriate', {
    is: true,
    // biome-ignore lint/suspicious/noThenProperty: yup's own name
    then: (rule) => rule.matches(/^\d{10,11}$/, messages.overseasPhone),
    otherwise: (rule) => rule.matches(/^\d{10,11}$/, messages.phone),
  }),
  birthYear: string().matches(/^((19|20)\d\d)?$/, messages.notOffered),
  birthMonth: string().oneOf(['', ...birthMonths], messages.notOffered),
  birthDay: string().test('birthDay', messages.birthDay, (_, context) => isPossibleBirthDay(formIn(context))),
  gender: string().oneOf(['', ...genders], messages.notOffered),
  receipt: boolean(),
  annualReport: boolean(),
  paymentMethod: choice(paymentMethods),
  cardNum: string()
    .test('required', messages.required, (value) => value !== '')
    .matches(/^\d{14,16}$/, messages.cardNum),
  expirationMonth: text('expirationMonth').oneOf([...expiryMonths], messages.required),
  expirationYear: text('expirationYear').matches(/^20\d\d$/, messages.required),
  securityCode: string()
    .test('required', messages.required, (value) => value !== '')
    .matches(/^\d{3,4}$/, messages.securityCode),
} satisfies Record<FieldName, Schema>);

/**
 * The first error of each field that is shown.
 * @param hasKeptCard a card token is kept, so the card fields are hidden (decision 6)
 */
export function validateForm(values: InputValues, hasKeptCard: boolean): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of inputFields(values, hasKeptCard)) {
    const error = firstError(name, values);
    if (error !== undefined) errors[name] = error;
  }
  return errors;
}

function firstError(name: FieldName, values: InputValues): string | undefined {
  try {
    // Stack traces would triple the time, and are not used.
    schema.validateSyncAt(name, values, { strict: true, disableStackTrace: true });
    return undefined;
  } catch (error) {
    if (error instanceof ValidationError) return error.errors[0];
    throw error;
  }
}

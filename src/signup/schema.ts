import {
  boolean,
  object,
  type Schema,
  type StringSchema,
  string,
  type TestContext,
  ValidationError,
} from 'yup';
import { maximumAmount, paymentAmount } from './amount.ts';
import { birthMonths, isPossibleBirthDay } from './birth-date.ts';
import { expiryMonths } from './card-expiry.ts';
import { isCardNumberIn } from './card-number.ts';
import { inputFields, isOptional } from './fields.ts';
import { type CardEntry, type FieldName, genders, paymentMethods, prices, type SignupForm } from './form.ts';
import { fieldMessages as messages } from './messages.ts';
import { isBlank } from './normalise.ts';
import { methodOf, minimumMessage } from './payment-methods.ts';
import { prefectures } from './prefectures.ts';

/** What the input screen holds while a donor types. */
export type InputValues = SignupForm & CardEntry;

/** What is wrong, first rule first; fields without an error are absent. In the order of the screen. */
export type FieldErrors = Partial<Record<FieldName, string>>;

/** NUL and its kind, and halves of a character: no server keeps them as they are. */
const unusable = /[\p{Cc}\p{Cs}]/u;

/** At most 200 characters (decision 18). Counted by code point, as a donor and most databases count. */
const notTooLong = /^.{0,200}$/su;

/** Text as typed: nothing is cut, and what is too long is refused beside its field. */
const text = (name: FieldName): StringSchema<string | undefined> =>
  string()
    .test('required', messages.required, (value = '') => isOptional(name) || !isBlank(value))
    .test('characters', messages.unusableCharacters, (value = '') => !unusable.test(value))
    .matches(notTooLong, messages.tooLong)
    .test('card', messages.cardNumberElsewhere, (value = '') => !isCardNumberIn(name, value));

const choice = (choices: readonly string[]): StringSchema<string | undefined> =>
  string().oneOf([...choices], messages.required);

/** On the one field that says how much: `price`, or `priceOther` for a free amount. */
const isEnough = ({ parent, createError }: TestContext) => {
  const method = methodOf(parent);
  return paymentAmount(parent) >= method.terms.minimum || createError({ message: minimumMessage(method) });
};

/**
 * The rules of specification §5, one entry for each field. Whether a field counts at all is {@link inputFields}'
 * business: what is shown and not optional is required, what is not shown is not looked at.
 */
const schema = object({
  price: choice(prices).test('enough', (value, context) => value === 'other' || isEnough(context)),
  priceOther: text('priceOther')
    .test('whole', messages.priceNotWhole, (_, { parent }) => !Number.isNaN(paymentAmount(parent)))
    .test('enough', (_, context) => isEnough(context))
    .test('maximum', messages.priceTooLarge, (_, { parent }) => paymentAmount(parent) <= maximumAmount),
  lastName: text('lastName'),
  firstName: text('firstName'),
  furigana: text('furigana'),
  email: text('email').matches(/^[^\s@]+@[^\s@]+\.[^\s@.]+\.*$/, messages.email),
  mailMagazine: boolean(),
  expatriate: boolean(),
  zip: text('zip').matches(/^\d{3}-\d{4}$/, messages.zip),
  prefecture: text('prefecture').when('expatriate', {
    is: false,
    // Free text from overseas may be left over when the box is unticked; the select shows it as not chosen.
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
  birthDay: string().test('birthDay', messages.birthDay, (_, { parent }) => isPossibleBirthDay(parent)),
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

/** Which card is meant: a token is kept, so that no card is asked for (decision 6), or not. */
export type Circumstances = { cardOnFile: boolean };

/** The first thing that is wrong with one field, by that field's rules alone. Nothing is wrong with a hidden field. */
export function validateField(
  name: FieldName,
  values: InputValues,
  { cardOnFile }: Circumstances,
): string | undefined {
  return inputFields(values, cardOnFile).includes(name) ? firstError(name, values) : undefined;
}

/** The first thing that is wrong with each field that is shown. */
export function validateForm(values: InputValues, { cardOnFile }: Circumstances): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of inputFields(values, cardOnFile)) {
    const error = firstError(name, values);
    if (error !== undefined) errors[name] = error;
  }
  return errors;
}

function firstError(name: FieldName, values: InputValues): string | undefined {
  try {
    // Where an error was made takes twice as long to note as to find the error, and nobody reads it.
    schema.validateSyncAt(name, values, { strict: true, disableStackTrace: true });
    return undefined;
  } catch (error) {
    if (error instanceof ValidationError) return error.errors[0];
    throw error;
  }
}

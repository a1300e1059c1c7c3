import type { FieldName, SignupForm } from './form.ts';

/** Everything a Japanese keyboard may give where a hyphen is meant. */
const dashes = /[‐‑‒–—―−－ーｰ─━]/g;

/** Blanks, and the invisible marks that come along when a number is copied from an address book. */
const blanks = /[\s\p{Cf}]/gu;

/**
 * Half-width, one kind of hyphen, no blank at the ends. Not NFKC: that leaves most dashes alone,
 * and changes letters that have nothing to do with a Japanese keyboard.
 */
function fold(value: string): string {
  return value
    .replace(dashes, '-')
    .replace(/[！-～]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ')
    .trim();
}

/** Tabs and line breaks, as a copied table or address book brings them along, are blanks in a line of text. */
const inOneLine = (value: string): string => value.replace(/[\t-\r\u0085\u2028\u2029]+/g, ' ').trim();

const withoutSeparators = (value: string): string => fold(value).replace(blanks, '').replaceAll('-', '');

/** `+81` is how a phone's own address book writes a Japanese number; the API wants it with a zero. */
function normalisePhone(value: string): string {
  return withoutSeparators(value)
    .replace(/[()./]/g, '')
    .replace(/^\+810?(?=\d{9,10}$)/, '0');
}

function normaliseZip(value: string): string {
  const digits = postalCodeDigits(value);
  return digits === null ? fold(value) : `${digits.slice(0, 3)}-${digits.slice(3)}`;
}

function normalisePrice(value: string): string {
  return fold(value)
    .replace(blanks, '')
    .replace(/[,、¥￥円]/g, '');
}

const normalisers: Partial<Record<FieldName, (value: string) => string>> = {
  phone: normalisePhone,
  zip: normaliseZip,
  cardNum: withoutSeparators,
  securityCode: withoutSeparators,
  email: fold,
  priceOther: normalisePrice,
  zipExpatriate: (value) => fold(inOneLine(value)),
};

/**
 * A field's value as it is kept once the donor leaves the field (decision 2): digits half-width, separators
 * gone. Names and addresses are only brought into one line, since folding would change how a name is written.
 * Never call it during a composition. Twice is the same as once.
 */
export function normaliseField(name: FieldName, value: string): string {
  return (normalisers[name] ?? inOneLine)(value);
}

/** {@link normaliseField} on every text of the form; what is hidden is folded too. */
export function normaliseForm(form: SignupForm): SignupForm {
  return {
    ...form,
    priceOther: normaliseField('priceOther', form.priceOther),
    lastName: normaliseField('lastName', form.lastName),
    firstName: normaliseField('firstName', form.firstName),
    furigana: normaliseField('furigana', form.furigana),
    email: normaliseField('email', form.email),
    zip: normaliseField('zip', form.zip),
    prefecture: normaliseField('prefecture', form.prefecture),
    city: normaliseField('city', form.city),
    street: normaliseField('street', form.street),
    country: normaliseField('country', form.country),
    zipExpatriate: normaliseField('zipExpatriate', form.zipExpatriate),
    phone: normaliseField('phone', form.phone),
  };
}

/** The seven digits that the postal lookup wants, or null while there are not exactly seven. */
export function postalCodeDigits(zip: string): string | null {
  const digits = withoutSeparators(zip).replaceAll('〒', '');
  return /^\d{7}$/.test(digits) ? digits : null;
}

/** Everything a Japanese keyboard may give where a hyphen is meant. */
const dashes = /[‐‑‒–—―−－ーｰ─━]/g;

/** Blanks, and the invisible marks that come along when a number is copied from an address book. */
const blanks = /[\s\p{Cf}]/gu;

/**
 * Half-width, one kind of hyphen, no blank at the ends. Not NFKC: that leaves most dashes alone,
 * and changes letters that have nothing to do with a Japanese keyboard.
 */
export function fold(value: string): string {
  return value
    .replace(dashes, '-')
    .replace(/[！-～]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ')
    .trim();
}

/** Tabs and line breaks, as a copied table or address book brings them along, are blanks in a line of text. */
export const inOneLine = (value: string): string => value.replace(/[\t-\r\u0085\u2028\u2029]+/g, ' ').trim();

export const withoutSeparators = (value: string): string =>
  fold(value).replace(blanks, '').replaceAll('-', '');

/** `+81` is how a phone's own address book writes a Japanese number; the API wants it with a zero. */
export function normalisePhone(value: string): string {
  return withoutSeparators(value)
    .replace(/[()./]/g, '')
    .replace(/^\+810?(?=\d{9,10}$)/, '0');
}

export function normaliseZip(value: string): string {
  const digits = postalCodeDigits(value);
  return digits === null ? fold(value) : `${digits.slice(0, 3)}-${digits.slice(3)}`;
}

export function normalisePrice(value: string): string {
  return fold(value)
    .replace(blanks, '')
    .replace(/[,、¥￥円]/g, '')
    .replace(/^(\d+)万$/, '$10000')
    .replace(/^(\d+)千$/, '$1000');
}

/** Letters and digits, as the address's own country writes them. */
export const normaliseOverseasZip = (value: string): string => fold(inOneLine(value));

/** The seven digits that the postal lookup wants, or null while there are not exactly seven. */
export function postalCodeDigits(zip: string): string | null {
  const digits = withoutSeparators(zip).replaceAll('〒', '');
  return /^\d{7}$/.test(digits) ? digits : null;
}

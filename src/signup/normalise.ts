/** The characters that Japanese keyboards give for a hyphen. */
const dashes = /[‐‑‒–—―−－ーｰ─━]/g;

/** A letter of a script that joins, or an emoji. */
const joining =
  '(?![\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{DI}])[\\p{Lo}\\p{M}\\p{ExtPict}\\p{EMod}]';
/** Group 1 matches what stays: a joiner after its letter, a selector after its kanji or emoji. */
const invisible = new RegExp(
  `((?:${joining}|\\p{Emoji}\\ufe0f)[\\u200c\\u200d](?=${joining})|[\\p{sc=Han}\\p{Emoji}][\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}])|[\\p{Cf}\\p{DI}\\u2800\\ufffc]`,
  'gu',
);

/**
 * Removes invisible characters: format characters, direction marks, fillers, tags. Keeps joiners between emoji and
 * between letters of a script that joins, and variation selectors after kanji and emoji. Idempotent.
 */
export const withoutInvisible = (text: string): string => text.replace(invisible, '$1');

/** Whether a text has no visible characters. */
export const isBlank = (text: string): boolean => withoutInvisible(text).trim() === '';

/**
 * Makes a text half-width, with ASCII hyphens and no blanks at its ends. Not with NFKC, which keeps most dashes and
 * changes letters that Japanese keyboards do not give.
 */
export function toHalfWidth(value: string): string {
  return value
    .replace(dashes, '-')
    .replace(/[！-～]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ')
    .trim();
}

/** Replaces the digits of all scripts by 0–9. In Unicode each script's digits follow one another, from zero to nine. */
export const westernDigits = (text: string): string =>
  text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let first = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
    return String((code - first) % 10);
  });

/** The digits in a text, as 0–9. */
export const digitsIn = (text: string): string => westernDigits(text).replace(/\D/g, '');

/** Replaces tabs and line breaks, which copied tables contain, by spaces. */
export const inOneLine = (value: string): string => value.replace(/[\t-\r\u0085\u2028\u2029]+/g, ' ').trim();

const withoutSeparators = (value: string): string =>
  toHalfWidth(value).replace(/\s/g, '').replaceAll('-', '');

/** Digits only. `+81`, which phones' address books write before a Japanese number, becomes `0`. */
export function normalisePhone(value: string): string {
  return withoutSeparators(value)
    .replace(/[()./]/g, '')
    .replace(/^\+810?(?=\d{9,10}$)/, '0');
}

export function normaliseZip(value: string): string {
  const digits = postalCodeDigits(value);
  return digits === null ? toHalfWidth(value) : `${digits.slice(0, 3)}-${digits.slice(3)}`;
}

/** Keeps letters, spaces and hyphens: they differ by country. */
export const normaliseOverseasZip = (value: string): string => toHalfWidth(inOneLine(value));

/** The seven digits for the postal lookup, or null if there are not exactly seven. */
export function postalCodeDigits(zip: string): string | null {
  const digits = withoutSeparators(zip).replaceAll('〒', '');
  return /^\d{7}$/.test(digits) ? digits : null;
}

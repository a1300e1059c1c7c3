/** Everything a Japanese keyboard may give where a hyphen is meant. */
const dashes = /[‐‑‒–—―−－ーｰ─━]/g;

/** A letter of a script that joins, or an emoji. */
const joining =
  '(?![\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{DI}])[\\p{Lo}\\p{M}\\p{ExtPict}\\p{EMod}]';
/** What is needed comes first: a joiner and the letter before it, a selector and the kanji or emoji that it is for. */
const invisible = new RegExp(
  `((?:${joining}|\\p{Emoji}\\ufe0f)[\\u200c\\u200d](?=${joining})|[\\p{sc=Han}\\p{Emoji}][\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}])|[\\p{Cf}\\p{DI}\\u2800\\ufffc]`,
  'gu',
);

/**
 * A text without what nobody sees: format characters, marks of writing direction, fillers, tags. Joiners stay between
 * emoji and between letters of a script that joins, selectors behind a kanji or an emoji. Twice is the same as once.
 */
export const withoutInvisible = (text: string): string => text.replace(invisible, '$1');

/** Whether there is nothing to see in a text. */
export const isBlank = (text: string): boolean => withoutInvisible(text).trim() === '';

/**
 * Half-width, one kind of hyphen, no blank at the ends. Not NFKC: that leaves most dashes alone,
 * and changes letters that have nothing to do with a Japanese keyboard.
 */
export function toHalfWidth(value: string): string {
  return value
    .replace(dashes, '-')
    .replace(/[！-～]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ')
    .trim();
}

/** Tabs and line breaks, as a copied table or address book brings them along, are blanks in a line of text. */
export const inOneLine = (value: string): string => value.replace(/[\t-\r\u0085\u2028\u2029]+/g, ' ').trim();

export const withoutSeparators = (value: string): string =>
  toHalfWidth(value).replace(/\s/g, '').replaceAll('-', '');

/** `+81` is how a phone's own address book writes a Japanese number; the API wants it with a zero. */
export function normalisePhone(value: string): string {
  return withoutSeparators(value)
    .replace(/[()./]/g, '')
    .replace(/^\+810?(?=\d{9,10}$)/, '0');
}

export function normaliseZip(value: string): string {
  const digits = postalCodeDigits(value);
  return digits === null ? toHalfWidth(value) : `${digits.slice(0, 3)}-${digits.slice(3)}`;
}

/** Letters and digits, as the address's own country writes them. */
export const normaliseOverseasZip = (value: string): string => toHalfWidth(inOneLine(value));

/** The seven digits that the postal lookup wants, or null while there are not exactly seven. */
export function postalCodeDigits(zip: string): string | null {
  const digits = withoutSeparators(zip).replaceAll('〒', '');
  return /^\d{7}$/.test(digits) ? digits : null;
}

import { digitsIn, westernDigits } from '../normalise.ts';

/** Groups of digits, separated by anything but letters. `ー` is allowed: Japanese keyboards give it for a hyphen. */
const groupsOfDigits = /\d+(?:(?:[^\p{L}\p{N}]|ー)+\d+)*/gu;

/** In characters. Card numbers are looked for in texts up to this length; longer ones would take seconds. */
const longestPaste = 10_000;

/** Specification §5. */
const MIN_CARD_DIGITS = 14;
export const MAX_CARD_DIGITS = 16;

/**
 * The digits for the card's own field: those of the card number that the text contains, whatever surrounds it, or all of
 * them. More than 16 if the number goes on. Idempotent.
 */
export function cardDigitsIn(text: string): string {
  const western = westernDigits(text.slice(0, longestPaste));
  const longEnough = (groups: string) => digitsIn(groups).length >= MIN_CARD_DIGITS;
  const groups = western.match(groupsOfDigits)?.find(longEnough) ?? western;
  const digits = digitsIn(groups);
  if (digits.length <= MAX_CARD_DIGITS || isCardNumber(digits.slice(0, MAX_CARD_DIGITS))) return digits;
  // Too many digits: the card number may stand between others, such as a date and an amount.
  const fitting = cardNumbersIn(groups).filter(
    (number) => longEnough(number) && number.length <= MAX_CARD_DIGITS,
  );
  return fitting.sort((a, b) => a.length - b.length).at(-1) ?? digits;
}

/**
 * Whether a field other than the card's own holds a card number (see {@link cardNumbersIn}). Phone numbers may look
 * like one: those that begin with `+` or have at most 13 digits, fewer than any card in use today, are accepted.
 */
export function isCardNumberIn(name: string, value: string): boolean {
  const western = westernDigits(value.normalize('NFKC'));
  if (name === 'phone' && (western.startsWith('+') || western.replace(/\D/g, '').length < 14)) return false;
  return cardNumbersIn(western).length > 0;
}

/**
 * All runs of 13 to 19 digits, alone or in groups, with a valid check digit (Luhn). The first must not be 0:
 * card numbers never begin with 0, long foreign phone numbers often do.
 */
function cardNumbersIn(text: string): string[] {
  const numbers: string[] = [];
  for (const match of text.match(groupsOfDigits) ?? []) {
    const groups = match.match(/\d+/g) ?? [];
    for (let first = 0; first < groups.length; first++) {
      let digits = '';
      for (let last = first; last < groups.length && digits.length < 19; last++) {
        digits += groups[last];
        if (isCardNumber(digits)) numbers.push(digits);
      }
    }
  }
  return numbers;
}

function isCardNumber(digits: string): boolean {
  return /^[1-9]\d{12,18}$/.test(digits) && passesLuhn(digits);
}

function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .reverse()
    .reduce((total, digit, index) => {
      const doubled = index % 2 === 1 ? digit * 2 : digit;
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}

import type { FieldName } from './form.ts';

/** Digits in groups, as a card shows them. */
const groupsOfDigits = /\d+(?:[\s\p{Pd}−ー]+\d+)*/gu;

/**
 * Whether a field other than the card's own holds a card number (see {@link holdsCardNumber}).
 * A foreign phone number begins with `+`, or can pass as a card of 13 digits, which nobody has had for decades.
 */
export function isCardNumberIn(name: FieldName, value: string): boolean {
  const folded = value.normalize('NFKC');
  if (name === 'phone' && (folded.startsWith('+') || folded.replace(/\D/g, '').length < 14)) return false;
  return holdsCardNumber(folded);
}

/**
 * Whether a text holds what looks like a card number: 13 to 19 digits, alone or in groups, whose check digit
 * (Luhn) is right. Card numbers never begin with 0; long foreign phone numbers often do.
 */
function holdsCardNumber(text: string): boolean {
  for (const [match] of text.matchAll(groupsOfDigits)) {
    const groups = match.match(/\d+/g) ?? [];
    for (let first = 0; first < groups.length; first++) {
      let digits = '';
      for (let last = first; last < groups.length && digits.length < 19; last++) {
        digits += groups[last];
        if (isCardNumber(digits)) return true;
      }
    }
  }
  return false;
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

/** Groups of digits, separated by anything but letters. `ー` is allowed: Japanese keyboards give it for a hyphen. */
const groupsOfDigits = /\d+(?:(?:[^\p{L}\p{N}]|ー)+\d+)*/gu;

/**
 * Whether a field other than the card's own holds a card number (see {@link holdsCardNumber}). Phone numbers may look
 * like one: those that begin with `+` or have at most 13 digits, fewer than any card in use today, are accepted.
 */
export function isCardNumberIn(name: string, value: string): boolean {
  const halfWidth = value.normalize('NFKC').replace(/(?!\d)\p{Nd}/gu, westernDigit);
  if (name === 'phone' && (halfWidth.startsWith('+') || halfWidth.replace(/\D/g, '').length < 14))
    return false;
  return holdsCardNumber(halfWidth);
}

/**
 * Whether a text contains 13 to 19 digits, alone or in groups, with a valid check digit (Luhn). The first must not be 0:
 * card numbers never begin with 0, long foreign phone numbers often do.
 */
function holdsCardNumber(text: string): boolean {
  for (const match of text.match(groupsOfDigits) ?? []) {
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

/** The digit 0–9 for a digit of any script. In Unicode each script's digits follow one another, from zero to nine. */
function westernDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
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

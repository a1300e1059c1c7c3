/** Digits in groups, with anything between them but letters; a keyboard gives `ー` where a hyphen is meant. */
const groupsOfDigits = /\d+(?:(?:[^\p{L}\p{N}]|ー)+\d+)*/gu;

/**
 * Whether a field other than the card's own holds a card number (see {@link holdsCardNumber}).
 * A foreign phone number begins with `+`, or can pass as a card of 13 digits, which nobody has had for decades.
 */
export function isCardNumberIn(name: string, value: string): boolean {
  const halfWidth = value.normalize('NFKC').replace(/(?!\d)\p{Nd}/gu, westernDigit);
  if (name === 'phone' && (halfWidth.startsWith('+') || halfWidth.replace(/\D/g, '').length < 14))
    return false;
  return holdsCardNumber(halfWidth);
}

/**
 * Whether a text holds what looks like a card number: 13 to 19 digits, alone or in groups, whose check digit
 * (Luhn) is right. Card numbers never begin with 0; long foreign phone numbers often do.
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

/** Every script's digits stand in a row, from zero to nine; some rows follow one another. */
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

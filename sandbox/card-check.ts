/** What the token script sends about a card. Everything is text; anything may be missing. */
export type CardInput = {
  apiKey: string;
  cardno: string;
  expire: string;
  securitycode: string;
  holdername: string;
  tokennumber: string;
};

/** True when the check digit is right (Luhn). */
export function hasValidCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/**
 * The provider's result code for a card: `'000'`, or 100 to 142 for the first field that is wrong.
 * @param now milliseconds since the epoch: a card is good to the end of its month.
 */
export function cardResultCode(card: CardInput, now: number): string {
  return (
    (card.apiKey === '' ? '160' : undefined) ??
    numberCode(card.cardno) ??
    expiryCode(card.expire, now) ??
    securityCodeCode(card.securitycode) ??
    holderCode(card.holdername) ??
    tokenNumberCode(card.tokennumber) ??
    '000'
  );
}

function numberCode(number: string): string | undefined {
  if (number === '') return '100';
  if (!/^\d+$/.test(number)) return '101';
  if (number.length < 10 || number.length > 16 || !hasValidCheckDigit(number)) return '102';
  return undefined;
}

function expiryCode(expire: string, now: number): string | undefined {
  if (expire === '') return '110';
  if (!/^\d+$/.test(expire)) return '111';
  if (expire.length !== 4 && expire.length !== 6) return '112';
  const yearMonth = expire.length === 4 ? `20${expire}` : expire;
  const month = Number(yearMonth.slice(4));
  if (month < 1 || month > 12) return '113';
  const firstInvalid = new Date(Number(yearMonth.slice(0, 4)), month, 1).getTime();
  return firstInvalid <= now ? '113' : undefined;
}

function securityCodeCode(code: string): string | undefined {
  if (code === '') return undefined;
  if (!/^\d+$/.test(code)) return '121';
  return code.length < 3 || code.length > 4 ? '122' : undefined;
}

function holderCode(name: string): string | undefined {
  if (!/^[A-Za-z0-9 ,.\-/&']*$/.test(name)) return '131';
  return name.length > 50 ? '132' : undefined;
}

function tokenNumberCode(count: string): string | undefined {
  if (count === '') return undefined;
  if (!/^\d+$/.test(count)) return '141';
  return Number(count) < 1 || Number(count) > 10 ? '142' : undefined;
}

/** True when the check digit is right (Luhn). */
function hasValidCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/**
 * The provider's result code for a card: `'000'`, `'102'` for a wrong number, `'113'` for one that has expired. A
 * scenario can answer with the other codes, which are for data that the form never sends.
 * @param card `expire` as YYYYMM
 * @param now milliseconds since the epoch: a card is valid to the end of its month
 */
export function cardResultCode({ cardno, expire }: Record<'cardno' | 'expire', string>, now: number): string {
  if (!/^\d{10,16}$/.test(cardno) || !hasValidCheckDigit(cardno)) return '102';
  const endOfMonth = new Date(Number(expire.slice(0, 4)), Number(expire.slice(4)), 1);
  return endOfMonth.getTime() > now ? '000' : '113';
}

/** True when the check digit is right (Luhn). */
function hasValidCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/**
 * The provider's result code for a card: `'000'`, or the code of the first thing that is wrong.
 * @param card `expire` as YYYYMM
 * @param now milliseconds since the epoch: a card is good to the end of its month.
 */
export function cardResultCode(
  { apiKey, cardno, expire, securitycode }: Record<'apiKey' | 'cardno' | 'expire' | 'securitycode', string>,
  now: number,
): string {
  const faults: readonly (readonly [isWrong: boolean, code: string])[] = [
    [apiKey === '', '160'],
    [cardno === '', '100'],
    [/\D/.test(cardno), '101'],
    [cardno.length < 10 || cardno.length > 16 || !hasValidCheckDigit(cardno), '102'],
    [expire === '', '110'],
    [/\D/.test(expire), '111'],
    [expire.length !== 6, '112'],
    [hasExpired(expire, now), '113'],
    [/\D/.test(securitycode), '121'],
    [!['', 'ccc', 'cccc'].includes(securitycode.replace(/\d/g, 'c')), '122'],
  ];
  return faults.find(([isWrong]) => isWrong)?.[1] ?? '000';
}

/** True also for a month that does not exist. */
function hasExpired(yearMonth: string, now: number): boolean {
  const month = Number(yearMonth.slice(4));
  if (month < 1 || month > 12) return true;
  return new Date(Number(yearMonth.slice(0, 4)), month, 1).getTime() <= now;
}

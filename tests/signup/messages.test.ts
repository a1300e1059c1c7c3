import { expect, it, vi } from 'vitest';
import {
  cardCheckFailed,
  minimumMessage,
  unansweredCalls,
  unknownOutcome,
  unusualSecurityCode,
  wasCut,
} from '../../src/signup/messages.ts';
import { methods } from '../../src/signup/payment-methods.ts';
import { asRecord } from '../../src/signup/type-guards.ts';

const made: Readonly<Record<string, readonly string[]>> = {
  unknownOutcome: unansweredCalls.map(unknownOutcome),
  cardCheckFailed: ['102', '901', '180'].map(cardCheckFailed),
  wasCut: [wasCut(16)],
  minimumMessage: Object.values(methods).map(minimumMessage),
  unusualSecurityCode: [unusualSecurityCode('American Express', 4)],
};
// An `import *` would use every message, and `npm run unused` would find none that is never shown.
const { phoneExample, ...exported } = await vi.importActual<Readonly<Record<string, unknown>>>(
  '../../src/signup/messages.ts',
);
const allMessages = Object.entries(exported)
  .flatMap(([name, one]): readonly unknown[] => {
    if (typeof one === 'function') return made[name] ?? [name];
    if (Array.isArray(one)) return [];
    return typeof one === 'string' ? [one] : Object.values(asRecord(one));
  })
  .map(String);

it('the messages are those of messages.txt (npx vitest run tests/signup/messages -u)', async () => {
  await expect(`${[...new Set(allMessages)].join('\n')}\n`).toMatchFileSnapshot('messages.txt');
});

it('no sentence promises a mail, a phone call or that no money moves, or repeats the line about contact', () => {
  const promise = /請求|引き落とし|確認の?メール|電話|お問い合わせ/;
  expect(allMessages.filter((sentence) => promise.test(sentence))).toEqual([]);
});

it.each([
  ['カード番号をご確認ください', ['100', '102']],
  ['有効期限をご確認ください', ['110', '112', '113']],
  ['セキュリティコードをご確認ください', ['121', '122']],
  ['カード情報をご確認ください', ['131', '132']],
  ['混み合っているため', ['901', '902']],
  ['システムの不具合', ['133', '180', '999', '', 'toString']],
])('a card that the gateway did not accept is told with “%s” and its code', (sentence, codes) => {
  for (const code of codes)
    expect(cardCheckFailed(code)).toMatch(new RegExp(`${sentence}.*コード：${code}`, 's'));
});

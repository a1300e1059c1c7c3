import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import {
  belowMinimum,
  cardCheckFailed,
  networkFailed,
  settlingNotSent,
  unansweredCalls,
  unknownOutcome,
  unusableBrand,
  unusualSecurityCode,
  wasCut,
} from '../../src/signup/messages.ts';

describe('an unknown outcome', () => {
  it.each(unansweredCalls)(
    'of %s says what is not known, that a second try may register twice, and what to do',
    (unfinished) => {
      const message = unknownOutcome(unfinished);
      expect(message).toContain('分かりません');
      expect(message).toContain('二重に登録');
      expect(message).toContain('当団体にご確認ください');
    },
  );
});

const made: Readonly<Record<string, readonly string[]>> = {
  unknownOutcome: unansweredCalls.map(unknownOutcome),
  cardCheckFailed: ['102', '901', '180'].map(cardCheckFailed),
  wasCut: [wasCut(16)],
  belowMinimum: [belowMinimum('口座引落', 2000)],
  unusableBrand: [unusableBrand('Diners Club', ['Visa'])],
  unusualSecurityCode: [unusualSecurityCode('American Express', 4)],
};
// An `import *` would use every message, and `npm run unused` would find none that is never shown.
const { phoneExample, isCardWrong, ...exported } = await vi.importActual<Readonly<Record<string, unknown>>>(
  '../../src/signup/messages.ts',
);
const allMessages = Object.entries(exported)
  .flatMap(([name, one]): readonly unknown[] => {
    if (typeof one === 'function') return made[name] ?? [name];
    if (Array.isArray(one)) return [];
    return typeof one === 'string' ? [one] : Object.values(Object(one));
  })
  .map(String);

it('no sentence promises a mail, a phone call or that no money moves, or repeats the line about contact', () => {
  expect(
    allMessages.filter((sentence) => /請求|引き落とし|確認の?メール|電話|お問い合わせ/.test(sentence)),
  ).toEqual([]);
});

it('the page for the telephone has a row for each sentence, and no row for what is not said', () => {
  const page = readFileSync('docs/ja/messages.md', 'utf8');
  const rows = Array.from(page.matchAll(/^\| ([^|]+) \|/gm), ([, quoted = '']) => quoted.replace(/….*/, ''));
  const quoted = rows.filter((row) => row !== '画面の文');
  expect(allMessages.filter((message) => !quoted.some((row) => message.startsWith(row)))).toEqual([]);
  expect(quoted.filter((row) => !allMessages.some((message) => message.startsWith(row)))).toEqual([]);
});

it('a server that does not answer is not blamed on the donor’s connection', () => {
  for (const sentence of [networkFailed, settlingNotSent])
    expect(sentence).not.toMatch(/インターネット|接続|電波/);
});

describe('a card that the gateway did not accept', () => {
  it.each([
    ['100', 'カード番号をご確認ください'],
    ['102', 'カード番号をご確認ください'],
    ['110', '有効期限をご確認ください'],
    ['112', '有効期限をご確認ください'],
    ['113', '有効期限をご確認ください'],
    ['121', 'セキュリティコードをご確認ください'],
    ['122', 'セキュリティコードをご確認ください'],
    ['131', 'カード情報をご確認ください'],
    ['132', 'カード情報をご確認ください'],
    ['901', '混み合っています'],
    ['902', '混み合っています'],
    ['133', 'システムの不具合'],
    ['180', 'システムの不具合'],
    ['999', 'システムの不具合'],
    ['', 'システムの不具合'],
    ['toString', 'システムの不具合'],
  ])('with code %j says %s, and repeats the code', (code, sentence) => {
    expect(cardCheckFailed(code)).toContain(sentence);
    expect(cardCheckFailed(code)).toContain(`コード：${code}`);
  });
});

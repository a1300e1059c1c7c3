import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normaliseField } from '../../src/signup/fields.ts';
import { type FieldName, fieldNames, isFormField, isText } from '../../src/signup/form.ts';
import { anyCodePoints } from './any-text.ts';

const texts = fieldNames.filter(isText);

/** What is typed, and what is kept of it; without an arrow it is kept as it is. */
const kept: Partial<Record<FieldName, readonly string[]>> = {
  phone: [
    '０９０.1234/5678 → 09012345678',
    '　０３（１２３４）５６７８  → 0312345678',
    '\u202a090-1234-5678\u202c → 09012345678',
    // every character that Japanese keyboards give for a hyphen
    ...[...'-‐‑‒–—―−－ーｰ─━'].map((dash) => `090${dash}1234${dash}5678 → 09012345678`),
    '+81 90-1234-5678 → 09012345678',
    '+81 (0)3-1234-5678 → 0312345678',
    '+81 90-1234 → +81901234',
    '＋４４ 20 7946 0958 → +442079460958',
    '(020) 7946 0958 → 02079460958',
    '電話なし',
  ],
  lastName: ['　山田\t → 山田', '髙橋', 'か\u3099'],
  firstName: ['花子\t\n マリア → 花子  マリア', 'ﾀﾛｳ'],
  street: ['1-2-3\r\n霞ビル\u2028405\u0085号 → 1-2-3 霞ビル 405 号', ' １ー２−３  → １ー２−３'],
  city: ['①番町'],
  zipExpatriate: [' ＳＷ１Ａ　１ＡＡ  → SW1A 1AA', 'SW1A\t1AA → SW1A 1AA'],
  zip: ['1234567 → 123-4567', '〒１２３ー４５６７ → 123-4567', '１２３４５６  → 123456', '12345678'],
  cardNum: ['４１１１ 1111-1111　1111 → 4111111111111111'],
  securityCode: [' １２３  → 123'],
  email: ['　ｔａｒｏ＠ｅｘａｍｐｌｅ．ｃｏｍ  → taro@example.com', 'a−b@a.com → a-b@a.com', 'a b@a.com'],
  priceOther: [
    ...['３,０００円 → 3000', '￥ 3000 → 3000', '¥3，000 → 3000', '3、000 → 3000', '\\3,000 → 3000'],
    ...['3,00', '2000.5', '1万', '三千', '円'],
  ],
};
it.each(texts)('what is typed into %s is kept as the table says', (name) => {
  const lines = kept[name] ?? [];
  const made = lines.map((line) => line.split(' → ')[0] ?? '').map((typed) => normaliseField(name, typed));
  expect(made).toEqual(lines.map((line) => line.split(' → ').at(-1)));
});

const letters = fc.constantFrom(
  ...'0189０９.-−ーｰ ＋+8１()（）〒円万千百十二〇¥￥,，、＠@ａa\u3000\u202a\u200c\u200d\ufe0f\u{e0100}辻👩आ\u0301が゛ﾞé',
);
const anyText = fc.oneof(
  anyCodePoints,
  fc.array(letters).map((some) => some.join('')),
);
it.each(texts)('what is kept of %s is kept again as it is', (name) => {
  fc.assert(
    fc.property(anyText, (typed) => {
      const once = normaliseField(name, typed);
      expect(normaliseField(name, once)).toBe(once);
    }),
    { numRuns: 500 },
  );
});

const isInvisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/u;
const invisible = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point)).filter((one) =>
  isInvisible.test(one),
);
// A card's secrets keep only digits.
it.each(texts.filter(isFormField))(
  'invisible characters are removed from %s, wherever they stand',
  (name) => {
    const typed = invisible.map((one) => `${one}a${one}1${one}`).join('');
    // an emoji's selector may stand behind a digit
    const kept = normaliseField(name, typed).replaceAll(/1[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu, '1');
    expect(kept).toBe('a1'.repeat(invisible.length));
    expect(normaliseField(name, invisible.join(''))).toBe('');
  },
);

it('an invisible character stays where a name or an emoji needs it, and nowhere else', () => {
  const names = '👨‍👩‍👧 ❤️‍🔥 👩🏽‍🚒 1️⃣ 辻\u{e0100} 葛\ufe00城 می\u200cخواهم क्\u200dष ශ්\u200dරී'.split(' ');
  expect(names.map((name) => normaliseField('lastName', name))).toEqual(names);
  const pointless =
    '山\u200d田 a\u200db ア\u200cイ 👩\u200d \u200d👩 a\u{e0100} あ\ufe0f 辻\u{e0100}\u{e0100}'.split(' ');
  for (const name of pointless)
    expect(Array.from(normaliseField('lastName', name)).length, name).toBe(Array.from(name).length - 1);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseField, normaliseForm } from '../../src/signup/fields.ts';
import { type FieldName, fieldNames, isFormField, isText } from '../../src/signup/form.ts';
import { postalCodeDigits } from '../../src/signup/normalise.ts';
import { completeDonor, withoutCard } from '../complete-donor.ts';
import { anyCodePoints } from './any-text.ts';

const texts = fieldNames.filter(isText);

describe('a field that was left', () => {
  it.each<[FieldName, string, string]>([
    // every character that Japanese keyboards give for a hyphen
    ...[...'-‐‑‒–—―−－ーｰ─━'].map((dash): [FieldName, string, string] => [
      'phone',
      `090${dash}1234${dash}5678`,
      '09012345678',
    ]),
    ['phone', '０９０.1234/5678', '09012345678'],
    ['phone', '　０３（１２３４）５６７８ ', '0312345678'],
    ['phone', '03 1234 5678', '0312345678'],
    ['phone', '\u202a090-1234-5678\u202c', '09012345678'],
    ['phone', '+81 90-1234-5678', '09012345678'],
    ['phone', '+81 (0)3-1234-5678', '0312345678'],
    ['phone', '+1 (408) 555-0123', '+14085550123'],
    ['phone', '＋４４ 20 7946 0958', '+442079460958'],
    ['phone', '(020) 7946 0958', '02079460958'],
    ['phone', '電話なし', '電話なし'],
    ['lastName', '山田\t', '山田'],
    ['firstName', '花子\t\n マリア', '花子  マリア'],
    ['street', '1-2-3\r\n霞ビル\u2028405\u0085号', '1-2-3 霞ビル 405 号'],
    ['zipExpatriate', 'SW1A\t1AA', 'SW1A 1AA'],
    ['zip', '1234567', '123-4567'],
    ['zip', '１２３ー４５６７', '123-4567'],
    ['zip', '〒123−4567', '123-4567'],
    ['zip', '123 - 4567', '123-4567'],
    ['zip', '１２３ー４５６ ', '123-456'],
    ['zip', '', ''],
    ['cardNum', '４１１１ 1111-1111　1111', '4111111111111111'],
    ['securityCode', ' １２３ ', '123'],
    ['email', '　ｔａｒｏ＠ｅｘａｍｐｌｅ．ｃｏｍ ', 'taro@example.com'],
    ['email', 'a−b@example.com', 'a-b@example.com'],
    ['email', 'a b@example.com', 'a b@example.com'],
    ['priceOther', '３,０００円', '3000'],
    ['priceOther', '¥3，000', '3000'],
    ['priceOther', '3、000', '3000'],
    ['priceOther', '￥ 3000', '3000'],
    ['priceOther', '１万円', '10000'],
    ['priceOther', '5千', '5000'],
    ['priceOther', '\\3,000', '3000'],
    ['priceOther', '1万5千円', '15000'],
    ['priceOther', '1万5000', '15000'],
    ['priceOther', '一万五千五百二十三円', '15523'],
    ['priceOther', '１．５万', '15000'],
    ['priceOther', '1,500万', '15000000'],
    ['priceOther', '十万', '100000'],
    ['priceOther', '三千', '3000'],
    ['priceOther', '3000 Yen', '3000'],
    ['priceOther', '1,500.00', '1500'],
    ['priceOther', '千円', '1000'],
    ['priceOther', '2千50', '2050'],
    ['priceOther', '三〇〇〇', '3000'],
    ...[
      '1万5',
      '万',
      '5百千',
      '1千1000',
      '3,00',
      '2000.5',
      '1.55万',
      '3.000',
      '99999999999999999万',
      '三丁目',
    ].map((text): [FieldName, string, string] => ['priceOther', text, text]),
    ['zipExpatriate', ' ＳＷ１Ａ　１ＡＡ ', 'SW1A 1AA'],
    ['lastName', '　髙橋 ', '髙橋'],
    ['firstName', 'ﾀﾛｳ', 'ﾀﾛｳ'],
    ['lastName', 'か\u3099', 'か\u3099'],
    ['street', ' １ー２−３ ', '１ー２−３'],
    ['city', '①番町', '①番町'],
  ])('%s %j is kept as %j', (name, typed, kept) => {
    expect(normaliseField(name, typed)).toBe(kept);
  });

  const alphabet = fc.constantFrom(
    ...'0189０９.-−ーｰ ＋+8１()（）〒円万千百十二〇¥￥,，、＠@ａa\u3000\u202a\u200c\u200d\ufe0f\u{e0100}辻👩आ\u0301が゛ﾞé',
  );
  const anyText = fc.oneof(
    anyCodePoints,
    fc.array(alphabet).map((letters) => letters.join('')),
  );

  it.each(texts)('%s: twice is the same as once', (name) => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const once = normaliseField(name, typed);
        expect(normaliseField(name, once)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });

  it('is normalised in the whole form as by itself, and choices stay', () => {
    const form = withoutCard({
      ...completeDonor,
      phone: '０９０-1234-5678',
      email: ' a＠b.jp',
      lastName: ' 山田　',
    });
    expect(normaliseForm(form)).toEqual({ ...form, phone: '09012345678', email: 'a@b.jp', lastName: '山田' });
  });
});

describe('an invisible character', () => {
  const isInvisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/u;
  const invisible = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point)).filter(
    (one) => isInvisible.test(one),
  );

  // A card's secrets keep nothing but digits.
  it.each(texts.filter(isFormField))('is removed from %s, wherever it stands', (name) => {
    const typed = invisible.map((one) => `${one}a${one}1${one}`).join('');
    // an emoji's selector may stand behind a digit
    const kept = normaliseField(name, typed).replaceAll(/1[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu, '1');
    expect(kept).toBe('a1'.repeat(invisible.length));
    expect(normaliseField(name, invisible.join(''))).toBe('');
  });

  it.each([
    '👨‍👩‍👧',
    '❤️‍🔥',
    '👩🏽‍🚒',
    '1️⃣',
    '辻\u{e0100}',
    '葛\ufe00城',
    'می\u200cخواهم',
    'क्\u200dष',
    'ශ්\u200dරී',
  ])('stays where a name or an emoji needs it: %s', (name) => {
    expect(normaliseField('lastName', name)).toBe(name);
  });

  it.each([
    '山\u200d田',
    'a\u200db',
    'ア\u200cイ',
    '👩\u200d',
    '\u200d👩',
    'a\u{e0100}',
    'あ\ufe0f',
    '辻\u{e0100}\u{e0100}',
  ])('is removed where neither needs it: %j', (name) => {
    expect(Array.from(normaliseField('lastName', name)).length).toBeLessThan(Array.from(name).length);
  });
});

describe('a postal code', () => {
  it.each([
    ['123-4567', '1234567'],
    ['〒１２３ー４５６７', '1234567'],
    ['123 - 4567', '1234567'],
    ['123-456', null],
    ['123-45678', null],
    ['abc-defg', null],
    ['', null],
  ])('%j has the digits %j', (zip, digits) => {
    expect(postalCodeDigits(zip)).toBe(digits);
  });
});

import { expect, it } from 'vitest';
import { type DigitsEntry, enterDigits } from '../../../src/signup/digits/digits-entry.ts';
import { cardFormats, zipFormat } from '../../../src/signup/digits/digits-formats.ts';

const formats = { zip: zipFormat, ...cardFormats };

/** A text with its caret: `150|0001`. */
const withCaret = ({ shown, caret }: DigitsEntry) => `${shown.slice(0, caret)}|${shown.slice(caret)}`;

const number = '4111 1111 1111 1111';

/** A field's text, the text that an edit makes of it, what the field then shows, and whether digits were cut. */
it.each<[name: keyof typeof formats, from: string, edited: string, to: string, rest?: string]>([
  // typing
  ['zip', '150', '1501|', '150 - 1|'],
  ['zip', '150 - 000', '150 - 0001|', '150 - 0001|'],
  ['zip', '150 - 0001', '150 - 00019|', '150 - 0001|', 'cut'],
  ['zip', '150 - 0001', '150 - 9|0001', '150| - 0001', 'cut'],
  ['zip', '100 - 001', '15|00 - 001', '15|0 - 0001'],
  ['zip', '150', '150１|', '150 - 1|'],
  ['zip', 'a', 'abcdefgh|', 'abcdefg|'],
  ['cardNum', '4111 1111', '4111 | 1111', '4111| 1111'],
  ['cardNum', '3682 8224 63', '37|682 8224 63', '37|68 282246 3'],
  ['cardNum', '3782 822463 10005', '3a|782 822463 10005', '3|782 822463 10005'],
  ['securityCode', '12', '12x|', '12|'],
  // deleting
  ['zip', '150 - 0001', '150 -|0001', '15|0 - 001', 'deleteContentBackward'],
  ['zip', '150 - 0', '150 - |', '150|', 'deleteContentBackward'],
  ['zip', '150 - 0001', '150|- 0001', '150| - 001', 'deleteContentForward'],
  ['zip', '150 - 0001', '150|0001', '15|0 - 001', 'deleteWordBackward'],
  ['zip', '150 - 0001', '15|01', '15|0 - 1', 'deleteContentForward'],
  ['zip', '150 - 0001', '|', '|', 'deleteContentBackward'],
  // pasting
  ['zip', '100 - 0002', '〒１５０−０００１|', '150 - 0001|'],
  ['zip', '101', '150-00|01', '150 - 00|01'],
  ['zip', '', '150-0001-2|', '150 - 0001|', 'cut'],
  ['cardNum', number, '4111-1111|1111-1111', '4111 1111| 1111 1111'],
  ['cardNum', number, '4111 22|1111 1111 1111', '4111| 1111 1111 1111', 'cut'],
  ['cardNum', '', '４１１１　１１１１−１１１１ー１１１１|', `${number}|`],
  ['cardNum', '', 'カード番号（16桁）：4111 1111 1111 1112|', '4111 1111 1111 1112|'],
  ['cardNum', '12', '12カード番号：4111 1111 1111 1111|', `${number}|`],
  ['cardNum', '', '「4111・1111・1111・1111」|', `${number}|`],
  ['cardNum', '', '①4111 1111 1111 1111\u200b\n|', `${number}|`],
  ['cardNum', '', '３７８２８２２４６３１０００５ 12/28|', '3782 822463 10005|'],
  ['cardNum', '', '2026-05-31 3622 7206 2716 67|', '3622 7206 2716 67|'],
  ['cardNum', '', '4111 1111 x 1111 1111|', `${number}|`],
  // the text before the caret alone would be read differently
  ['cardNum', '3622 7206 2716 67', '2026-05-31 |3622 7206 2716 67', '|3622 7206 2716 67'],
  ['cardNum', '', '4111 1111 1111 1111 9999|', `${number}|`, 'cut'],
  ['cardNum', '', '4111 1111 1111 1112 9999|', '4111 1111 1111 1112|', 'cut'],
  ['securityCode', '', 'セキュリティコード：１２３|', '123|'],
])('%s: “%s” edited to “%s” shows “%s”', (name, from, edited, to, rest = '') => {
  const format = formats[name];
  const caret = edited.indexOf('|');
  const edit = { text: edited.replace('|', ''), caret, inputType: rest };
  const entry = enterDigits(format, format.read(from), edit);
  expect([withCaret(entry), entry.isCut]).toEqual([to, rest === 'cut']);
  expect(entry.digits).toBe(format.read(entry.shown));
});

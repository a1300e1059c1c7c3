import { patternFormatter } from 'react-number-format';
import { digitsIn } from '../normalise.ts';

/** How a field of digits reads, limits and shows them. */
export type DigitsFormat = {
  maxDigits: number;
  /** Reduces a typed, pasted or autofilled text to the characters that count. */
  read: (text: string) => string;
  /** The react-number-format pattern to show digits with: `### - ####`, with a `#` for each digit. */
  patternOf: (digits: string) => string;
};

/** What is in the field after an edit. `caret` is a position in `shown`. */
export type DigitsEntry = { digits: string; shown: string; caret: number; isCut: boolean };

/** Without the pattern's trailing blanks and hyphens, which screen readers would read out. */
export const showDigits = ({ patternOf }: DigitsFormat, digits: string): string =>
  patternFormatter(digits, { format: patternOf(digits) }).replace(/[ -]+$/, '');

/**
 * Reads an edit of the field.
 * @param digits those before the edit
 * @param edit the text that is in the field or is about to be, the caret's position in it, and the browser's `inputType`
 */
export function enterDigits(
  format: DigitsFormat,
  digits: string,
  { text, caret, inputType }: { text: string; caret: number; inputType: string },
): DigitsEntry {
  const { maxDigits } = format;
  const isSame = digits !== '' && digitsIn(text) === digits;
  // Pasting into a number never shortens it.
  const isShortened = isInsertedInto(digits, digitsIn(text)) && format.read(text).length < digits.length;
  const read = isShortened ? digitsIn : format.read;
  const whole = isSame ? digits : read(text);
  let before = read(text.slice(0, caret));
  // A part of a text may be read differently by itself.
  if (!whole.startsWith(before)) before = '';
  let after = whole.slice(before.length);
  // If the donor deleted only a separator, they meant the digit beside it.
  if (isSame && text.length < showDigits(format, digits).length) {
    if (inputType.endsWith('Backward')) before = before.slice(0, -1);
    if (inputType.endsWith('Forward')) after = after.slice(1);
  }
  const isCut = before.length + after.length > maxDigits;
  // Removes the last digits typed.
  before = before.slice(0, Math.max(0, maxDigits - after.length));
  after = after.slice(0, maxDigits);
  const shown = showDigits(format, before + after);
  return {
    digits: before + after,
    shown,
    caret: shown === text ? caret : caretAfter(before.length, shown, format.read),
    isCut,
  };
}

function isInsertedInto(digits: string, longer: string): boolean {
  const start = [...digits].findIndex((digit, index) => digit !== longer[index]);
  return longer.length > digits.length && (start === -1 || longer.endsWith(digits.slice(start)));
}

/** The caret position after the n-th digit. */
function caretAfter(count: number, shown: string, read: (text: string) => string): number {
  let position = 0;
  while (position < shown.length && read(shown.slice(0, position)).length < count) position++;
  return position;
}

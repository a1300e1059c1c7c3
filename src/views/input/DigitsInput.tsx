import { type InputHTMLAttributes, type SyntheticEvent, useRef, useState } from 'react';
import { patternFormatter } from 'react-number-format';
import { useIsLive } from '../prerendered-date.ts';

type DigitsInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'maxLength'> & {
  digits: string;
  maxDigits: number;
  /** How digits are shown, in the words of react-number-format: `### - ####`, with a `#` for each that is taken. */
  formatOf: (digits: string) => string;
  /** What counts of a text that was typed, pasted or filled in. */
  clean: (text: string) => string;
  onDigits: (digits: string) => void;
  /** Whether the last text held more digits than fit, so that some of it is not there. */
  onOverflow: (isCut: boolean) => void;
};

/**
 * An input that shows digits in a form of its own, and keeps the caret behind the digit it was behind.
 * A Japanese keyboard composes in peace: the text is looked at once it is settled. Not react-number-format's own
 * input, which knows of no composition and breaks the browser's undo.
 */
export function DigitsInput(props: DigitsInputProps) {
  const { digits, maxDigits, formatOf, clean, onDigits, onOverflow, ...attributes } = props;
  const [composed, setComposed] = useState<string | null>(null);
  const isWriting = useRef(false);
  const isLive = useIsLive();

  const longest = Math.max(...[digits, '0'.repeat(maxDigits)].map((some) => formatOf(some).length));

  /** Grows with what is typed: blanks for what is still missing would be read out by screen readers. */
  const shownAs = (some: string) => patternFormatter(some, { format: formatOf(some) }).replace(/[ -]+$/, '');

  /** Looks at a text that is there, or would be there, with the caret in it. */
  const take = (input: HTMLInputElement, text: string, caret: number, inputType = '') => {
    const whole = clean(text);
    let before = clean(text.slice(0, caret));
    // By itself, the beginning may hold no digit.
    if (!whole.startsWith(before)) before = '';
    let after = whole.slice(before.length);
    // Where only a mark of the format was deleted, the digit beside it was meant.
    if (before + after === digits && text.length < shownAs(digits).length) {
      if (inputType.endsWith('Backward')) before = before.slice(0, -1);
      if (inputType.endsWith('Forward')) after = after.slice(1);
    }
    onOverflow(before.length + after.length > maxDigits);
    // What does not fit is what was typed last.
    before = before.slice(0, Math.max(0, maxDigits - after.length));
    after = after.slice(0, maxDigits);
    const shown = shownAs(before + after);
    if (input.value !== shown) {
      // What was typed and how it was then shown are two steps to the browser, and one to a donor.
      if (inputType === 'historyUndo' && document.execCommand('undo')) return;
      if (inputType === 'historyRedo' && document.execCommand('redo')) return;
      isWriting.current = true;
      write(input, shown);
      isWriting.current = false;
      const position = positionBehind(before.length, shown, clean);
      input.setSelectionRange(position, position);
    }
    if (before + after !== digits) onDigits(before + after);
  };

  const takeAsItIs = (input: HTMLInputElement, inputType?: string) =>
    take(input, input.value, input.selectionEnd ?? input.value.length, inputType);

  /** Before the browser would cut it off. */
  const insert = (event: SyntheticEvent<HTMLInputElement>, text: string) => {
    event.preventDefault();
    const input = event.currentTarget;
    const before = input.value.slice(0, input.selectionStart ?? 0) + clean(text);
    take(input, before + input.value.slice(input.selectionEnd ?? 0), before.length);
  };

  return (
    <input
      type="text"
      className="control"
      inputMode="numeric"
      enterKeyHint="next"
      {...attributes}
      // Of what we cannot clean yet, the browser would cut off digits in favour of blanks and hyphens.
      // As long as the longest form: where the browser tells nothing beforehand, it would cut a whole number short.
      maxLength={isLive && composed === null ? longest : undefined}
      value={composed ?? shownAs(digits)}
      onChange={({ target, nativeEvent }) => {
        if (isWriting.current) return;
        if (composed !== null) setComposed(target.value);
        else takeAsItIs(target, nativeEvent instanceof InputEvent ? nativeEvent.inputType : undefined);
      }}
      onCompositionStart={({ currentTarget }) => setComposed(currentTarget.value)}
      onCompositionEnd={({ currentTarget }) => {
        setComposed(null);
        takeAsItIs(currentTarget);
      }}
      onPaste={(event) => insert(event, event.clipboardData.getData('text'))}
      // A keyboard that offers what was copied puts it in without pasting.
      onBeforeInput={(event) =>
        !isWriting.current && composed === null && event.data.length > 1 && insert(event, event.data)
      }
    />
  );
}

/**
 * Writes what differs as if it were typed: a value that is set breaks the browser's undo, which then brings back
 * numbers that were never there.
 */
function write(input: HTMLInputElement, text: string) {
  const { value } = input;
  const shorter = Math.min(value.length, text.length);
  let start = 0;
  while (start < shorter && value[start] === text[start]) start++;
  let end = 0;
  while (end < shorter - start && value.at(-1 - end) === text.at(-1 - end)) end++;
  // Autofill writes where the focus is not.
  if (document.activeElement === input) {
    input.setSelectionRange(start, value.length - end);
    const added = text.slice(start, text.length - end);
    document.execCommand(added === '' ? 'delete' : 'insertText', false, added);
  }
  if (input.value !== text) input.value = text;
}

/** The place right behind the n-th digit. */
function positionBehind(count: number, shown: string, clean: (text: string) => string): number {
  let position = 0;
  while (position < shown.length && clean(shown.slice(0, position)).length < count) position++;
  return position;
}

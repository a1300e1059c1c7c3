import { type InputHTMLAttributes, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { patternFormatter } from 'react-number-format';
import { wasCut } from '../../signup/messages.ts';
import { useIsLive } from '../prerendered-date.ts';

type DigitsInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'maxLength'> & {
  digits: string;
  maxDigits: number;
  /** The react-number-format pattern to show digits with: `### - ####`, with a `#` for each digit. */
  formatOf: (digits: string) => string;
  /** Reduces a typed, pasted or autofilled text to the characters that count. */
  clean: (text: string) => string;
  onDigits: (digits: string) => void;
  /** Shown below the input and its children. */
  note?: string | null | undefined;
};

/**
 * An input that formats its digits, keeps the caret after the same digit, and says when it has cut some. It formats a
 * composition only once that has ended. Not react-number-format's own input, which breaks compositions and undo.
 */
export function DigitsInput(props: DigitsInputProps) {
  const { digits, maxDigits, formatOf, clean, onDigits, note, children, ...attributes } = props;
  const [composed, setComposed] = useState<string | null>(null);
  const [isCut, setIsCut] = useState(false);
  const isWriting = useRef(false);
  const isLive = useIsLive();

  // Before the app has loaded, nothing cuts what is typed.
  useEffect(() => {
    if (digits.length <= maxDigits) return;
    setIsCut(true);
    onDigits(digits.slice(0, maxDigits));
  }, [digits, maxDigits, onDigits]);

  const longest = Math.max(...[digits, '0'.repeat(maxDigits)].map((some) => formatOf(some).length));

  /** Without the pattern's trailing blanks and hyphens, which screen readers would read out. */
  const shownAs = (some: string) => patternFormatter(some, { format: formatOf(some) }).replace(/[ -]+$/, '');

  /** Takes the digits from a text that is in the input or is about to be, and writes them back formatted. */
  const take = (input: HTMLInputElement, text: string, caret: number, inputType = '') => {
    const whole = clean(text);
    let before = clean(text.slice(0, caret));
    // Text without digits may be cleaned differently by itself.
    if (!whole.startsWith(before)) before = '';
    let after = whole.slice(before.length);
    // If the donor deleted only a separator, they meant the digit beside it.
    if (before + after === digits && text.length < shownAs(digits).length) {
      if (inputType.endsWith('Backward')) before = before.slice(0, -1);
      if (inputType.endsWith('Forward')) after = after.slice(1);
    }
    setIsCut(before.length + after.length > maxDigits);
    // Cut what was typed last.
    before = before.slice(0, Math.max(0, maxDigits - after.length));
    after = after.slice(0, maxDigits);
    const shown = shownAs(before + after);
    if (input.value !== shown) {
      // The browser sees two steps, typing and formatting; the donor sees one: undo or redo both.
      if (inputType === 'historyUndo' && document.execCommand('undo')) return;
      if (inputType === 'historyRedo' && document.execCommand('redo')) return;
      isWriting.current = true;
      write(input, shown);
      isWriting.current = false;
      const position = caretAfter(before.length, shown, clean);
      input.setSelectionRange(position, position);
    }
    if (before + after !== digits) onDigits(before + after);
  };

  const takeCurrent = (input: HTMLInputElement, inputType?: string) =>
    take(input, input.value, input.selectionEnd ?? input.value.length, inputType);

  /** Inserts a text before the browser cuts it at `maxLength`. */
  const insert = (event: SyntheticEvent<HTMLInputElement>, text: string) => {
    event.preventDefault();
    const input = event.currentTarget;
    const before = input.value.slice(0, input.selectionStart ?? 0) + clean(text);
    take(input, before + input.value.slice(input.selectionEnd ?? 0), before.length);
  };

  return (
    <>
      <input
        type="text"
        className="control"
        inputMode="numeric"
        enterKeyHint="next"
        {...attributes}
        // None before hydration or during a composition: the browser would count separators and cut digits.
        // Otherwise the length of the longest format, for browsers that insert text without `beforeinput`.
        maxLength={isLive && composed === null ? longest : undefined}
        value={composed ?? shownAs(digits)}
        onChange={({ target, nativeEvent }) => {
          if (isWriting.current) return;
          if (composed !== null) setComposed(target.value);
          else takeCurrent(target, nativeEvent instanceof InputEvent ? nativeEvent.inputType : undefined);
        }}
        onCompositionStart={({ currentTarget }) => setComposed(currentTarget.value)}
        onCompositionEnd={({ currentTarget }) => {
          setComposed(null);
          takeCurrent(currentTarget);
        }}
        onPaste={(event) => insert(event, event.clipboardData.getData('text'))}
        // Phone keyboards insert the clipboard's text without a `paste` event. The note says if one is too many.
        onBeforeInput={(event) => {
          const mayBeCut = event.data.length > 1 || digits.length === maxDigits;
          if (!isWriting.current && composed === null && mayBeCut) insert(event, event.data);
        }}
      />
      {children}
      <p className="field-status" role="status">
        {isCut && digits !== '' && <span>{wasCut(maxDigits)}</span>}
        {note && <span>{note}</span>}
      </p>
    </>
  );
}

/** Writes the difference as if it were typed. Setting `value` breaks undo, which would restore wrong numbers. */
function write(input: HTMLInputElement, text: string) {
  const { value } = input;
  const shorter = Math.min(value.length, text.length);
  let start = 0;
  while (start < shorter && value[start] === text[start]) start++;
  let end = 0;
  while (end < shorter - start && value.at(-1 - end) === text.at(-1 - end)) end++;
  // During autofill the input may not have the focus.
  if (document.activeElement === input) {
    input.setSelectionRange(start, value.length - end);
    const added = text.slice(start, text.length - end);
    document.execCommand(added === '' ? 'delete' : 'insertText', false, added);
  }
  if (input.value !== text) input.value = text;
}

/** The caret position after the n-th digit. */
function caretAfter(count: number, shown: string, clean: (text: string) => string): number {
  let position = 0;
  while (position < shown.length && clean(shown.slice(0, position)).length < count) position++;
  return position;
}

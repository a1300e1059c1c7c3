import { type InputHTMLAttributes, type SyntheticEvent, useState } from 'react';
import { useIsLive } from '../prerendered-date.ts';

type DigitsInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
  digits: string;
  maxDigits: number;
  /** What counts of a text that was typed, pasted or filled in. */
  clean: (text: string) => string;
  /** How digits are shown; must keep them all, in order. */
  mask?: (digits: string) => string;
  onDigits: (digits: string) => void;
  /** Whether the last text held more digits than fit, so that some of it is not there. */
  onOverflow: (isCut: boolean) => void;
};

const asTheyAre = (digits: string): string => digits;

/**
 * An input that shows digits in a form of its own, and keeps the caret behind the digit it was behind.
 * A Japanese keyboard composes in peace: the text is looked at once it is settled.
 */
export function DigitsInput(props: DigitsInputProps) {
  const {
    digits,
    maxDigits,
    clean,
    mask = asTheyAre,
    onDigits,
    onOverflow,
    maxLength,
    ...attributes
  } = props;
  const [composed, setComposed] = useState<string | null>(null);
  const isLive = useIsLive();

  const take = (input: HTMLInputElement, inputType = '') => {
    const caret = input.selectionEnd ?? input.value.length;
    const whole = clean(input.value);
    let before = clean(input.value.slice(0, caret));
    // By itself, the beginning may hold no digit.
    if (!whole.startsWith(before)) before = '';
    let after = whole.slice(before.length);
    // Where only a mark of the mask was deleted, the digit beside it was meant.
    if (before + after === digits && input.value.length < mask(digits).length) {
      if (inputType.endsWith('Backward')) before = before.slice(0, -1);
      if (inputType.endsWith('Forward')) after = after.slice(1);
    }
    onOverflow(before.length + after.length > maxDigits);
    // What does not fit is what was typed last.
    before = before.slice(0, Math.max(0, maxDigits - after.length));
    after = after.slice(0, maxDigits);
    const shown = mask(before + after);
    if (input.value !== shown) {
      input.value = shown;
      const position = positionBehind(before.length, shown, clean);
      input.setSelectionRange(position, position);
    }
    if (before + after !== digits) onDigits(before + after);
  };

  /** Before the browser would cut it off. */
  const insert = (event: SyntheticEvent<HTMLInputElement>, text: string) => {
    event.preventDefault();
    const input = event.currentTarget;
    input.setRangeText(clean(text), input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
    take(input);
  };

  return (
    <input
      type="text"
      className="control"
      inputMode="numeric"
      enterKeyHint="next"
      {...attributes}
      // Of what we cannot clean yet, the browser would cut off digits in favour of blanks and hyphens.
      maxLength={isLive && composed === null ? maxLength : undefined}
      value={composed ?? mask(digits)}
      onChange={({ target, nativeEvent }) => {
        if (composed !== null) setComposed(target.value);
        else take(target, nativeEvent instanceof InputEvent ? nativeEvent.inputType : undefined);
      }}
      onCompositionStart={({ currentTarget }) => setComposed(currentTarget.value)}
      onCompositionEnd={({ currentTarget }) => {
        setComposed(null);
        take(currentTarget);
      }}
      onPaste={(event) => insert(event, event.clipboardData.getData('text'))}
      // A keyboard that offers what was copied puts it in without pasting.
      onBeforeInput={(event) => composed === null && event.data.length > 1 && insert(event, event.data)}
    />
  );
}

/** The place right behind the n-th digit. */
function positionBehind(count: number, shown: string, clean: (text: string) => string): number {
  let position = 0;
  while (position < shown.length && clean(shown.slice(0, position)).length < count) position++;
  return position;
}

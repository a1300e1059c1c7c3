import { type InputHTMLAttributes, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type DigitsFormat, enterDigits, showDigits } from '../../../signup/digits/digits-entry.ts';
import { wasCut } from '../../../signup/messages.ts';
import { useIsLive } from '../../prerendered-date.ts';
import { LiveRegion } from '../../shared/LiveRegion.tsx';

type DigitsInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'maxLength'> & {
  digits: string;
  format: DigitsFormat;
  onDigits: (digits: string) => void;
  /** Shown below the input and its children. */
  note?: string | null | undefined;
};

/**
 * An input that formats its digits and says when it has cut some. It formats a composition only once that has ended, and
 * has no undo. Not react-number-format's own input, which does not support Japanese composition.
 */
export function DigitsInput(props: DigitsInputProps) {
  const { digits, format, onDigits, note, children, ...attributes } = props;
  const { maxDigits, patternOf } = format;
  const [composed, setComposed] = useState<string | null>(null);
  const [isCut, setIsCut] = useState(false);
  const element = useRef<HTMLInputElement>(null);
  const isLive = useIsLive();

  // Before the app has loaded, nothing cuts what is typed.
  useEffect(() => {
    if (digits.length <= maxDigits) return;
    setIsCut(true);
    onDigits(digits.slice(0, maxDigits));
  }, [digits, maxDigits, onDigits]);

  const enter = (input: HTMLInputElement, text: string, caret: number, inputType = '') => {
    const entry = enterDigits(format, digits, { text, caret, inputType });
    setIsCut(entry.isCut);
    if (input.value !== entry.shown) input.value = entry.shown;
    // During autofill the input may not have the focus, and Safari would focus it.
    if (document.activeElement === input) input.setSelectionRange(entry.caret, entry.caret);
    if (entry.digits !== digits) onDigits(entry.digits);
  };
  const onBeforeInput = useEffectEvent((event: InputEvent) => {
    const { data, inputType } = event;
    const input = element.current;
    if (!input || !event.cancelable || composed !== null) return;
    // The browser's own history holds each text twice, typed and formatted, and would restore digits that were never typed.
    if (inputType.startsWith('history')) event.preventDefault();
    // Reads the text before the browser cuts it at `maxLength`, so that the note can say that some was cut.
    if (data && (data.length > 1 || digits.length === maxDigits)) {
      const before = input.value.slice(0, input.selectionStart ?? 0) + data;
      const text = before + input.value.slice(input.selectionEnd ?? 0);
      event.preventDefault();
      enter(input, text, before.length, inputType);
      // the event that the browser's own edit would have fired
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  });
  useEffect(() => {
    const input = element.current;
    // React's own `onBeforeInput` is another event.
    const listen = (event: InputEvent) => onBeforeInput(event);
    input?.addEventListener('beforeinput', listen);
    return () => input?.removeEventListener('beforeinput', listen);
  }, []);

  const longest = Math.max(...[digits, '0'.repeat(maxDigits)].map((some) => patternOf(some).length));
  return (
    <>
      <input
        type="text"
        className="control"
        inputMode="numeric"
        enterKeyHint="next"
        {...attributes}
        ref={element}
        // None before hydration or during a composition: the browser would count separators and cut digits.
        // Otherwise the length of the longest format, for browsers that insert text without `beforeinput`.
        maxLength={isLive && composed === null ? longest : undefined}
        value={composed ?? showDigits(format, digits)}
        onChange={({ target, nativeEvent }) => {
          const inputType = nativeEvent instanceof InputEvent ? nativeEvent.inputType : '';
          if (composed !== null) setComposed(target.value);
          else enter(target, target.value, caretOf(target), inputType);
        }}
        onCompositionStart={({ currentTarget }) => setComposed(currentTarget.value)}
        onCompositionEnd={({ currentTarget }) => {
          setComposed(null);
          enter(currentTarget, currentTarget.value, caretOf(currentTarget));
        }}
      />
      {children}
      <LiveRegion className="field-status">
        {isCut && digits !== '' && <span>{wasCut(maxDigits)}</span>}
        {note && <span>{note}</span>}
      </LiveRegion>
    </>
  );
}

const caretOf = ({ selectionEnd, value }: HTMLInputElement) => selectionEnd ?? value.length;

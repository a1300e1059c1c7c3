import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { FieldName } from '../../../signup/form.ts';
import { Bilingual } from '../../shared/Bilingual.tsx';
import { focusField } from '../focus.ts';
import { useFieldActions } from '../input-form.ts';
import { isComposing } from './composing.ts';

export type DescribedField = {
  name: FieldName;
  label: string;
  hint?: string | undefined;
  error: string | undefined;
  /** The number of attempts to continue. */
  attempt: number;
};

type Bubble = {
  error: string | undefined;
  /** Each error has another id: Firefox would read the earlier words of a hidden description. */
  number: number;
  /** The attempt at which the donor dismissed it. */
  dismissedAt: number | null;
};

type Description = {
  hint: ReactNode;
  bubble: ReactNode;
  /** For `aria-describedby`: the ids of what is shown. */
  ids: string | undefined;
  /** For the control: Escape dismisses the bubble. */
  onKeyDown: (event: KeyboardEvent) => void;
};

/**
 * A field's hint and error bubble (specification §2). Dismissed, the bubble comes back when the error changes or at the
 * next attempt to continue.
 */
export function useDescription({ name, label, hint, error, attempt }: DescribedField): Description {
  const [bubble, setBubble] = useState<Bubble>({ error, number: 0, dismissedAt: null });
  if (bubble.error !== error) setBubble({ error, number: bubble.number + 1, dismissedAt: null });

  const isShown = error !== undefined && bubble.dismissedAt !== attempt;
  const [hintId, bubbleId] = [`hint-${name}`, `error-${name}-${bubble.number}`];
  // If error and hint are the same, only one is read.
  const isSaid = isShown && error === hint;
  const ids = [isShown ? bubbleId : '', hint && !isSaid ? hintId : ''].filter(Boolean).join(' ');
  const { announce } = useFieldActions();
  const dismiss = () => setBubble({ ...bubble, dismissedAt: attempt });
  return {
    hint: hint ? (
      <p id={hintId} className="field-hint">
        <Bilingual text={hint} />
      </p>
    ) : null,
    // For the eye, mouse and finger: screen readers hear it as the description, and Escape dismisses it by keyboard.
    bubble: isShown ? (
      <button
        type="button"
        key={error}
        className="bubble"
        data-error-for={name}
        aria-hidden="true"
        tabIndex={-1}
        onClick={() => {
          dismiss();
          focusField(name);
        }}
      >
        <span id={bubbleId}>
          <Bilingual text={error} />
        </span>
      </button>
    ) : null,
    ids: ids || undefined,
    onKeyDown: (event) => {
      if (!isShown || event.key !== 'Escape' || isComposing(event)) return;
      dismiss();
      announce(`${label}のお知らせを閉じました。`);
    },
  };
}

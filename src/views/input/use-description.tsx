import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { FieldName } from '../../signup/form.ts';
import { Bilingual } from './Bilingual.tsx';
import { isComposing } from './composing.ts';
import { focusField } from './focus.ts';

export type DescribedField = {
  name: FieldName;
  label: string;
  hint?: string | undefined;
  error: string | undefined;
  /** Another value at each attempt to continue. */
  attempt: unknown;
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
  const [dismissed, setDismissed] = useState<{ error: string; attempt: unknown } | null>(null);
  if (dismissed !== null && dismissed.error !== error) setDismissed(null);

  const isShown = error !== undefined && (dismissed?.error !== error || dismissed.attempt !== attempt);
  const [hintId, bubbleId] = [`hint-${name}`, `error-${name}`];
  const ids = [isShown ? bubbleId : '', hint ? hintId : ''].filter(Boolean).join(' ');
  const dismiss = () => {
    if (error !== undefined) setDismissed({ error, attempt });
  };
  const onDismiss = () => {
    dismiss();
    focusField(name);
  };
  return {
    hint: hint ? (
      <p id={hintId} className="field-hint">
        <Bilingual text={hint} />
      </p>
    ) : null,
    // A button, so that the keyboard can dismiss it too.
    bubble: isShown ? (
      <button
        type="button"
        className="bubble"
        data-error-for={name}
        aria-label={`${error}（${label}のお知らせを閉じる）`}
        onClick={onDismiss}
      >
        <span id={bubbleId}>{error}</span>
      </button>
    ) : null,
    ids: ids || undefined,
    onKeyDown: (event) => {
      if (event.key === 'Escape' && !isComposing(event)) dismiss();
    },
  };
}

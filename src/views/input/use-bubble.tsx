import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { label } from '../../signup/fields.ts';
import type { FieldName } from '../../signup/form.ts';
import { isComposing } from './composing.ts';
import { focusField } from './focus.ts';

type Bubble = {
  node: ReactNode;
  /** For `aria-describedby`: the bubble's id while it is shown. */
  id: string | undefined;
  /** For the control: Escape dismisses the bubble. */
  onKeyDown: (event: KeyboardEvent) => void;
};

/**
 * A field's error bubble (specification §2). Dismissed, it comes back when the error changes or at the next attempt to
 * continue.
 */
export function useBubble(name: FieldName, error: string | undefined, attempt: unknown): Bubble {
  const [dismissed, setDismissed] = useState<{ error: string; attempt: unknown } | null>(null);
  if (dismissed !== null && dismissed.error !== error) setDismissed(null);

  const isShown = error !== undefined && (dismissed?.error !== error || dismissed.attempt !== attempt);
  const id = `error-${name}`;
  const dismiss = () => {
    if (error !== undefined) setDismissed({ error, attempt });
  };
  const onDismiss = () => {
    dismiss();
    focusField(name);
  };
  return {
    // A button, so that the keyboard can dismiss it too.
    node: isShown ? (
      <button
        type="button"
        className="bubble"
        data-error-for={name}
        aria-label={`${error}（${label(name)}のお知らせを閉じる）`}
        onClick={onDismiss}
      >
        <span id={id}>{error}</span>
      </button>
    ) : null,
    id: isShown ? id : undefined,
    onKeyDown: (event) => {
      if (event.key === 'Escape' && !isComposing(event)) dismiss();
    },
  };
}

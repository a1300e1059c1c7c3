import type { FieldName } from '../../signup/form.ts';

type FieldBubbleProps = { id: string; name: FieldName; message: string; onDismiss: () => void };

/** The id of the one hidden sentence that tells what pressing a bubble does. */
export const bubbleHintId = 'bubble-hint';

/** What is wrong with a field, in a bubble that points at it. A button, so that keyboards can dismiss it too. */
export function FieldBubble({ id, name, message, onDismiss }: FieldBubbleProps) {
  return (
    <button
      type="button"
      className="bubble"
      data-error-for={name}
      aria-describedby={bubbleHintId}
      onClick={onDismiss}
    >
      <span id={id}>{message}</span>
    </button>
  );
}

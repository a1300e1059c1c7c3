import { label } from '../../signup/fields.ts';
import type { FieldName } from '../../signup/form.ts';

type FieldBubbleProps = { id: string; name: FieldName; message: string; onDismiss: () => void };

/** What is wrong with a field, in a bubble that points at it. A button, so that keyboards can dismiss it too. */
export function FieldBubble({ id, name, message, onDismiss }: FieldBubbleProps) {
  return (
    <button
      type="button"
      className="bubble"
      data-error-for={name}
      aria-label={`${message}（${label(name)}のお知らせを閉じる）`}
      onClick={onDismiss}
    >
      <span id={id}>{message}</span>
    </button>
  );
}

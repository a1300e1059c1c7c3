import { label } from '../../signup/fields.ts';
import type { FieldName } from '../../signup/form.ts';

type FieldBubbleProps = { id: string; name: FieldName; message: string; onDismiss: () => void };

/** A field's error in a bubble. A button, so that the keyboard can dismiss it too. */
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

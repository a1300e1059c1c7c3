import { flushSync } from 'react-dom';
import type { FieldName } from '../../signup/form.ts';

/** The id of a field's control; of a group's first radio. */
export const controlId = (name: FieldName): string => `field-${name}`;

/**
 * Changes the form, and then focuses a field: the button that was pressed may be gone, and screen readers would read out a
 * change of the focused field.
 */
export function changeThenFocus(change: () => void, name: FieldName): void {
  flushSync(change);
  focusField(name);
}

/** Focuses a field and scrolls to it. For the fields of a kept card, it focuses the button shown instead. */
export function focusField(name: FieldName): void {
  const checked = document.querySelector<HTMLElement>(`input[type="radio"][name="${name}"]:checked`);
  const control =
    checked ??
    document.getElementById(controlId(name)) ??
    document.querySelector<HTMLElement>('[data-kept-card]');
  control?.focus({ preventScroll: true });
  control?.closest('.field')?.scrollIntoView({ block: 'center' });
}

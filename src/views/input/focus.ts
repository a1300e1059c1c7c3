import type { FieldName } from '../../signup/form.ts';

/** The id of a field's control; of a group's first radio. */
export const controlId = (name: FieldName): string => `field-${name}`;

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

import type { FocusEvent } from 'react';
import type { FieldName } from '../../signup/form.ts';

/** The id of a field's control; a group of radios has it on its first radio. */
export const controlId = (name: FieldName): string => `field-${name}`;

/** Moves to a field, or to what stands in its place: a kept card shows a button instead of its fields. */
export function focusField(name: FieldName): void {
  const checked = document.querySelector<HTMLElement>(`input[type="radio"][name="${name}"]:checked`);
  const control =
    checked ??
    document.getElementById(controlId(name)) ??
    document.querySelector<HTMLElement>('[data-kept-card]');
  control?.focus({ preventScroll: true });
  control?.closest('.field')?.scrollIntoView({ block: 'center' });
}

/** Whether the field was really left: a window that loses focus sends `blur` too, while the donor looks something up. */
export const isLeft = (event: FocusEvent): boolean => document.activeElement !== event.target;

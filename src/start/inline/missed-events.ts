/** Events that the app missed: compositions, fields that were left, the button pressed last. */
let missed: [HTMLElement, Event][] = [];

const missedOfFields = ['compositionstart', 'compositionupdate', 'compositionend', 'focusout'];

/** The events to call {@link keepMissed} with. */
export const missedTypes: readonly string[] = [...missedOfFields, 'input', 'click'];

/** The button that a click presses. */
export const pressedButton = ({ type, target }: Event): HTMLElement | null =>
  type === 'click' && target instanceof Element ? target.closest('button') : null;

/** Keeps an event that {@link repeatMissed} is to dispatch again. */
export function keepMissed(event: Event): void {
  const { type, target } = event;
  // Repeating an earlier press would take the focus away from where the donor types now.
  if (type === 'input' || type === 'click') missed = missed.filter(([, past]) => past.type !== 'click');
  const element = missedOfFields.includes(type) ? target : pressedButton(event);
  if (element instanceof HTMLElement) missed.push([element, event]);
}

/** Dispatches the kept events again, once the app listens. */
export function repeatMissed(): void {
  for (const [{ id, lang }, event] of missed) {
    const rendered = document.getElementById(id);
    // An event that is still being dispatched reaches the app anyway. A field with another `lang` belongs to the other address.
    if (event.eventPhase === Event.NONE && rendered?.lang === lang) rendered.dispatchEvent(event);
  }
}

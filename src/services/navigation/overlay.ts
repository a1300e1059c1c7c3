import { asRecord } from '../../signup/type-guards.ts';
import { changeHistory } from './change-history.ts';

/** In milliseconds. In Chromium, screen readers do not announce a focus that moves just before a step back. */
const untilStepBack = 300;

let steppingBack: ReturnType<typeof setTimeout> | undefined;

/** Whether the current history entry is an overlay's. */
export const isOverlayEntry = (): boolean => asRecord(history.state).isOverlay === true;

/** Adds a history entry for an overlay, so that "back" closes it. */
export function openOverlay(): void {
  clearTimeout(steppingBack);
  if (!isOverlayEntry()) changeHistory(() => history.pushState({ isOverlay: true }, ''));
}

/** Removes the overlay's history entry a moment later, if neither "back" nor another screen has. */
export function closeOverlay(): void {
  steppingBack = setTimeout(() => {
    if (isOverlayEntry()) history.back();
  }, untilStepBack);
}

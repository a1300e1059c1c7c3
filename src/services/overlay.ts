import { asRecord } from '../signup/from-outside.ts';
import { changeHistory } from './change-history.ts';

/** Adds a history entry for an overlay, so that "back" closes it. */
export function openOverlay(): void {
  changeHistory(() => history.pushState({ isOverlay: true }, ''));
}

/** Removes the overlay's history entry, if "back" has not. */
export function closeOverlay(): void {
  if (asRecord(history.state).isOverlay === true) history.back();
}

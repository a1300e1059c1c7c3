import { TYPED_KEY, writeStorage } from '../../services/session-storage.ts';
import { parseEarlyDraft, serialiseTyped } from '../../signup/early-draft.ts';

const controls = () => document.querySelectorAll<HTMLInputElement>('.input-form [id^="field-"]');

/**
 * Shows a draft in the prerendered controls.
 * @param isInert the donor can change nothing until the app has loaded
 */
export function showDraft(json: string, isInert: boolean): void {
  const early = parseEarlyDraft(json, Date.now());
  const main = document.querySelector('main');
  if (!early || !main || (isInert && !('inert' in main))) return;
  main.inert = isInert;
  document.documentElement.dataset.draft = early.asBuilt;
  for (const control of controls()) {
    const value = early.values[control.name] ?? '';
    if (typeof value === 'boolean') control.checked = value;
    else if (control.type === 'radio') control.checked = control.value === value;
    else control.value = value;
  }
}

/** Keeps for the next page what the donor has typed and chosen. */
export function keepTyped(): void {
  const typed: Record<string, string | boolean> = {};
  for (const { name, type, value, checked } of controls())
    if (type !== 'radio' || checked) typed[name] = type === 'checkbox' ? checked : value;
  writeStorage(TYPED_KEY, serialiseTyped(typed, Date.now()));
}

import { TYPED_KEY, writeStorage } from '../../services/session/session-storage.ts';
import { parseEarlyDraft, serialiseTyped } from '../../signup/session/early-draft.ts';

/** The names of the controls in which the donor has typed or chosen something. */
const typedNames = new Set<string>();

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
  // The browser may have restored what was in them when the page was left.
  main.querySelector('form')?.reset();
  for (const control of controls()) {
    const value = early.values[control.name];
    if (value === undefined) continue;
    if (!isInert) typedNames.add(control.name);
    if (typeof value === 'boolean') control.checked = value;
    else if (control.type === 'radio') control.checked = control.value === value;
    else control.value = value;
  }
}

/** Keeps for the next page, and for the app, what the donor has typed and chosen. */
export function keepTyped({ target }: Event): void {
  if (target instanceof HTMLElement) typedNames.add(target.getAttribute('name') ?? '');
  const typed: Record<string, string | boolean> = {};
  for (const { name, type, value, checked } of controls())
    if (typedNames.has(name) && (type !== 'radio' || checked))
      typed[name] = type === 'checkbox' ? checked : value;
  writeStorage(TYPED_KEY, serialiseTyped(typed, Date.now()));
}

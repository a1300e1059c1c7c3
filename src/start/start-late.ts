import { readStorage, SESSION_KEY, writeStorage } from '../services/session-storage.ts';
import { parseEarlyDraft, serialiseTyped } from '../signup/early-draft.ts';

/*
 * Stands inline in the prerendered page (scripts/build.ts), which shows the form before any of the app is fetched.
 * It starts the app once the page has been painted, or at the first touch. What a donor types meanwhile stays in the
 * controls, also over a reload; the app hears afterwards which fields were left and which button was pressed. It shows a
 * draft in the same controls, inert until the app has drawn it.
 */
const page = document.documentElement;
const entry = document.currentScript?.dataset.entry ?? '';
/** The key of what was typed into a page that was left before its app had come. */
const TYPED_KEY = `${SESSION_KEY}.typed`;
const draft = readStorage(SESSION_KEY);
const kept = draft ?? readStorage(TYPED_KEY);
const untilReady = new AbortController();
/** The events that the app has to hear of: compositions, and fields that were left. */
const missed: [HTMLElement, Event][] = [];
let pressed: HTMLElement | null = null;
let isStarted = false;
let unpainted: ReturnType<typeof setTimeout> | undefined;

const controls = () => [...document.querySelectorAll<HTMLInputElement>('.input-form [id^="field-"]')];

/** Shows the draft, or else what {@link keepTyped} has kept: there the donor can go on at once. */
function show(json: string) {
  const early = parseEarlyDraft(json, Date.now());
  const main = document.querySelector('main');
  if (!early || !main) return;
  if (draft !== null) {
    if (!('inert' in main)) return;
    main.inert = true;
  }
  page.dataset.draft = early.asBuilt;
  for (const control of controls()) {
    const value = early.values[control.name];
    if (value === undefined) continue;
    if (typeof value === 'boolean') control.checked = value;
    else if (control.type === 'radio') control.checked = control.value === value;
    else control.value = value;
  }
}

/** Whether the control differs from the empty form's. Lists have no default value; an empty one is chosen in them. */
function isChanged({ type, value, checked, defaultValue = '', defaultChecked }: HTMLInputElement): boolean {
  if (type === 'radio') return checked && !defaultChecked;
  return type === 'checkbox' ? checked !== defaultChecked : value !== defaultValue;
}

/** Keeps for the next page what the donor has typed and chosen. Before the app has come, a draft cannot change. */
function keepTyped() {
  const typed = controls()
    .filter(isChanged)
    .map(({ name, type, value, checked }) => [name, type === 'checkbox' ? checked : value]);
  if (draft === null) writeStorage(TYPED_KEY, serialiseTyped(Object.fromEntries(typed), Date.now()));
}

function start() {
  // The app takes over a whole page only.
  if (isStarted || document.readyState === 'loading') return;
  isStarted = true;
  clearTimeout(unpainted);
  setTimeout(() => {
    if (!untilReady.signal.aborted) page.dataset.late = 'missing';
  }, 8000);
  import(/* @vite-ignore */ entry).catch(() => {
    isStarted = false;
    // The next try must not get a damaged copy out of the browser's cache.
    fetch(entry, { cache: 'reload' }).catch(() => {});
    page.dataset.late = 'missing';
  });
}

const startOncePainted = () => new PerformanceObserver(start).observe({ type: 'paint', buffered: true });

function note(event: Event) {
  const { type, target } = event;
  const isComposing = type.startsWith('composition');
  if (isComposing) page.toggleAttribute('data-composing', type !== 'compositionend');
  if (target instanceof HTMLElement && (isComposing || type === 'focusout')) missed.push([target, event]);
  if (target instanceof Element && type === 'click') {
    pressed = target.closest('button');
    if (pressed) page.dataset.late ??= 'awaited';
  }
  // A press that is repeated must not take the focus from where the donor types by then.
  if (type === 'input') pressed = null;
  start();
}

/** The same element as the app has drawn it. Null where the address has the other shape now, in the other language. */
function redrawn(target: HTMLElement): HTMLElement | null {
  const drawn = target.isConnected ? target : document.getElementById(target.id);
  return drawn?.lang === target.lang ? drawn : null;
}

const replayed = ['compositionstart', 'compositionupdate', 'compositionend', 'focusout', 'click'];
for (const type of [...replayed, 'pointerdown', 'keydown', 'focusin', 'input'])
  addEventListener(type, note, { capture: true, signal: untilReady.signal });
addEventListener('load', () => {
  startOncePainted();
  // A browser that protects its user from being recognised does not say when it has painted.
  unpainted = setTimeout(start, 1000);
});
addEventListener('pagehide', keepTyped, { signal: untilReady.signal });
if (kept !== null) {
  // The style sheet hides the empty form until this donor's draft is in it.
  if (draft !== null) page.dataset.draft = 'awaited';
  addEventListener('DOMContentLoaded', () => show(kept));
  addEventListener('DOMContentLoaded', startOncePainted);
}
addEventListener('signup-ready', () => {
  untilReady.abort();
  writeStorage(TYPED_KEY, null);
  delete page.dataset.draft;
  delete page.dataset.late;
  // By then React has drawn the choices that change the form.
  queueMicrotask(() => {
    for (const [target, event] of missed) redrawn(target)?.dispatchEvent(event);
    if (pressed) redrawn(pressed)?.click();
  });
});

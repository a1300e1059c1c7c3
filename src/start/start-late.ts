import { readStorage, SESSION_KEY, TYPED_KEY, writeStorage } from '../services/session-storage.ts';
import { parseEarlyDraft, serialiseTyped } from '../signup/early-draft.ts';

/*
 * Inline in the prerendered page (scripts/build.ts), which shows the form before any of the app is fetched.
 * It starts the app once the page has been painted, or at the first touch. What a donor types meanwhile stays in the
 * controls, also over a reload; the app hears afterwards which fields were left and which button was pressed. It shows a
 * draft in the same controls, inert until the app has drawn it.
 */
const page = document.documentElement;
const entry = document.currentScript?.dataset.entry ?? '';
const draft = readStorage(SESSION_KEY);
const untilReady = new AbortController();
/** Events to dispatch again once the app is ready: compositions, fields that were left, the button pressed last. */
let missed: [HTMLElement, Event][] = [];
let isStarted = false;

const controls = () => document.querySelectorAll<HTMLInputElement>('.input-form [id^="field-"]');

/** Shows the draft, or else what {@link keepTyped} has kept, which the donor can change at once. */
function show(json: string) {
  const early = parseEarlyDraft(json, Date.now());
  const main = document.querySelector('main');
  if (!early || !main || (draft !== null && !('inert' in main))) return;
  main.inert = draft !== null;
  page.dataset.draft = early.asBuilt;
  for (const control of controls()) {
    const value = early.values[control.name] ?? '';
    if (typeof value === 'boolean') control.checked = value;
    else if (control.type === 'radio') control.checked = control.value === value;
    else control.value = value;
  }
}

/** Keeps for the next page what the donor has typed and chosen. */
function keepTyped() {
  const typed: Record<string, string | boolean> = {};
  for (const { name, type, value, checked } of controls())
    if (type !== 'radio' || checked) typed[name] = type === 'checkbox' ? checked : value;
  writeStorage(TYPED_KEY, serialiseTyped(typed, Date.now()));
}

function start() {
  // The app hydrates the page only when it is complete.
  if (isStarted || document.readyState === 'loading') return;
  isStarted = true;
  setTimeout(() => {
    if (!untilReady.signal.aborted) page.dataset.late = 'missing';
  }, 8000);
  import(/* @vite-ignore */ entry).catch(() => {
    isStarted = false;
    // The copy in the browser's cache may be damaged: this replaces it.
    fetch(entry, { cache: 'reload' }).catch(() => {});
    page.dataset.late = 'missing';
  });
}

function note(event: Event) {
  const { type, target } = event;
  const isComposing = type.startsWith('composition');
  if (isComposing) page.toggleAttribute('data-composing', type !== 'compositionend');
  if (type === 'input') keepTyped();
  // Repeating an earlier press would take the focus away from where the donor types now.
  if (type === 'input' || type === 'click') missed = missed.filter(([, past]) => past.type !== 'click');
  const button = type === 'click' && target instanceof Element ? target.closest('button') : null;
  if (button) page.dataset.late ??= 'awaited';
  const missing = isComposing || type === 'focusout' ? target : button;
  if (missing instanceof HTMLElement) missed.push([missing, event]);
  start();
}

const replayed = ['compositionstart', 'compositionupdate', 'compositionend', 'focusout', 'click'];
for (const type of [...replayed, 'pointerdown', 'keydown', 'focusin', 'input'])
  addEventListener(type, note, { capture: true, signal: untilReady.signal });
// The style sheet hides the empty form until this donor's draft is in it.
if (draft !== null) page.dataset.draft = 'awaited';
addEventListener('DOMContentLoaded', () => {
  show(draft ?? readStorage(TYPED_KEY) ?? '');
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
  // Browsers that protect against fingerprinting do not report the first paint.
  setTimeout(() => page.dataset.late === 'missing' || start(), 1000);
});
addEventListener('signup-ready', () => {
  untilReady.abort();
  delete page.dataset.draft;
  delete page.dataset.late;
  // By the next microtask React has rendered the choices that change the form.
  queueMicrotask(() => {
    for (const [{ id, lang }, event] of missed) {
      const drawn = document.getElementById(id);
      // The app itself hears an event that is still being dispatched. A field of the other address has another language.
      if (event.eventPhase === Event.NONE && drawn?.lang === lang) drawn.dispatchEvent(event);
    }
  });
});

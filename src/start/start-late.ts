import { readStorage, SESSION_KEY } from '../services/session-storage.ts';
import { parseEarlyDraft, serialiseEarlyDraft } from '../signup/early-draft.ts';

/*
 * Stands inline in the prerendered page (scripts/build.ts), which shows the form before any of the app is fetched.
 * It starts the app once the page has been painted, or at the first touch. What a donor types meanwhile stays in the
 * controls; the app hears afterwards which fields were left and which button was pressed. It shows a draft in the same
 * controls, inert until the app has drawn it.
 */
const page = document.documentElement;
const entry = document.currentScript?.dataset.entry ?? '';
const draft = readStorage(SESSION_KEY);
const untilReady = new AbortController();
/** The events that the app has to hear of: compositions, and fields that were left. */
const missed: [HTMLElement, Event][] = [];
let pressed: HTMLElement | null = null;
let isStarted = false;

const controls = () => [...document.querySelectorAll<HTMLInputElement>('form :is(input, select)')];

function showDraft(json: string) {
  const early = parseEarlyDraft(json, Date.now());
  const main = document.querySelector('main');
  if (!early || !main || !('inert' in main)) return;
  main.inert = true;
  for (const control of controls()) {
    const value = early.values[control.name];
    if (typeof value === 'boolean') control.checked = value;
    else if (control.type === 'radio') control.checked = control.value === value;
    else if (value) control.value = value;
  }
  page.dataset.draft = early.asBuilt;
}

/** Keeps what is typed as a draft for the reload, unless there is one already: that one holds more. */
function keepTyped() {
  const values = controls().flatMap(({ name, type, value, checked }) =>
    type === 'radio' && !checked ? [] : [[name, type === 'checkbox' ? checked : value] as const],
  );
  if (draft === null)
    sessionStorage.setItem(SESSION_KEY, serialiseEarlyDraft(Object.fromEntries(values), Date.now()));
}

function start() {
  // The app takes over a whole page only.
  if (isStarted || document.readyState === 'loading') return;
  isStarted = true;
  setTimeout(() => {
    if (!untilReady.signal.aborted) page.dataset.late = 'missing';
  }, 8000);
  import(/* @vite-ignore */ entry).catch(() => {
    isStarted = false;
    // The next try must not get a damaged copy out of the browser's cache.
    fetch(entry, { cache: 'reload' }).catch(() => {});
    delete page.dataset.draft;
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
    if (target.closest('.late a[href=""]')) keepTyped();
    pressed = target.closest('button');
    if (pressed) page.dataset.late ??= 'awaited';
  }
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
  setTimeout(start, 1000);
});
if (draft !== null) {
  // The style sheet hides the empty form until this donor's draft is in it.
  page.dataset.draft = 'awaited';
  addEventListener('DOMContentLoaded', () => showDraft(draft));
  addEventListener('DOMContentLoaded', startOncePainted);
}
addEventListener('signup-ready', () => {
  untilReady.abort();
  delete page.dataset.draft;
  delete page.dataset.late;
  // By then React has drawn the choices that change the form.
  queueMicrotask(() => {
    for (const [target, event] of missed) redrawn(target)?.dispatchEvent(event);
    if (pressed) redrawn(pressed)?.click();
  });
});

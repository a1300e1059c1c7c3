import { readStorage, SESSION_KEY } from '../services/session-storage.ts';
import { parseEarlyDraft, serialiseEarlyDraft } from '../signup/early-draft.ts';

/*
 * Stands inline in the prerendered page (scripts/build.ts), so that the form is on screen before any of the app is fetched.
 * The app starts once the page has loaded and been painted, or at the first touch. What a donor types meanwhile stays in
 * the controls; fields left and buttons pressed are told again afterwards. A draft is shown in the same controls, and is
 * inert until the app has drawn it.
 */
const page = document.documentElement;
const entry = document.currentScript?.dataset.entry ?? '';
const draft = readStorage(SESSION_KEY);
const untilReady = new AbortController();
/** Fields left and texts composed, with what happened. */
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

/** After a reload it is there as a draft; what was kept before says more. */
function keepTyped() {
  const values = controls().flatMap(({ name, type, value, checked }) =>
    type === 'radio' && !checked ? [] : [[name, type === 'checkbox' ? checked : value] as const],
  );
  if (draft === null)
    sessionStorage.setItem(SESSION_KEY, serialiseEarlyDraft(Object.fromEntries(values), Date.now()));
}

function start() {
  // Half a page would not be what the app expects to find.
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

/** Where others had changed the page, the app has drawn its own. A field of the other address is another one. */
function now(target: HTMLElement): HTMLElement | null {
  const drawn = target.isConnected ? target : document.getElementById(target.id);
  return drawn?.lang === target.lang ? drawn : null;
}

const told = ['compositionstart', 'compositionupdate', 'compositionend', 'focusout', 'click'];
for (const type of [...told, 'pointerdown', 'keydown', 'focusin', 'input'])
  addEventListener(type, note, { capture: true, signal: untilReady.signal });
addEventListener('load', () => {
  startOncePainted();
  // A browser that protects its user from being recognised does not say when it has painted.
  setTimeout(start, 1000);
});
if (draft !== null) {
  // The empty form is the wrong screen for this donor: the style sheet hides it until theirs is there.
  page.dataset.draft = 'awaited';
  addEventListener('DOMContentLoaded', () => showDraft(draft));
  addEventListener('DOMContentLoaded', startOncePainted);
}
addEventListener('signup-ready', () => {
  untilReady.abort();
  delete page.dataset.draft;
  delete page.dataset.late;
  // Once the form has the shape that was chosen.
  queueMicrotask(() => {
    for (const [target, event] of missed) now(target)?.dispatchEvent(event);
    if (pressed) now(pressed)?.click();
  });
});

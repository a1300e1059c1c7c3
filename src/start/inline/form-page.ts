import { readStorage, SESSION_KEY, TYPED_KEY } from '../../services/session/session-storage.ts';
import { keepTyped, showDraft } from './form-controls.ts';
import { createAppLoader } from './load-app.ts';
import { keepMissed, missedTypes, pressedButton, repeatMissed } from './missed-events.ts';

/*
 * Inline in the prerendered page (scripts/build.ts), which shows the form before any of the app is fetched. It shows the
 * donor's draft, loads the app once the page has been painted or at the first touch, keeps what is typed meanwhile, and
 * repeats what the app has missed.
 */
const page = document.documentElement;
const app = createAppLoader(document.currentScript?.dataset.app ?? '');
const draft = readStorage(SESSION_KEY);
const untilReady = new AbortController();

function start() {
  // The app hydrates the page only when it is complete.
  if (document.readyState !== 'loading') app.start();
}

function hear(event: Event) {
  const { type } = event;
  if (type.startsWith('composition')) page.toggleAttribute('data-composing', type !== 'compositionend');
  if (type === 'input') keepTyped(event);
  if (pressedButton(event)) page.dataset.late ??= 'awaited';
  keepMissed(event);
  start();
  if (type === 'click') app.press(event);
}

for (const type of [...missedTypes, 'pointerdown', 'keydown', 'focusin'])
  addEventListener(type, hear, { capture: true, signal: untilReady.signal });
// The style sheet hides the empty form until this donor's draft is in it.
if (draft !== null) page.dataset.draft = 'awaited';
addEventListener('DOMContentLoaded', () => {
  showDraft(draft ?? readStorage(TYPED_KEY) ?? '', draft !== null);
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
  // Browsers that protect against fingerprinting do not report the first paint.
  setTimeout(start, 1000);
});
addEventListener('signup-ready', () => {
  untilReady.abort();
  delete page.dataset.draft;
  // By the next microtask React has rendered the choices that change the form.
  queueMicrotask(repeatMissed);
});

/**
 * Stands inline in the prerendered page (scripts/write-pages.ts puts it there), so that the form is on screen before any
 * of the app is fetched. The app starts once the page has loaded and been painted, or at the first touch. What a donor
 * types meanwhile stays in the controls; fields left and buttons pressed are told again afterwards. A draft is shown in
 * the same controls, as much of it as the app said when it saved it, and is inert until the app has drawn it.
 *
 * Must not refer to anything outside itself.
 * @param entry address of the app's module
 * @param draftKey where session storage keeps a draft
 * @param draftLifetime how long it waits for its donor, in milliseconds
 */
export function startLate(entry: string, draftKey: string, draftLifetime: number): void {
  const page = document.documentElement;
  const left = new Set<EventTarget | null>();
  const composed: Event[] = [];
  let pressed: HTMLElement | null = null;
  let isStarted = false;
  let tooLate: ReturnType<typeof setTimeout> | undefined;

  /** Shows one of the two notes that stand hidden in the page, or none. */
  const say = (note: 'app-awaited' | 'app-missing' | null) => {
    for (const one of document.querySelectorAll<HTMLElement>('.late')) one.hidden = one.id !== note;
  };
  const typedKey = `${draftKey}.typed`;
  const controls = () => [...document.querySelectorAll<HTMLInputElement>('form :is(input, select)')];
  /** What was typed comes back after a reload, where the page is the same. Nothing of a card, wherever it stands. */
  const keepTyped = () => {
    const isKept = ({ name, value }: HTMLInputElement) =>
      !/^(cardNum|securityCode)$/.test(name) && value.replace(/\D/g, '').length < 13;
    const values = controls().map((control) => isKept(control) && [control.value, control.checked]);
    sessionStorage.setItem(typedKey, JSON.stringify(values));
  };
  const bringBackTyped = (json: string) => {
    sessionStorage.removeItem(typedKey);
    for (const [index, kept] of JSON.parse(json).entries())
      if (kept) Object.assign(controls()[index] ?? {}, { value: kept[0], checked: kept[1] });
  };
  const showDraft = (json: string) => {
    const { savedAt, asBuilt, form } = JSON.parse(json);
    const main = document.querySelector('main');
    if (!asBuilt || Math.abs(Date.now() - savedAt) > draftLifetime / 2 || !main || !('inert' in main)) return;
    main.inert = true;
    for (const control of controls()) {
      const value = form[control.name];
      if (control.type === 'checkbox') control.checked = value;
      else if (control.type === 'radio') control.checked = control.value === value;
      else if (value) control.value = control.name === 'zip' ? value.replace('-', ' - ') : value;
    }
    const end = document.getElementById('section-payment')?.parentElement;
    if (asBuilt === 'top' && end) end.style.visibility = 'hidden';
    page.classList.remove('draft');
  };
  const start = () => {
    // Half a page would not be what the app expects to find.
    if (isStarted || document.readyState === 'loading') return;
    isStarted = true;
    tooLate ??= setTimeout(say, 8000, 'app-missing');
    import(/* @vite-ignore */ entry).catch(() => {
      isStarted = false;
      // The next try must not get a damaged copy out of the browser's cache.
      fetch(entry, { cache: 'reload' }).catch(() => {});
      page.classList.remove('draft');
      say('app-missing');
    });
  };
  const note = ({ type, target }: Event) => {
    if (type === 'focusout') left.add(target);
    if (type === 'click' && target instanceof Element) {
      if (target.closest('.late a[href=""]')) keepTyped();
      pressed = target.closest<HTMLElement>('button');
      if (pressed && !document.querySelector('.late:not([hidden])')) say('app-awaited');
    }
    start();
  };
  /** The furigana comes from how a name was composed. */
  const compose = (event: Event) => {
    page.toggleAttribute('data-composing', event.type !== 'compositionend');
    if (event.target instanceof HTMLInputElement && /Name$/.test(event.target.name)) composed.push(event);
  };
  // Where the page had been changed by others, the app has drawn its own. A field of the other address is another one.
  const now = (target: EventTarget | null) => {
    if (!(target instanceof HTMLElement) || target.isConnected) return target;
    const drawn = document.getElementById(target.id);
    return drawn?.lang === target.lang ? drawn : null;
  };
  const untilReady = new AbortController();
  const options = { capture: true, signal: untilReady.signal };
  for (const type of ['pointerdown', 'keydown', 'focusin', 'focusout', 'input', 'click'])
    addEventListener(type, note, options);
  for (const type of ['compositionstart', 'compositionupdate', 'compositionend'])
    addEventListener(type, compose, options);
  // A frame that was asked for is not yet one that was shown; browsers that cannot tell get ten frames.
  const startOncePainted = (frames = 10) => {
    if (frames === 0 || performance.getEntriesByName('first-contentful-paint').length > 0) setTimeout(start);
    else requestAnimationFrame(() => startOncePainted(frames - 1));
  };
  addEventListener('load', () => startOncePainted());
  try {
    const [draft, typed] = [sessionStorage.getItem(draftKey), sessionStorage.getItem(typedKey)];
    // The empty form is the wrong screen for this donor: the style sheet hides it until theirs is there.
    if (draft !== null) page.classList.add('draft');
    addEventListener('DOMContentLoaded', () => {
      if (typed !== null) bringBackTyped(typed);
      if (draft === null) return;
      startOncePainted();
      try {
        showDraft(draft);
      } catch {
        // The app drops what nobody can read.
      }
    });
  } catch {
    // Without storage there is no draft.
  }
  addEventListener('signup-ready', () => {
    untilReady.abort();
    page.classList.remove('draft');
    clearTimeout(tooLate);
    say(null);
    // Once the form has the shape that was chosen.
    queueMicrotask(() => {
      for (const event of composed) now(event.target)?.dispatchEvent(event);
      for (const field of left) now(field)?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
      const button = now(pressed);
      if (button instanceof HTMLElement) button.click();
    });
  });
}

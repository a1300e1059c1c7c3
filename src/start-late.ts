/**
 * Stands inline in the prerendered page (scripts/build.ts puts it there), so that the form is on screen before
 * any of the app is fetched. The app starts once the page has loaded and been painted, or at the first touch.
 * What a donor types meanwhile stays in the controls; fields left and buttons pressed are told again afterwards.
 * A draft is shown in the same controls, inert until the app has drawn it.
 * Where the app does not come, the note that stands hidden in the page says so.
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
  let late: ReturnType<typeof setTimeout> | undefined;

  const setLate = (isLate: boolean) => {
    const note = document.getElementById('late');
    if (note) note.hidden = !isLate;
  };
  const typedKey = `${draftKey}.typed`;
  const controls = () => [...document.querySelectorAll<HTMLInputElement>('form :is(input, select)')];
  /** What was typed comes back after a reload, where the page is the same. Nothing of a card, wherever it stands. */
  const keepTyped = () => {
    const values = controls().map(({ name, value, checked }) =>
      /^(cardNum|securityCode)$/.test(name) || value.replace(/\D/g, '').length > 12 ? null : [value, checked],
    );
    sessionStorage.setItem(typedKey, JSON.stringify(values));
  };
  const bringBackTyped = () => {
    const values: unknown = JSON.parse(sessionStorage.getItem(typedKey) ?? '[]');
    sessionStorage.removeItem(typedKey);
    if (!Array.isArray(values)) return;
    for (const [index, control] of controls().entries()) {
      const kept: unknown = values[index];
      if (Array.isArray(kept)) Object.assign(control, { value: kept[0], checked: kept[1] });
    }
  };
  /** Not where the app may decide otherwise, or draws other rows from the top: such a draft stays hidden until then. */
  const showDraft = (json: string) => {
    const { savedAt, form, card, isAtBank, unanswered, finished }: Draft = JSON.parse(json);
    const main = document.querySelector('main');
    const isSettled =
      !isAtBank && !unanswered && !finished && Math.abs(Date.now() - savedAt) < draftLifetime / 2;
    if (!isSettled || form.expatriate || form.price === 'other' || !main || !('inert' in main)) return;
    main.inert = true;
    const end = document.getElementById('section-payment')?.parentElement;
    let hasOtherEnd = card !== null;
    for (const control of controls()) {
      const value = form[control.name];
      if (value === undefined) continue;
      if (control.type === 'checkbox') control.checked = value === true;
      else if (control.type === 'radio') {
        control.checked = control.value === value;
        if (end?.contains(control) && control.checked !== control.defaultChecked) hasOtherEnd = true;
      } else control.value = control.name === 'zip' ? String(value).replace('-', ' - ') : String(value);
    }
    if (hasOtherEnd && end) end.style.visibility = 'hidden';
    page.classList.remove('draft');
  };
  const start = () => {
    // Half a page would not be what the app expects to find.
    if (isStarted || document.readyState === 'loading') return;
    isStarted = true;
    late ??= setTimeout(setLate, 8000, true);
    import(/* @vite-ignore */ entry).catch(() => {
      isStarted = false;
      // The next try must not get a damaged copy out of the browser's cache.
      fetch(entry, { cache: 'reload' }).catch(() => {});
      page.classList.remove('draft');
      setLate(true);
    });
  };
  const note = ({ type, target }: Event) => {
    if (type === 'focusout') left.add(target);
    if (type === 'click' && target instanceof Element) {
      if (target.closest('#late a[href=""]')) keepTyped();
      pressed = target.closest<HTMLElement>('button');
      if (pressed) setLate(true);
    }
    start();
  };
  // Where the page had been changed by others, the app has drawn its own. A field of the other address is another one.
  const now = (target: EventTarget | null) => {
    if (!(target instanceof HTMLElement)) return null;
    if (target.isConnected) return target;
    const drawn = document.getElementById(target.id);
    return drawn?.lang === target.lang ? drawn : null;
  };
  /** The furigana comes from how a name was composed. */
  const compose = (event: Event) => {
    page.toggleAttribute('data-composing', event.type !== 'compositionend');
    if (event.target instanceof HTMLInputElement && /Name$/.test(event.target.name)) composed.push(event);
  };
  const touches = ['pointerdown', 'keydown', 'focusin', 'focusout', 'input', 'click'];
  const compositions = ['compositionstart', 'compositionupdate', 'compositionend'];

  for (const type of touches) addEventListener(type, note, true);
  for (const type of compositions) addEventListener(type, compose, true);
  // A frame that was asked for is not yet one that was shown; browsers that cannot tell get ten frames.
  const startOncePainted = (frames: number) => {
    if (frames === 0 || performance.getEntriesByName('first-contentful-paint').length > 0) setTimeout(start);
    else requestAnimationFrame(() => startOncePainted(frames - 1));
  };
  addEventListener('load', () => startOncePainted(10));
  try {
    if (sessionStorage.getItem(typedKey) !== null) addEventListener('DOMContentLoaded', bringBackTyped);
    const draft = sessionStorage.getItem(draftKey);
    if (draft !== null) {
      // The empty form is the wrong screen for this donor: the style sheet hides it until theirs is there.
      page.classList.add('draft');
      addEventListener('DOMContentLoaded', () => {
        startOncePainted(10);
        try {
          showDraft(draft);
        } catch {
          // The app drops what nobody can read.
        }
      });
    }
  } catch {
    // Without storage there is no draft.
  }
  addEventListener(
    'signup-ready',
    () => {
      for (const type of touches) removeEventListener(type, note, true);
      for (const type of compositions) removeEventListener(type, compose, true);
      page.classList.remove('draft');
      clearTimeout(late);
      setLate(false);
      // Once the form has the shape that was chosen.
      queueMicrotask(() => {
        for (const event of composed) now(event.target)?.dispatchEvent(event);
        for (const control of left)
          now(control)?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
        now(pressed)?.click();
      });
    },
    { once: true },
  );
}

/** What of a draft the page looks at before the app is there. */
type Draft = {
  savedAt: number;
  form: Record<string, unknown>;
  card: unknown;
  isAtBank: boolean;
  unanswered: unknown;
  finished: unknown;
};

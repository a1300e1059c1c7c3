import type { ReportError } from '../services/error-reporting.ts';
import { preloadScript } from '../services/load-script.ts';
import type { currentRoute } from '../services/navigation.ts';
import type { Settings } from '../settings.ts';
import { type CardSource, emptyForm, type FieldChange } from '../signup/form.ts';
import { inJapan } from '../signup/japan-date.ts';
import type { StorageProblem } from '../signup/saved-session.ts';
import { midYear } from '../views/prerendered-date.ts';
import type { SignupActor } from '../views/signup-actor.ts';
import { drawApp } from './draw-app.tsx';
import { scriptsForSubmitting } from './provide-services.ts';

type Start = {
  /** Not started yet. */
  actor: SignupActor;
  settings: Settings;
  cardSource: CardSource;
  route: ReturnType<typeof currentRoute>;
  /** Whether this donor has begun before. */
  hasDraft: boolean;
  /** What the link to the page chooses beforehand. */
  chosenByLink: readonly FieldChange[];
  /** Why what is typed does not outlive a reload; null where it does. */
  storageProblem: StorageProblem | null;
  report: ReportError;
};

/**
 * Starts the chart and draws its screen: over the prerendered form where that is what the donor is to see, in the
 * empty page otherwise.
 */
export function takeOverPage({
  actor,
  settings,
  cardSource,
  route,
  hasDraft,
  chosenByLink,
  storageProblem,
  report,
}: Start): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  const now = new Date();
  /** Only the page with the prerendered form says for which year it was made. */
  const prerenderedIn = Number(root.dataset.year);
  // Where the year is the same, nothing depends on the rest of the date, and the same object spares a second rendering.
  const prerenderedAt = prerenderedIn === inJapan(now).year ? now : midYear(prerenderedIn);
  const props = { actor, cardSource, now, storageProblem, prerenderedAt, onReady };
  actor.start();
  if (prerenderedIn && route === 'input' && !hasDraft) {
    onceComposed(() => drawApp(root, true, props, report));
  } else {
    drawApp(root, false, props, report);
  }

  /** The page answers now: tell the inline script, and fetch what submitting needs before anyone asks for it. */
  function onReady() {
    chooseByLink();
    dispatchEvent(new Event('signup-ready'));
    performance.mark('signup-ready');
    // Safari has no requestIdleCallback.
    const whenIdle = window.requestIdleCallback ?? setTimeout;
    // Other sites' scripts are asked for only once a donor has begun: many visitors just look.
    const preload = () => whenIdle(() => scriptsForSubmitting(settings).forEach(preloadScript));
    if (route === 'callback') return;
    if (root?.contains(document.activeElement)) preload();
    else addEventListener('focusin', preload, { once: true });
  }

  /** Once the prerendered form has been taken over as it was, and not where the donor has chosen meanwhile. */
  function chooseByLink() {
    const { form } = actor.getSnapshot().context;
    for (const change of chosenByLink)
      if (form[change.name] === emptyForm[change.name]) actor.send({ type: 'field.changed', change });
  }
}

/** Takes over when the keyboard is done: several fields would cut short a composition that they saw no start of. */
function onceComposed(takeOver: () => void) {
  if (!document.documentElement.hasAttribute('data-composing')) takeOver();
  else addEventListener('compositionend', () => setTimeout(takeOver), { once: true });
}

import { createActor } from 'xstate';
import { savedSessionOf } from './machines/signup.ts';
import { createErrorReporter, withErrorReport } from './services/error-reporting/error-reporting.ts';
import { prefetchScript } from './services/load-script.ts';
import { currentRoute, isCallbackAddress } from './services/navigation/routes.ts';
import { takeCallbackParameter } from './services/navigation/waiting-callback.ts';
import { readStorage, TYPED_KEY, writeStorage } from './services/session/session-storage.ts';
import { createSessionStore } from './services/session/session-store.ts';
import { changesByLink, chosenByLink } from './signup/campaign-link.ts';
import { createCardSecrets } from './signup/card/card-secrets.ts';
import { parseEarlyDraft } from './signup/session/early-draft.ts';
import { untouchedSession } from './signup/session/saved-session.ts';
import { provideServices, scriptsForSubmitting } from './start/provide-services.ts';
import { renderApp } from './start/render-app.tsx';

const settings = import.meta.env.SETTINGS;
const report = createErrorReporter(settings.sentryDsn);
const openStorage = () => window.sessionStorage;
const session = createSessionStore(openStorage);
const secrets = createCardSecrets();
const isOpenedByBank = isCallbackAddress();
const machine = provideServices({ settings, session, secrets, report, isOpenedByBank });

const route = currentRoute();
const saved = session.load();
const link = chosenByLink(location.search);
// Only development has the inspector: a production build drops this line and all that it loads.
const inspect = import.meta.env.DEV
  ? await (await import('../inspector/inspect-form.ts')).inspectForm()
  : undefined;

// In a task of its own, so that a slow phone can answer a touch first.
setTimeout(() => {
  // Taken and saved in the same task, so that a reload between the two cannot lose it.
  const callback = takeCallbackParameter();
  const actor = createActor(machine, {
    ...(inspect && { inspect: withErrorReport(report, 'inspect', inspect) }),
    input: {
      arrival: route,
      now: Date.now(),
      callback,
      isOpenedByBank,
      saved,
      link,
      allowedRedirectOrigins: settings.redirectOrigins,
      seed: randomText(),
    },
  });
  const save = withErrorReport(report, 'save', session.save);
  actor.subscribe({
    next: (snapshot) => save(savedSessionOf(snapshot)),
    error: (error) => report(error, 'chart'),
  });
  actor.start();

  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  /** The year that the form was prerendered for; NaN in a page without a form. */
  const prerenderedIn = Number(root.dataset.year);
  const isTakenOver = prerenderedIn > 0 && route === 'input' && saved === null;
  /** Tells the inline script that the page answers, and fetches the scripts that submitting needs. */
  const onReady = withErrorReport(report, 'ready', () => {
    const { form } = actor.getSnapshot().context;
    const typed = Object.keys(parseEarlyDraft(readStorage(TYPED_KEY) ?? '', Date.now())?.values ?? {});
    for (const change of changesByLink(link, saved ?? untouchedSession, form, typed))
      actor.send({ type: 'field.changed', change, isByLink: true });
    // From here on the chart keeps what is typed. A second copy would outlive 消去する.
    writeStorage(TYPED_KEY, null);
    dispatchEvent(new Event('signup-ready'));
    performance.mark('signup-ready');
    // Other sites' scripts are requested only once a donor has begun: many visitors just look.
    const prefetch = () => scriptsForSubmitting(settings).forEach(prefetchScript);
    if (route === 'callback') return;
    if (root.contains(document.activeElement)) prefetch();
    else addEventListener('focusin', prefetch, { once: true });
  });
  const props = { actor, secrets, prerenderedIn, isTakenOver, onReady };
  onceComposed(() => renderApp(root, props, report));
});

/** Waits for the end of a Japanese keyboard's composition: fields that missed its start would cut it short. */
function onceComposed(render: () => void) {
  if (!document.documentElement.hasAttribute('data-composing')) render();
  else addEventListener('compositionend', () => setTimeout(render), { once: true });
}

/** 128 random bits. */
function randomText(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');
}

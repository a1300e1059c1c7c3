import { createActor } from 'xstate';
import { savedSessionOf } from './machines/signup.ts';
import { createErrorReporter, guarded } from './services/error-reporting.ts';
import { keptCompletion } from './services/kept-completion.ts';
import { currentRoute, keepCallbackParameter, takeCallbackParameter } from './services/navigation.ts';
import { createSessionStore } from './services/session-storage.ts';
import { readSettings } from './settings.ts';
import { chosenByLink } from './signup/campaign-link.ts';
import type { CardSource } from './signup/form.ts';
import { provideServices } from './start/provide-services.ts';
import { takeOverPage } from './start/take-over-page.ts';

// The pages have done it before the app came; the development server's have not.
keepCallbackParameter();
const settings = readSettings(import.meta.env);
const report = createErrorReporter(settings.sentryDsn);
const openStorage = () => window.sessionStorage;
const session = createSessionStore(openStorage);
const cardSource: CardSource = { read: null };
const machine = provideServices({ settings, session, cardSource, report });

const route = currentRoute();
const saved = session.load();
// The inspector is development's own: a production build drops this line and all that it loads.
const inspect = import.meta.env.DEV
  ? await (await import('../inspector/inspect-form.ts')).inspectForm()
  : undefined;

// In a task of its own, as what follows: a slow phone can answer a touch between them.
setTimeout(() => {
  // Taken and saved in one task: a reload loses it in neither.
  const callback = takeCallbackParameter();
  const actor = createActor(machine, {
    ...(inspect && { inspect: guarded(report, 'inspect', inspect) }),
    input: {
      route,
      now: Date.now(),
      callback,
      isOpenedByBank: globalThis.isOpenedByBank === true,
      saved,
      completion: keptCompletion(),
      allowedRedirectOrigins: settings.redirectOrigins,
      seed: randomText(),
    },
  });
  const save = guarded(report, 'save', session.save);
  actor.subscribe({
    next: (snapshot) => save(savedSessionOf(snapshot)),
    error: (error) => report(error, 'chart'),
  });
  takeOverPage({
    actor,
    settings,
    cardSource,
    route,
    hasDraft: saved !== null,
    // A draft wins: the donor has chosen since.
    chosenByLink: saved ? [] : chosenByLink(location.search),
    storageProblem: session.problem(),
    report,
  });
});

/** 128 random bits. */
function randomText(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');
}

import { createActor, fromCallback, fromPromise } from 'xstate';
import { accessTokenMachine } from './machines/access-token.ts';
import { postalLookupMachine } from './machines/postal-lookup.ts';
import { savedSessionOf, signupMachine } from './machines/signup.ts';
import type { SignupEvent } from './machines/signup-parts.ts';
import { createAnalytics, gtmUrl } from './services/analytics.ts';
import { createApi } from './services/api.ts';
import { captchaUrl } from './services/captcha-url.ts';
import { createErrorReporter } from './services/error-reporting.ts';
import { forgetCompletion, keepCompletion, keptCompletion } from './services/kept-completion.ts';
import { createScriptLoader, preloadScript } from './services/load-script.ts';
import {
  callbackUrl,
  createRouteFollower,
  currentRoute,
  followBrowser,
  leaveFor,
  postForm,
  takeCallbackParameter,
} from './services/navigation.ts';
import { createSessionStore } from './services/session-storage.ts';
import { readSettings } from './settings.ts';
import { CallFailure, callFailureOf } from './signup/call-failure.ts';
import { CARD } from './signup/form.ts';
import { inJapan } from './signup/japan-date.ts';
import { storageForbidden } from './signup/messages.ts';
import { organisation } from './signup/organisation.ts';
import { drawApp } from './views/draw-app.tsx';
import type { FormSource } from './views/input/form-memory.ts';
import { loadRules } from './views/input/input-controller.ts';
import { midYear } from './views/prerendered-date.ts';
import { viewOf } from './views/state-path.ts';
import { loadLaterScreens } from './views/use-later-screens.ts';

const settings = readSettings(import.meta.env);
const report = createErrorReporter(settings.sentryDsn);
const openStorage = () => window.sessionStorage;
const session = createSessionStore(openStorage);
const cardSource: FormSource = { read: null };
const loadScript = createScriptLoader([
  settings.cardGatewayScript,
  captchaUrl(settings),
  ...(settings.gtmId ? [gtmUrl(settings.gtmId)] : []),
]);
const api = createApi(settings, session);

/** An effect that throws must not end the sign-up: it is reported, and the chart goes on. */
function guarded<Args extends readonly unknown[], Result>(where: string, effect: (...args: Args) => Result) {
  return (...args: Args): Result | undefined => {
    try {
      return effect(...args);
    } catch (error) {
      report(error, where);
      return undefined;
    }
  };
}

const analytics = guarded('analytics', createAnalytics)(settings.gtmId, loadScript);
const effects = {
  showRoute: guarded('showRoute', createRouteFollower()),
  trackPageView: guarded('analytics', (page: 'input' | 'confirm') => analytics?.(page)),
  goToBank: guarded('goToBank', leaveFor),
  postCompletion: guarded('postCompletion', postForm),
  save: guarded('save', session.save),
};

/** What only submitting needs. When it cannot be fetched, nothing has been sent. */
const submission = () =>
  import('./services/submission.ts').catch(() => {
    throw new CallFailure('notSent');
  });

/** Failures go to the error reporter by name, and on to the chart, which decides what they mean. */
function reported<T>(where: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    report(error, where);
    throw error;
  });
}

const machine = signupMachine.provide({
  actors: {
    accessToken: accessTokenMachine.provide({
      actors: { fetchAccessToken: fromPromise(() => reported('token', api.fetchAccessToken())) },
    }),
    postalLookup: postalLookupMachine.provide({
      actors: {
        lookUpPostalCode: fromPromise(({ input }) =>
          reported('postalCode', api.lookUpPostalCode(input.postalCode)),
        ),
      },
    }),
    browser: fromCallback<SignupEvent>(({ sendBack }) => followBrowser(sendBack)),
    tokeniseCard: fromPromise(async ({ input }) => {
      const { createCardTokeniser } = await submission();
      return reported('cardGateway', createCardTokeniser(settings, loadScript, cardSource)(input.form));
    }),
    solveCaptcha: fromPromise(async () => {
      const { createCaptcha } = await submission();
      return reported('captcha', createCaptcha(settings, loadScript)());
    }),
    register: fromPromise(async ({ input: { form, card, captchaToken, key } }) => {
      const { bankPayload, cardPayload, readCampaign } = await submission();
      const campaign = readCampaign(() => document.cookie);
      if (form.paymentMethod !== CARD) {
        await reported(
          'memberRegisterBank',
          api.registerBank(bankPayload(form, captchaToken, campaign), key),
        );
        return null;
      }
      if (!card) throw new CallFailure('refused');
      if (!session.outlivesPage()) throw new CallFailure('notSent', [storageForbidden]);
      const payload = cardPayload(form, card, callbackUrl(settings.siteOrigin), captchaToken, campaign);
      return reported('memberRegisterCard', api.registerCard(payload, key));
    }),
    verifyCard: fromPromise(async ({ input: { callback, registerTokens } }) => {
      let refusal: unknown = new CallFailure('refused');
      if (!callback) throw refusal;
      const { accessId, csrfToken: gmoCsrfToken } = callback;
      for (const [index, registerToken] of registerTokens.entries()) {
        try {
          await reported('memberVerifyCard', api.verifyCard({ accessId, gmoCsrfToken, registerToken }));
          return registerToken;
        } catch (error) {
          if (callFailureOf(error).reason !== 'refused') throw error;
          // The newest is most likely the one that is meant.
          if (index === 0) refusal = error;
        }
      }
      throw refusal;
    }),
  },
  actions: {
    showRoute: (_, { route }) => effects.showRoute(route),
    trackPageView: (_, { page }) => effects.trackPageView(page),
    goToBank: (_, { redirectUrl }) => effects.goToBank(redirectUrl),
    postCompletion: (_, { fields }) => {
      if (!fields) return;
      keepCompletion(fields);
      effects.postCompletion(organisation.links.completion, fields);
    },
    forgetCompletion,
  },
});

const route = currentRoute();
const saved = session.load();
// The inspector is development's own: a production build drops this line and all that it loads.
const inspect = import.meta.env.DEV ? await (await import('../inspector/feed.ts')).inspectFeed() : undefined;
const actor = createActor(machine, {
  ...(inspect && { inspect: guarded('inspect', inspect) }),
  input: {
    route,
    now: Date.now(),
    callback: takeCallbackParameter(openStorage),
    saved,
    completion: keptCompletion(),
    allowedRedirectOrigins: settings.redirectOrigins,
    seed: randomText(),
  },
});
actor.subscribe({
  next: (snapshot) => effects.save(savedSessionOf(snapshot)),
  error: (error) => report(error, 'chart'),
});

/** 128 random bits. */
function randomText(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
const now = new Date();
/** Only the page with the prerendered form says for which year it was made. */
const prerenderedIn = Number(root.dataset.year);
// Where the year is the same, nothing depends on the rest of the date, and the same object spares a second rendering.
const prerenderedAt = prerenderedIn === inJapan(now).year ? now : midYear(prerenderedIn);
const props = { actor, cardSource, now, keepsDraft: session.isAvailable(), prerenderedAt, onReady };
const first = actor.getSnapshot();
if (prerenderedIn && route === 'input' && !saved) {
  onceComposed(() => drawApp(root, true, props, report));
  actor.start();
} else {
  const show = () => {
    drawApp(root, false, props, report);
    actor.start();
  };
  // Not before the whole screen is there. If it cannot be had, what is there is better than nothing.
  if (viewOf(first) === 'input' && first.context.errors.length === 0) show();
  else loadLaterScreens().then(show, show);
}

/** Takes over when the keyboard is done: several fields would cut short a composition that they saw no start of. */
function onceComposed(takeOver: () => void) {
  if (!document.documentElement.hasAttribute('data-composing')) takeOver();
  else addEventListener('compositionend', () => setTimeout(takeOver), { once: true });
}

/** The page answers now: tell the inline script, and fetch what the next steps need before anyone asks for it. */
function onReady() {
  dispatchEvent(new Event('signup-ready'));
  performance.mark('signup-ready');
  // Safari has no requestIdleCallback.
  const whenIdle = window.requestIdleCallback ?? setTimeout;
  whenIdle(() => {
    for (const load of [loadRules, loadLaterScreens, submission]) load().catch(() => {});
  });
  // Other sites' scripts are asked for only once a donor has begun: many visitors just look.
  const preload = () =>
    whenIdle(() => [settings.cardGatewayScript, captchaUrl(settings)].forEach(preloadScript));
  if (route === 'callback') return;
  if (root?.contains(document.activeElement)) preload();
  else addEventListener('focusin', preload, { once: true });
}

import { fromCallback, fromPromise } from 'xstate';
import { organisation } from '#organisation/organisation.ts';
import { accessTokenMachine } from '../machines/access-token.ts';
import { postalLookupMachine } from '../machines/postal-lookup.ts';
import { signupMachine } from '../machines/signup.ts';
import type { SignupEvent } from '../machines/signup-parts.ts';
import { createAnalytics, gtmUrl } from '../services/analytics.ts';
import { createApi } from '../services/api.ts';
import { register } from '../services/application/registration.ts';
import { readCampaign } from '../services/campaign.ts';
import { captchaUrl, createCaptcha, watchCaptchaQuestion } from '../services/captcha.ts';
import { createCardTokeniser } from '../services/card/card-tokeniser.ts';
import { type ReportError, withErrorReport } from '../services/error-reporting/error-reporting.ts';
import { createScriptLoader } from '../services/load-script.ts';
import { createRouteFollower } from '../services/navigation/address-bar.ts';
import { followBrowser } from '../services/navigation/browser-events.ts';
import { createFreshPageOpener, postForm } from '../services/navigation/leaving.ts';
import { closeOverlay, openOverlay } from '../services/navigation/overlay.ts';
import { tellCopies, watchForCopies } from '../services/session/copies.ts';
import type { SessionStore } from '../services/session/session-store.ts';
import type { Settings } from '../settings.ts';
import { CallFailure } from '../signup/call-failure.ts';
import type { CardSecrets } from '../signup/card/card-secrets.ts';
import { paths } from '../signup/paths.ts';

/** Scripts of other sites without which no card can be charged and no form sent. */
export const scriptsForSubmitting = (settings: Settings): string[] => [
  settings.cardGatewayScript,
  captchaUrl(settings),
];

type Outside = {
  settings: Settings;
  session: SessionStore;
  secrets: CardSecrets;
  report: ReportError;
  /** The page was opened at the callback's address. */
  isOpenedByBank: boolean;
};

/** The sign-up chart with an actor or action for each thing outside: everything in it that has an effect. */
export function provideServices({
  settings,
  session,
  secrets,
  report,
  isOpenedByBank,
}: Outside): typeof signupMachine {
  // On the callback's page no other site's script may load, since it could read `p` (decision 11).
  const scriptsOfOthers = [
    ...scriptsForSubmitting(settings),
    ...(settings.gtmId ? [gtmUrl(settings.gtmId)] : []),
  ];
  const loadScript = createScriptLoader(isOpenedByBank ? [] : scriptsOfOthers);
  const api = createApi(settings, session);
  const tokeniseCard = createCardTokeniser(settings, loadScript, secrets);
  const solveCaptcha = createCaptcha(settings, loadScript);
  const freshPage = createFreshPageOpener();
  const showRoute = createRouteFollower();
  /** Runs an effect. An error that it throws is reported, and does not stop the chart. */
  const attempt = <Result>(where: string, effect: () => Result) => withErrorReport(report, where, effect)();
  /** `openFreshPage` waits for it: leaving the page would cancel the report. */
  let lastReport: unknown;
  const reportCall: ReportError = (error, where) => {
    lastReport = report(error, where);
  };
  const reportTimeout = (where: string) => reportCall(new CallFailure('noAnswer'), where);
  /** A call whose failure is reported, unless the chart has ended it. */
  const call = <Output, Input>(where: string, work: (input: Input, signal: AbortSignal) => Promise<Output>) =>
    fromPromise<Output, Input>(({ input, signal }) =>
      work(input, signal).catch((error: unknown) => {
        if (!signal.aborted) reportCall(error, where);
        throw error;
      }),
    );
  const trackPageView = attempt('analytics', () => createAnalytics(settings.gtmId, loadScript));

  return signupMachine.provide({
    actors: {
      accessToken: accessTokenMachine.provide({
        actors: {
          fetchAccessToken: call('token', (_, signal) => api.fetchAccessToken(signal)),
        },
        actions: { reportTimeout: () => reportTimeout('token') },
      }),
      postalLookup: postalLookupMachine.provide({
        actors: {
          lookUpPostalCode: call('postalCode', ({ postalCode }, signal) =>
            api.lookUpPostalCode(postalCode, signal),
          ),
        },
        actions: { reportTimeout: () => reportTimeout('postalCode') },
      }),
      browser: fromCallback<SignupEvent>(({ sendBack }) =>
        // A page of the callback shows no other screen, and another page of this tab may have saved since.
        followBrowser(sendBack, () => isOpenedByBank || session.isOutdated()),
      ),
      storage: fromCallback<{ type: 'storage.asked' }>(({ sendBack, receive }) => {
        receive(session.problem);
        return session.watch((problem) => sendBack({ type: 'storage.changed', problem }));
      }),
      copies: fromCallback<SignupEvent, { key: string }>(({ input, sendBack }) =>
        attempt('copies', () =>
          watchForCopies(input.key, (event) => {
            // Where the host can tell a repeat from a second application, a copy that is only open does no harm.
            if (event.type === 'copy.finished' || !settings.honoursIdempotencyKey) sendBack(event);
          }),
        ),
      ),
      tokeniseCard: call('cardGateway', ({ form }, signal) => tokeniseCard(form, signal)),
      solveCaptcha: call('captcha', (_, signal) => solveCaptcha(signal)),
      captchaQuestion: fromCallback<SignupEvent>(({ sendBack }) => watchCaptchaQuestion(sendBack)),
      register: call('register', (application, signal) =>
        register(application, {
          api,
          signal,
          campaign: readCampaign(() => document.cookie),
          // The donor comes back to the name of the site that they left (decision 35).
          callbackUrl: location.origin + paths.callback,
        }),
      ),
      verifyCard: call('verifyCard', async ({ callback, registerToken }, signal) => {
        if (!callback) throw new CallFailure('refused');
        // Not before: a page that listens to `beforeunload` may not be kept in memory.
        freshPage.noticeLeaving();
        const { accessId, csrfToken: gmoCsrfToken } = callback;
        return api.verifyCard({ accessId, gmoCsrfToken, registerToken }, signal);
      }),
    },
    actions: {
      showRoute: (_, { route }) => attempt('showRoute', () => showRoute(route)),
      trackPageView: (_, { page }) => attempt('analytics', () => trackPageView?.(page)),
      // The chart has checked the address.
      goToBank: (_, { redirectUrl }) => attempt('goToBank', () => location.assign(redirectUrl)),
      postCompletion: (_, { fields }) => {
        if (fields) attempt('postCompletion', () => postForm(organisation.links.completion, fields));
      },
      tellCopies: (_, { key }) => attempt('copies', () => tellCopies(key)),
      openFreshPage: async () => {
        await lastReport;
        freshPage.open();
      },
      reportTimeout: (_, params) => reportTimeout(params.call),
      clearSecrets: secrets.clear,
      openOverlay,
      closeOverlay,
    },
  });
}

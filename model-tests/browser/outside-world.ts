import { expect, type Page, type Request, type Route } from '@playwright/test';
import type { CallName, Scenario } from '../../sandbox/scenarios.ts';
import { methods } from '../../src/signup/payment-methods.ts';
import type { Sandbox } from '../../tests/e2e/support/fixtures.ts';
import { emptyTab } from '../signup-model.ts';

const AN_HOUR = 3_600_000;

/** What the page requests, by the actor that requests it. `leaving` is a page that replaces it. */
export type Asked =
  | 'fetchAccessToken'
  | 'lookUpPostalCode'
  | 'tokeniseCard'
  | 'solveCaptcha'
  | 'register'
  | 'verifyCard'
  | 'leaving';

const answeredBy: Readonly<Record<string, Asked>> = {
  '/app/token.php': 'fetchAccessToken',
  '/app/postalCode.php': 'lookUpPostalCode',
  ...Object.fromEntries(
    Object.values(methods).map(({ registers }) => [`/app/${registers}.php`, 'register'] as const),
  ),
  '/app/memberVerifyCard.php': 'verifyCard',
  '/js/mp-token.js': 'tokeniseCard',
  '/token': 'tokeniseCard',
  '/captcha/api.js': 'solveCaptcha',
  '/captcha/token': 'solveCaptcha',
  '/support/donation/member/complete.php': 'leaving',
  '/form/member/returned': 'leaving',
};

/** Playwright passes only these on to the test. */
const outside = new RegExp(`(${Object.keys(answeredBy).join('|')}|/3ds/[^?]*)(\\?.*)?$`);
/** In milliseconds; what a page does takes a moment. */
export const intervals = [20, 50, 100, 200];
/** The page's clock moves on by a moment, for what it does next. However often a test looks again, no delay ends. */
export const passBriefly = (page: Page): Promise<void> => page.clock.runFor(20);

export type OutsideWorld = Awaited<ReturnType<typeof createOutsideWorld>>;

/**
 * Stops the page's clock, and holds each request until the path says how it ends, so that a test can check each state of the
 * chart in its own time. Then the sandbox answers it.
 */
export async function createOutsideWorld(page: Page, sandbox: Sandbox) {
  // The clock stands still, however long the machine takes; `passBriefly` and steps that wait move it on.
  await page.clock.install({ time: emptyTab.now - AN_HOUR });
  await page.clock.pauseAt(emptyTab.now);
  let held: { asked: Asked; route: Route }[] = [];
  let open: Asked | null = null;
  let isOpening = false;
  let isScenarioSet = false;
  /** The requests since the step began. */
  const sent: { asked: Asked; request: Request }[] = [];

  const askedFor = async (): Promise<Asked[]> => {
    await passBriefly(page);
    return held.map(({ asked }) => asked);
  };
  /** Resolves once the sandbox has answered or closed the connection. */
  const letGo = async (route: Route): Promise<void> => {
    await route.continue();
    await route
      .request()
      .response()
      .catch(() => null);
  };

  await page.route(outside, async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const asked = answeredBy[pathname] ?? 'leaving';
    // A page that the test opens and the bank's page are not held.
    if (asked === 'leaving' && (isOpening || !page.url().startsWith(sandbox.url))) return route.continue();
    // After a 204 the browser stays on its page, as if the other page did not open. The next step comes after that.
    if (asked === 'leaving') await route.fulfill({ status: 204 });
    sent.push({ asked, request });
    if (asked === open) return letGo(route);
    if (asked !== 'leaving') held.push({ asked, route });
  });
  page.on('requestfailed', (request) => {
    held = held.filter(({ route }) => route.request() !== request);
  });

  return {
    sent,
    /** Lets one kind of request through to the sandbox, from now until `close`; it may answer a call by a scenario. */
    async answer(asked: Exclude<Asked, 'leaving'>, scenario?: { call: CallName; as: Scenario }) {
      await expect.poll(askedFor, { message: `${asked} is asked`, intervals }).toContain(asked);
      if (scenario) {
        await sandbox.setScenario(scenario.call, scenario.as);
        isScenarioSet = true;
      }
      open = asked;
      const due = held.filter((each) => each.asked === asked);
      held = held.filter((each) => each.asked !== asked);
      await Promise.all(due.map(({ route }) => letGo(route)));
    },
    /** Resolves once the page has ended the requests itself. */
    async isGivenUp(asked: Asked) {
      await expect.poll(askedFor, { message: `${asked} is given up`, intervals }).not.toContain(asked);
    },
    /** Forgets the requests of a page that is left. */
    async forget(leave: () => Promise<unknown>) {
      const left = held;
      held = [];
      isOpening = true;
      await leave();
      isOpening = false;
      await Promise.all(left.map(({ route }) => route.abort().catch(() => {})));
    },
    async close() {
      open = null;
      sent.length = 0;
      if (isScenarioSet) await sandbox.clearScenarios();
      isScenarioSet = false;
    },
  };
}

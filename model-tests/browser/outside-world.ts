import { expect, type Page, type Request, type Route } from '@playwright/test';
import type { CallName, Scenario } from '../../sandbox/scenarios.ts';
import { methods } from '../../src/signup/payment-methods.ts';
import type { Sandbox } from '../../tests/e2e/support/fixtures.ts';

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

/**
 * Holds each request of the page until the path says how it ends, so that a test can check each state of the chart in its
 * own time. Then the sandbox answers it.
 */
export class OutsideWorld {
  readonly #held: { asked: Asked; route: Route }[] = [];
  #open: Asked | null = null;
  #isOpening = false;
  #isScenarioSet = false;
  /** The requests since the step began. */
  readonly sent: { asked: Asked; request: Request }[] = [];
  readonly #page: Page;
  readonly #sandbox: Sandbox;

  private constructor(page: Page, sandbox: Sandbox) {
    this.#page = page;
    this.#sandbox = sandbox;
  }

  static async around(page: Page, sandbox: Sandbox): Promise<OutsideWorld> {
    const world = new OutsideWorld(page, sandbox);
    await page.route(outside, (route) => world.#arrive(route));
    page.on('requestfailed', (request) => {
      const index = world.#held.findIndex(({ route }) => route.request() === request);
      if (index !== -1) world.#held.splice(index, 1);
    });
    return world;
  }

  async #arrive(route: Route): Promise<void> {
    const asked = askedBy(new URL(route.request().url()), this.#sandbox);
    // A page that the test opens and the bank's page are not held.
    const isOutside = this.#isOpening || !this.#page.url().startsWith(this.#sandbox.url);
    if (asked === 'leaving' && isOutside) return route.continue();
    const request = route.request();
    if (asked === 'leaving') {
      // After a 204 the browser stays on its page, as if the other page did not open. The next step comes after that.
      await route.fulfill({ status: 204 });
      this.sent.push({ asked, request });
      return;
    }
    if (asked !== null) this.sent.push({ asked, request });
    if (asked === null || asked === this.#open) return this.#letGo(route);
    this.#held.push({ asked, route });
  }

  /** Lets one kind of request through to the sandbox, from now until {@link close}; it may answer a call by a scenario. */
  async answer(asked: Exclude<Asked, 'leaving'>, scenario?: { call: CallName; as: Scenario }): Promise<void> {
    await expect.poll(() => this.#askedFor(), { message: `${asked} is asked`, intervals }).toContain(asked);
    if (scenario) {
      await this.#sandbox.setScenario(scenario.call, scenario.as);
      this.#isScenarioSet = true;
    }
    this.#open = asked;
    const due = this.#held.filter((held) => held.asked === asked);
    for (const held of due) this.#held.splice(this.#held.indexOf(held), 1);
    await Promise.all(due.map(({ route }) => this.#letGo(route)));
  }

  async #askedFor(): Promise<Asked[]> {
    await passBriefly(this.#page);
    return this.#held.map(({ asked }) => asked);
  }

  /** Resolves once the page has ended the requests itself. */
  async isGivenUp(asked: Asked): Promise<void> {
    await expect
      .poll(() => this.#askedFor(), { message: `${asked} is given up`, intervals })
      .not.toContain(asked);
  }

  /** Resolves once the sandbox has answered or closed the connection. */
  async #letGo(route: Route): Promise<void> {
    await route.continue();
    await route
      .request()
      .response()
      .catch(() => null);
  }

  /** Forgets the requests of a page that is left. */
  async forget(leave: () => Promise<unknown>): Promise<void> {
    const held = this.#held.splice(0);
    this.#isOpening = true;
    await leave();
    this.#isOpening = false;
    await Promise.all(held.map(({ route }) => route.abort().catch(() => {})));
  }

  async close(): Promise<void> {
    this.#open = null;
    this.sent.length = 0;
    if (this.#isScenarioSet) await this.#sandbox.clearScenarios();
    this.#isScenarioSet = false;
  }
}

function askedBy(url: URL, sandbox: Sandbox): Asked | null {
  const known = answeredBy[url.pathname];
  if (known) return known;
  return url.origin === sandbox.gateway && url.pathname.startsWith('/3ds/') ? 'leaving' : null;
}

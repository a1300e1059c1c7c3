import type { Page, Route } from '@playwright/test';
import type { CallName, Scenario } from '../../sandbox/scenarios.ts';
import type { Sandbox } from '../../tests/e2e/fixtures.ts';

/** What the page asks of the world outside, by the actor that asks. `leaving` is a page that is not ours. */
type Asked =
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
  '/app/memberRegisterCard.php': 'register',
  '/app/memberRegisterBank.php': 'register',
  '/app/memberVerifyCard.php': 'verifyCard',
  '/js/mp-token.js': 'tokeniseCard',
  '/token': 'tokeniseCard',
  '/captcha/api.js': 'solveCaptcha',
  '/captcha/token': 'solveCaptcha',
  '/support/donation/member/complete.php': 'leaving',
};

/**
 * Holds everything that the page asks of the outside until the path says what comes of it: so each state of the
 * chart can be looked at for as long as a test wants. What is let go reaches the sandbox and is answered there.
 */
export class OutsideWorld {
  readonly #held: { asked: Asked; route: Route }[] = [];
  #open: Asked | null = null;
  readonly #answered = new Set<Asked>();
  #arrived = () => {};
  readonly #sandbox: Sandbox;

  private constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  static async around(page: Page, sandbox: Sandbox): Promise<OutsideWorld> {
    const world = new OutsideWorld(sandbox);
    // Held calls must not run out of time, however busy the machine is; Playwright's clock does not reach these.
    await page.addInitScript(() => {
      AbortSignal.timeout = () => new AbortController().signal;
    });
    await page.route(
      (url) => askedBy(url, sandbox) !== null,
      (route) => world.#arrive(route),
    );
    return world;
  }

  async #arrive(route: Route): Promise<void> {
    const asked = askedBy(new URL(route.request().url()), this.#sandbox);
    // An answer without content leaves the browser where it is, as a page that does not open would.
    if (asked === 'leaving') return route.fulfill({ status: 204 });
    if (asked === null || asked === this.#open) return route.continue();
    this.#held.push({ asked, route });
    this.#arrived();
  }

  /** Lets one kind of request through, from now until {@link close}, answered as the scenario says or as usual. */
  async answer(asked: Asked, scenario?: { call: CallName; as: Scenario }): Promise<void> {
    if (scenario) await this.#sandbox.setScenario(scenario.call, scenario.as);
    while (!this.#held.some((held) => held.asked === asked)) {
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
    this.#open = asked;
    this.#answered.add(asked);
    const due = this.#held.filter((held) => held.asked === asked);
    for (const held of due) this.#held.splice(this.#held.indexOf(held), 1);
    await Promise.all(due.map(({ route }) => this.#letGo(route)));
  }

  /** Whether anything of this kind has been let through so far. */
  hasAnswered(asked: Asked): boolean {
    return this.#answered.has(asked);
  }

  /** Resolves once the sandbox has answered, or broken the connection. */
  async #letGo(route: Route): Promise<void> {
    const request = route.request();
    await route.continue();
    await request.response().catch(() => null);
  }

  async close(): Promise<void> {
    this.#open = null;
    await this.#sandbox.clearScenarios();
  }

  /** At the end of a test: nothing is answered any more. */
  async abandon(): Promise<void> {
    await Promise.all(this.#held.splice(0).map(({ route }) => route.abort().catch(() => {})));
  }
}

function askedBy(url: URL, sandbox: Sandbox): Asked | null {
  const known = answeredBy[url.pathname];
  if (known) return known;
  return url.origin === sandbox.gateway && url.pathname.startsWith('/3ds/') ? 'leaving' : null;
}

import { type Locator, type Page, test } from '@playwright/test';
import type { CallName, Scenario } from '../../sandbox/scenarios.ts';
import type { Route } from '../../src/services/routes.ts';
import { callFailureOf } from '../../src/signup/call-failure.ts';
import { definitions, type InputChange } from '../../src/signup/form.ts';
import { donorAt, TEST_CARD } from '../../tests/e2e/donor.ts';
import type { Sandbox } from '../../tests/e2e/fixtures.ts';
import type { Happening } from '../signup/happening.ts';
import type { Ledger } from '../signup/ledger.ts';
import type { Answer, Asked, OutsideWorld } from './outside-world.ts';

const paths: Record<Route, string> = {
  input: '/form/member',
  confirm: '/form/member/confirm',
  callback: '/form/member/callback',
};

/** A page of the callback gives way to another one at an address of its own. */
const addressOf = ({ route, isOpenedByBank }: { route: Route; isOpenedByBank: boolean }) =>
  route === 'callback' && !isOpenedByBank ? '/form/member/returned' : paths[route];

/** What a donor, a browser and the hosts do to a page. `events.ts` says when. */
export class Hand {
  readonly #page: Page;
  readonly #world: OutsideWorld;
  readonly #sandbox: Sandbox;
  /** The distance in the history of the screen that the browser goes to next; null if it is not there. */
  distance: number | null = null;
  /** What this step touched last, for its picture. */
  touched: Locator | null = null;

  constructor(page: Page, world: OutsideWorld, sandbox: Sandbox) {
    this.#page = page;
    this.#world = world;
    this.#sandbox = sandbox;
  }

  /** Opens the first page, in a tab with the storage and history of the steps before. */
  async begin(
    event: Extract<Happening, { type: 'page.opened' }>,
    { now }: Ledger,
    session: string | null,
  ): Promise<void> {
    await this.#page.clock.install({ time: now });
    // On a busy machine held calls must not time out. The clock installed above has its own timeout.
    await this.#page.addInitScript(() => {
      AbortSignal.timeout = () => new AbortController().signal;
    });
    const { route, callback, isOpenedByBank } = event;
    const p = callback && Buffer.from(JSON.stringify(callback)).toString('base64');
    // as if the page that the bank opened was lost
    const waiting = isOpenedByBank ? null : p;
    const address = addressOf(event) + (p && isOpenedByBank ? `?p=${encodeURIComponent(p)}` : '');
    if (!session && !waiting) return void (await this.#page.goto(address));
    const seed = await this.#page.addInitScript(
      ([session, waiting, form, last]) => {
        if (session) sessionStorage.setItem('signup.v2', session);
        if (waiting) sessionStorage.setItem('callback', waiting);
        if (form) {
          history.replaceState(null, '', form);
          history.pushState(null, '', last);
        }
      },
      [
        session,
        waiting,
        // the confirm screen was opened from the form
        route === 'confirm' ? paths.input : null,
        address,
      ] as const,
    );
    await this.#page.goto(address);
    await seed.dispose();
  }

  /** Opens another page in the same tab. */
  async open(event: Extract<Happening, { type: 'page.opened' }>): Promise<void> {
    if (event.isReload) await this.#page.reload();
    else await this.#page.goto(addressOf(event));
  }

  async wait(milliseconds: number): Promise<void> {
    await this.#page.clock.fastForward(milliseconds);
  }

  press(name: string | RegExp): Promise<void> {
    return this.#touch(this.#page.getByRole('button', { name })).click();
  }

  follow(name: string | RegExp): Promise<void> {
    return this.#touch(this.#page.getByRole('link', { name })).click();
  }

  closeDialog(): Promise<void> {
    return this.#touch(this.#page.getByRole('dialog').getByText('閉じる')).click();
  }

  tick(name: string): Promise<void> {
    return this.#touch(this.#labelOf(name)).click();
  }

  async leave(name: string): Promise<void> {
    const field = this.#touch(this.#page.locator(`[name="${name}"]`));
    await field.focus();
    await field.blur();
  }

  #touch(touched: Locator): Locator {
    this.touched = touched;
    return touched;
  }

  /** Presses the button. The view forgets a card once it has a token, so every other card is typed again. */
  async confirmInput(changes: readonly InputChange[], asksForCard: boolean): Promise<void> {
    const { cardNum, securityCode } = TEST_CARD;
    const card: InputChange[] = [
      { name: 'cardNum', value: cardNum },
      { name: 'securityCode', value: securityCode },
    ];
    await this.enter([...changes, ...(asksForCard ? card : [])]);
    await this.press('入力内容を確認する');
  }

  /** Back, forward, or further along the tab's history; or the same screen by an address that only ends differently. */
  async goTo(route: Route): Promise<void> {
    switch (this.distance) {
      case null:
        throw new Error(`Nothing in the history of the tab leads to ${route}`);
      case 0:
        return void (await this.#page.goto(`${paths[route]}#`));
      case -1:
        return void (await this.#page.goBack());
      case 1:
        return void (await this.#page.goForward());
      default:
        return this.#page.evaluate((entries) => history.go(entries), this.distance);
    }
  }

  async leaveAndComeBack(): Promise<void> {
    await this.#world.leave();
    // A page from the browser's memory fires no `load`.
    await this.#page.goBack({ waitUntil: 'commit' });
  }

  async revisit(): Promise<void> {
    await this.#page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  }

  async goOnline(): Promise<void> {
    await this.#page.context().setOffline(true);
    await this.#page.context().setOffline(false);
  }

  // ── what hosts answer ─────────────────────────────────────────────────────────────────────────────────────────

  answer(asked: Exclude<Asked, 'leaving'>, answers: readonly Answer[] = []): Promise<void> {
    return this.#world.answer(asked, answers);
  }

  /** Lets the gateway answer with the tests' token. */
  tokenise({ cardToken, maskedCardNumber }: { cardToken: string; maskedCardNumber: string }): Promise<void> {
    const tokenObject = { token: [cardToken], maskedCardNo: maskedCardNumber, toBeExpiredAt: '' };
    return this.answer('tokeniseCard', [
      { call: 'gatewayToken', as: { body: { resultCode: '000', tokenObject } } },
    ]);
  }

  /** Lets the host answer a card with the tests' tokens and the gateway's address. Otherwise the sandbox answers. */
  register(call: CallName, output: { redirectUrl: string; registerToken: string } | null): Promise<void> {
    if (!output) return this.answer('register');
    const { registerToken } = output;
    const { origin, pathname } = new URL(output.redirectUrl);
    const redirectUrl = origin.includes('elsewhere') ? output.redirectUrl : this.#sandbox.gateway + pathname;
    return this.answer('register', [{ call, as: { body: { success: true, redirectUrl, registerToken } } }]);
  }

  verify(): Promise<void> {
    return this.answer('verifyCard', [{ call: 'memberVerifyCard', as: { body: { success: true } } }]);
  }

  /** Lets a call of the API fail, by a scenario of the sandbox. */
  async fail(asked: 'register' | 'verifyCard', call: CallName, error: unknown): Promise<void> {
    const { reason, messages } = callFailureOf(error);
    const as: Record<typeof reason, Scenario | null> = {
      unauthorized: { status: 401, body: {}, times: 1 },
      noAnswer: { drop: 'after' },
      refused: { status: 400, body: { success: false, messages } },
      // The browser is offline, so the page sends nothing.
      notSent: null,
    };
    const scenario = as[reason];
    if (scenario) await this.answer(asked, [{ call, as: scenario }]);
  }

  // ── typing ────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Types, chooses and ticks, as the report says. */
  async enter(changes: readonly InputChange[]): Promise<void> {
    for (const { name, value } of changes)
      await test.step(`${definitions[name].labels[0]}：${value}`, async () => {
        if (typeof value === 'boolean') return this.tick(name);
        if (definitions[name].choices) return this.#touch(this.#labelOf(name, value)).click();
        this.#touch(this.#page.locator(`[name="${name}"]`));
        await donorAt(this.#page).fill({ [name]: value });
      });
  }

  /** What a finger touches: some checkboxes and radios are hidden, and their labels drawn instead. */
  #labelOf(name: string, value?: string) {
    const attribute = value === undefined ? '' : `[value="${value}"]`;
    return this.#page.locator('label').filter({ has: this.#page.locator(`[name="${name}"]${attribute}`) });
  }
}

/** Tells the page that the browser is offline or online, without cutting the test's own connections. */
export async function setOnline(page: Page, online: boolean): Promise<void> {
  await page.evaluate(
    (value) => Object.defineProperty(navigator, 'onLine', { get: () => value, configurable: true }),
    online,
  );
}

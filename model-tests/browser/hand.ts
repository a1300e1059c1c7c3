import { type Locator, type Page, test } from '@playwright/test';
import type { CallName, Scenario } from '../../sandbox/scenarios.ts';
import type { Route } from '../../src/services/navigation.ts';
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

/** What a tab has kept from before its page opens. */
export type Kept = { session: string | null; told: unknown };

/** What a donor, a browser and the hosts do to a page: `events.ts` says when. */
export class Hand {
  readonly #page: Page;
  readonly #world: OutsideWorld;
  readonly #sandbox: Sandbox;
  /** How far away in the history the screen is that the browser goes to next; null where it is not there. */
  distance: number | null = null;
  /** What a finger has touched last in this step, for its picture. */
  touched: Locator | null = null;

  constructor(page: Page, world: OutsideWorld, sandbox: Sandbox) {
    this.#page = page;
    this.#world = world;
    this.#sandbox = sandbox;
  }

  /** The first page, in a tab that has been there before: its storage and its history are as they were left. */
  async begin(
    event: Extract<Happening, { type: 'page.opened' }>,
    { now }: Ledger,
    { session, told }: Kept,
  ): Promise<void> {
    await this.#page.clock.install({ time: now });
    // Held calls must not run out of time, however busy the machine is. The clock just installed has a time-out of its own.
    await this.#page.addInitScript(() => {
      AbortSignal.timeout = () => new AbortController().signal;
    });
    const { route, callback, isOpenedByBank, isReload } = event;
    const p = callback && Buffer.from(JSON.stringify(callback)).toString('base64');
    // where the page that the bank opened was lost
    const waiting = isOpenedByBank ? null : p;
    const address = paths[route] + (p && isOpenedByBank ? `?p=${encodeURIComponent(p)}` : '');
    if (!session && !waiting) return void (await this.#page.goto(address));
    // kept in two halves, the second of which may be nothing but zeros
    const bytes = Buffer.from(JSON.stringify(told));
    const seed = await this.#page.addInitScript(
      ([session, waiting, kept, zeros, form, last]) => {
        if (session) sessionStorage.setItem('signup.v2', session);
        if (waiting) sessionStorage.setItem('callback', waiting);
        if (kept) sessionStorage.setItem('signup.completion', kept);
        if (form) {
          history.replaceState(null, '', form);
          history.pushState(kept && { completion: zeros }, '', last);
        } else if (kept) history.replaceState({ completion: zeros }, '');
      },
      [
        session,
        waiting,
        // of this very entry of the history
        told && isReload ? bytes.toString('base64') : null,
        Buffer.alloc(bytes.length).toString('base64'),
        // whoever is on the confirm screen has come there from the form
        route === 'confirm' ? paths.input : null,
        address,
      ] as const,
    );
    await this.#page.goto(address);
    await seed.dispose();
  }

  /** Another page in the same tab. */
  async open({ isReload, route }: Extract<Happening, { type: 'page.opened' }>): Promise<void> {
    if (isReload) await this.#page.reload();
    else await this.#page.goto(paths[route]);
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

  /** The view lets go of number and code of a card once it has a token: they are typed with every other one. */
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
    // A page out of the browser's memory is never loaded.
    await this.#page.goBack({ waitUntil: 'commit' });
  }

  async revisit(): Promise<void> {
    await this.#page.context().setOffline(true);
    await this.#page.context().setOffline(false);
  }

  // ── what hosts answer ─────────────────────────────────────────────────────────────────────────────────────────

  answer(asked: Exclude<Asked, 'leaving'>, answers: readonly Answer[] = []): Promise<void> {
    return this.#world.answer(asked, answers);
  }

  /** The gateway gives the very token that the tests know. */
  tokenise({ cardToken, maskedCardNumber }: { cardToken: string; maskedCardNumber: string }): Promise<void> {
    const tokenObject = { token: [cardToken], maskedCardNo: maskedCardNumber, toBeExpiredAt: '' };
    return this.answer('tokeniseCard', [
      { call: 'gatewayToken', as: { body: { resultCode: '000', tokenObject } } },
    ]);
  }

  /** A card is answered with the tests' own names, at the gateway's own address; without one the sandbox answers. */
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

  /** How the sandbox is told to let a call of the API fail. */
  async fail(asked: 'register' | 'verifyCard', call: CallName, error: unknown): Promise<void> {
    const { reason, messages } = callFailureOf(error);
    const as: Record<typeof reason, Scenario | null> = {
      unauthorized: { status: 401, body: {}, times: 1 },
      noAnswer: { drop: 'after' },
      refused: { status: 400, body: { success: false, messages } },
      // The browser knows that it is offline, and nothing leaves it.
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

  /** What a finger meets: the boxes themselves may be drawn by their labels. */
  #labelOf(name: string, value?: string) {
    const attribute = value === undefined ? '' : `[value="${value}"]`;
    return this.#page.locator('label').filter({ has: this.#page.locator(`[name="${name}"]${attribute}`) });
  }
}

/** Makes the browser believe that it is offline, or not, without cutting the connections that the test needs. */
export async function setOnline(page: Page, online: boolean): Promise<void> {
  await page.evaluate(
    (value) => Object.defineProperty(navigator, 'onLine', { get: () => value, configurable: true }),
    online,
  );
}

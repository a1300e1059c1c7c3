import { expect, type Page } from '@playwright/test';
import type { Route } from '../../src/services/routes.ts';
import { parseSession } from '../../src/signup/parse-session.ts';
import { type SavedSession, untouchedSession } from '../../src/signup/saved-session.ts';
import { donorAt } from '../../tests/e2e/donor.ts';
import type { Sandbox } from '../../tests/e2e/fixtures.ts';
import { barredBy, events } from '../signup/events.ts';
import type { Happening } from '../signup/happening.ts';
import { ALLOWED_ORIGIN, arrive, type Ledger, note } from '../signup/ledger.ts';
import { wayOf } from '../signup/places.ts';
import { callAt, type Departure, keepPromises, type Seen } from '../signup/promises.ts';
import { Hand } from './hand.ts';
import type { OutsideWorld } from './outside-world.ts';
import { expectedScreen, see } from './screen.ts';

/** A real page with the sandbox: takes steps in it, and checks the same promises as in memory. */
export class BrowserStage {
  readonly hand: Hand;
  readonly #page: Page;
  readonly #world: OutsideWorld;

  constructor(page: Page, world: OutsideWorld, sandbox: Sandbox) {
    this.#page = page;
    this.#world = world;
    this.hand = new Hand(page, world, sandbox);
  }

  /** Opens the first page, in a tab with this storage. */
  async begin(
    before: Ledger,
    event: Extract<Happening, { type: 'page.opened' }>,
    session: string | null,
  ): Promise<Ledger> {
    await this.hand.begin(event, note(before, event), session);
    return this.#look(before, event);
  }

  /** `isSeen` is false if the next step follows at once, so that nothing can be seen in between. */
  async take(before: Ledger, event: Happening, isSeen: boolean): Promise<Ledger> {
    const barred = barredBy(event, before);
    this.hand.touched = null;
    if (barred) await this.#seeBarred(barred);
    // Each event with its own kind, which the table has checked.
    else
      await (events[event.type].inBrowser as (...given: unknown[]) => Promise<void>)(
        this.hand,
        event,
        before,
      );
    return isSeen ? this.#look(before, event) : promisedAfter(before, event);
  }

  async #seeBarred({ button, is }: { button: string; is: 'disabled' | 'absent' }): Promise<void> {
    const barred = this.#page.getByRole('button', { name: button });
    if (is === 'absent') return expect(barred).toHaveCount(0);
    await expect(barred).toBeVisible();
    await expect(barred).toBeDisabled();
    this.hand.touched = barred;
    // presses it nevertheless; the screen is checked afterwards
    await barred.click({ force: true });
  }

  /** Checks everything, again and again until it is as promised: the screen is drawn a moment after a change. */
  async #look(before: Ledger, event: Happening): Promise<Ledger> {
    const promised = promisedAfter(before, event);
    const expected = expectedScreen(promised);
    const call = callAt(promised.at);
    // Waits for the call, which may come after its screen: later it would count as the next step's.
    const goesOut =
      (call === 'register' || call === 'verifyCard') &&
      (callAt(before.at) !== call || event.type === 'page.opened');
    let ledger = promised;
    await donorAt(this.#page).isAt(promised.at);
    await expect(async () => {
      const { state, path, session, ...screen } = await this.#page.evaluate(see, Object.keys(expected.texts));
      const started = this.#started(promised);
      if (goesOut) expect(started).toHaveLength(1);
      // The page's clock and the sandbox's names differ from the tests'.
      const kept = sameClock(parseSession(session, promised.now) ?? untouchedSession, promised);
      // Every page of the app has one of them.
      const address = routes[path] as Route;
      ledger = keepPromises(before, event, { state, address, kept, started, left: this.#left() });
      expect(screen).toEqual(expected);
    }).toPass({ timeout: 10_000, intervals: [20, 50, 100, 200] });
    await this.#world.close();
    return ledger;
  }

  /** The calls that register and settle, as the host received them. */
  #started(promised: Ledger): Seen['started'] {
    return this.#world.sent.flatMap(({ asked, request }): Seen['started'] => {
      if (request.method() !== 'POST' || (asked !== 'register' && asked !== 'verifyCard')) return [];
      const body: Record<string, unknown> = request.postDataJSON();
      if (asked === 'verifyCard') {
        const callback = {
          accessId: body.accessId,
          event: promised.callback?.event,
          csrfToken: body.gmoCsrfToken,
        };
        return [{ id: asked, input: { callback, registerToken: body.registerToken } }];
      }
      const form = Object.fromEntries(
        Object.entries(promised.form).map(([name, value]) => [name, body[name] ?? value]),
      );
      const card = body.token
        ? { ...promised.card, cardToken: body.token, maskedCardNumber: body.maskedCardNumber }
        : null;
      const captchaToken = body.recaptchaToken ? promised.captchaToken : '';
      return [{ id: asked, input: { form, card, captchaToken, key: request.headers()['idempotency-key'] } }];
    });
  }

  #left(): readonly Departure[] {
    const request = this.#world.left;
    if (!request) return [];
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/3ds/')) return [{ to: 'bank', with: ALLOWED_ORIGIN + pathname }];
    if (request.method() === 'GET') return [{ to: 'fresh page', with: null }];
    return [{ to: 'completion', with: Object.fromEntries(new URLSearchParams(request.postData() ?? '')) }];
  }
}

/** The ledger after an event, by the promises alone. */
function promisedAfter(before: Ledger, event: Happening): Ledger {
  const ledger = note(before, event);
  return arrive(before, ledger, wayOf({ before, event, ledger })?.to ?? before.at);
}

const routes: Readonly<Record<string, Route>> = {
  '/form/member': 'input',
  '/form/member/confirm': 'confirm',
  '/form/member/callback': 'callback',
};

/** The page's clock runs by itself: its times within a minute of the tests' count as equal. */
function sameClock(kept: SavedSession, { card, finished }: Ledger): SavedSession {
  const near = (time: number, promised = 0) => (Math.abs(time - promised) < 60_000 ? promised : time);
  return {
    ...kept,
    card: kept.card && { ...kept.card, issuedAt: near(kept.card.issuedAt, card?.issuedAt) },
    finished: kept.finished && { ...kept.finished, at: near(kept.finished.at, finished?.at) },
  };
}

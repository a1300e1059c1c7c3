import { expect, type Page } from '@playwright/test';
import { parseSavedSession, type SavedSession, untouchedSession } from '../../src/signup/saved-session.ts';
import { donorAt } from '../../tests/e2e/donor.ts';
import type { Sandbox } from '../../tests/e2e/fixtures.ts';
import { barredBy, events } from '../signup/events.ts';
import type { Happening } from '../signup/happening.ts';
import { ALLOWED_ORIGIN, arrive, type Ledger, note, offerOf } from '../signup/ledger.ts';
import { wayOf } from '../signup/places.ts';
import { type Departure, keepPromises, type Seen } from '../signup/promises.ts';
import { Hand, type Kept } from './hand.ts';
import type { OutsideWorld } from './outside-world.ts';
import { expectedScreen, see } from './screen.ts';

/** A real page against the sandbox: events are made to happen by hand, and the same promises are held. */
export class BrowserStage {
  readonly hand: Hand;
  readonly #page: Page;
  readonly #world: OutsideWorld;

  constructor(page: Page, world: OutsideWorld, sandbox: Sandbox) {
    this.#page = page;
    this.#world = world;
    this.hand = new Hand(page, world, sandbox);
  }

  /** The first page of a tab that has kept something. */
  async begin(
    before: Ledger,
    event: Extract<Happening, { type: 'page.opened' }>,
    kept: Kept,
  ): Promise<Ledger> {
    await this.hand.begin(event, note(before, event), kept);
    return this.#look(before, event);
  }

  /** `isSeen` is false where the next step follows at once, and there is nothing to see in between. */
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
    // pressed all the same, where it is: the screen is looked at afterwards
    await barred.click({ force: true });
  }

  /** One look at everything, again and again until it is as promised: a screen is drawn a moment after it has changed. */
  async #look(before: Ledger, event: Happening): Promise<Ledger> {
    const promised = promisedAfter(before, event);
    await donorAt(this.#page).isAt(promised.at);
    let ledger = promised;
    await expect(async () => {
      // A screen may be there before its call has gone out, which would count as the next step's.
      for (const id of ['register', 'verifyCard'] as const) {
        const goesOut = id in promised.waits && !(id in before.waits);
        if (goesOut)
          expect(
            this.#world.sent.map(({ request }) => request.method()),
            id,
          ).toContain('POST');
      }
      ledger = keepPromises(before, event, await this.#see(promised));
      const expected = expectedScreen(ledger);
      expect(await this.#page.evaluate(see, Object.keys(expected.texts))).toEqual(expected);
    }).toPass({ timeout: 10_000, intervals: [20, 50, 100, 200] });
    await this.#world.close();
    return ledger;
  }

  /** What can be told from outside of a page, in the words of the promises; clocks and the sandbox's names are its own. */
  async #see(promised: Ledger): Promise<Partial<Seen>> {
    const { path, errors, ticked, offers, session, state } = await this.#page.evaluate(() => ({
      state: document.querySelector<HTMLElement>('main')?.dataset.state ?? '',
      path: location.pathname,
      errors: [...document.querySelectorAll('[data-errors] > li')].map(
        ({ textContent }) => textContent ?? '',
      ),
      ticked: [...document.querySelectorAll<HTMLInputElement>('[name$="nderstood"]:checked')].map(
        ({ name }) => name,
      ),
      offers: [...document.querySelectorAll('button')].some(({ textContent }) =>
        textContent?.includes('この住所にする'),
      ),
      session: sessionStorage.getItem('signup.v2'),
    }));
    const address = Object.entries(addresses).find(([, known]) => known === path)?.[0];
    const isReviewing = promised.at === 'confirm.reviewing';
    return {
      state,
      // Every page of the app has one of them.
      address: address as Seen['address'],
      errors: errors.map(
        (text) => promised.said.find((said) => text.startsWith(said.replaceAll(/<[^>]*>/g, ''))) ?? text,
      ),
      ...(isReviewing ? { ticked: ticked as unknown as Seen['ticked'] } : {}),
      ...(promised.at.startsWith('input.form') && offerOf(promised) !== 'declined'
        ? { offer: offers ? 'offered' : null }
        : {}),
      kept: sameClock(parseSavedSession(session, promised.now) ?? untouchedSession, promised),
      started: this.#started(promised),
      left: this.#left(),
    };
  }

  /** What went out to register and to settle, as the host got it. */
  #started(promised: Ledger): Seen['started'] {
    return this.#world.sent.flatMap(({ asked, request }): Seen['started'] => {
      if (request.method() !== 'POST' || (asked !== 'register' && asked !== 'verifyCard')) return [];
      const body: Record<string, unknown> = request.postDataJSON();
      if (asked === 'verifyCard') {
        const callback = { accessId: body.accessId, event: promised.p?.event, csrfToken: body.gmoCsrfToken };
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

/** What must be known after an event, by the promises alone. */
export function promisedAfter(before: Ledger, event: Happening): Ledger {
  const ledger = note(before, event);
  return arrive(before, ledger, wayOf({ before, event, ledger })?.to ?? before.at);
}

const addresses = {
  input: '/form/member',
  confirm: '/form/member/confirm',
  callback: '/form/member/callback',
};

/** The page's clock goes on by itself: what it wrote down within a minute of the tests' time counts as theirs. */
function sameClock(kept: SavedSession, { card, finished }: Ledger): SavedSession {
  const isNear = (one: number, other: number) => Math.abs(one - other) < 60_000;
  return {
    ...kept,
    card:
      kept.card && card && isNear(kept.card.issuedAt, card.issuedAt)
        ? { ...kept.card, issuedAt: card.issuedAt }
        : kept.card,
    finished:
      kept.finished && finished && isNear(kept.finished.at, finished.at)
        ? { ...kept.finished, at: finished.at }
        : kept.finished,
  };
}

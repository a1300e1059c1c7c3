import { expect, type Page } from '@playwright/test';
import type { CallName, Scenario } from '../../sandbox/scenarios.ts';
import type { Route, SignupContext, SignupEvent, SignupInput } from '../../src/machines/signup-parts.ts';
import { callFailureOf } from '../../src/signup/call-failure.ts';
import type { SignupForm } from '../../src/signup/form.ts';
import { serialiseSavedSession } from '../../src/signup/saved-session.ts';
import type { Step } from '../chart/chart-model.ts';
import { STALE } from '../signup/samples.ts';
import { type Barred, barring, happensByItself, hasToken } from './browser-paths.ts';
import { distanceTo, isByButton } from './history.ts';
import type { OutsideWorld } from './outside-world.ts';

const CARD = 'クレジットカード';

const paths: Record<Route, string> = {
  input: '/form/member',
  confirm: '/form/member/confirm',
  callback: '/form/member/callback',
};

/** A little after the card was turned into a token; the clock moves on by itself while a test runs. */
const FRESH = STALE - 20 * 60_000;
/** Late enough for a card that was turned into a token during the test to be stale. */
const LATER = STALE + 20 * 60_000;

/**
 * Does the last of the steps, as the donor, the browser or the world outside would. What cannot be done throws; what
 * a guard forbids is seen to be kept from the donor.
 */
export async function perform(page: Page, world: OutsideWorld, steps: readonly Step[]): Promise<void> {
  const step = steps.at(-1);
  if (!step) return;
  const { sample, before, opening } = step;
  // The openings are typed where they are written; the step only carries them untyped.
  if (!sample || !before)
    return steps.length > 1 ? authenticate(page, world) : openPage(page, opening.input as SignupInput);
  if (happensByItself(steps)) return;
  const barred = barring(step);
  if (barred) return seeBarred(page, barred);
  const [, kind, id] = /^xstate\.(done|error|after)\.(?:actor\.)?([^.]+)/.exec(sample.event.type) ?? [];
  if (kind === 'after')
    return void (await page.clock.fastForward(id === 'CARD_EXPIRY' ? 25 * 60_000 : 10_000));
  if (kind && id) return settle(world, id, kind, before.context, { ...sample.event }, steps);
  // Every other sample comes from the typed table.
  return happen(page, world, sample.event as SignupEvent, before.context, steps);
}

/** Opens the page in a tab that has been there before: its storage and its history are as they were left. */
async function openPage(page: Page, input: SignupInput): Promise<void> {
  const { route, now, saved, callback, isOpenedByBank, completion } = input;
  await page.clock.install({ time: now >= STALE ? now : FRESH });
  const p = callback && Buffer.from(JSON.stringify(callback)).toString('base64');
  // where the page that the bank opened was lost
  const waiting = isOpenedByBank ? null : p;
  const address = paths[route] + (p && isOpenedByBank ? `?p=${encodeURIComponent(p)}` : '');
  if (!saved && !waiting) return void (await page.goto(address));
  // kept in two halves, the second of which may be nothing but zeros
  const bytes = Buffer.from(JSON.stringify(completion));
  const seed = await page.addInitScript(
    ([session, waiting, kept, zeros, form, last]) => {
      if (session) sessionStorage.setItem('signup.v2', session);
      if (waiting) sessionStorage.setItem('callback', waiting);
      if (kept) sessionStorage.setItem('signup.completion', kept);
      if (form) {
        history.replaceState(null, '', form);
        history.pushState(null, '', last);
      } else if (kept) history.replaceState({ completion: zeros }, '');
    },
    [
      saved && serialiseSavedSession(saved, now),
      waiting,
      completion && bytes.toString('base64'),
      Buffer.alloc(bytes.length).toString('base64'),
      // whoever is on the confirm screen has come there from the form
      route === 'confirm' ? paths.input : null,
      address,
    ] as const,
  );
  await page.goto(address);
  await seed.dispose();
}

/** Goes on to the bank's page, which is the sandbox's own, and lets it lead back. */
async function authenticate(page: Page, world: OutsideWorld): Promise<void> {
  await world.leave();
  await page.getByRole('button', { name: '認証する' }).click();
}

async function seeBarred(page: Page, { button, is }: Barred): Promise<void> {
  const barred = page.getByRole('button', { name: button });
  if (is === 'absent') return expect(barred).toHaveCount(0);
  await expect(barred).toBeVisible();
  await expect(barred).toBeDisabled();
  // pressed all the same, where it is: the screen is looked at afterwards
  await barred.click({ force: true });
}

/** What a donor does, or a browser. */
async function happen(
  page: Page,
  world: OutsideWorld,
  event: SignupEvent,
  context: SignupContext,
  steps: readonly Step[],
): Promise<void> {
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();

  switch (event.type) {
    case 'field.changed':
      return enter(page, { [event.change.name]: event.change.value });

    case 'field.left':
      await page.locator(`[name="${event.name}"]`).focus();
      return page.locator(`[name="${event.name}"]`).blur();

    case 'input.confirmed': {
      if (event.at >= STALE) await page.clock.setSystemTime(LATER);
      await enter(page, event.form);
      if (event.form.paymentMethod === CARD && context.card === null) {
        await enter(page, { cardNum: '4111111111111111', securityCode: '123' });
      }
      return press('入力内容を確認する');
    }

    case 'input.rejected':
      return press('入力内容を確認する');

    case 'card.discarded':
      return press('カードを変更する');

    case 'address.accepted':
      return press('この住所にする');

    case 'address.declined':
      return press('入力した住所のままにする');

    case 'signup.restarted':
      return press('別のお申し込みを始める');

    case 'draft.cleared':
      await press('入力内容を消去する');
      return press(/^消去する$/);

    case 'cardNotice.opened':
      return press('クレジットカードご利用時の注意事項');

    case 'cardNotice.closed':
      return page.getByRole('dialog').getByText('閉じる').click();

    case 'agreement.changed':
      return labelOf(page, event.name).click();

    case 'change.requested':
      if (event.field === null) return page.getByRole('link', { name: '入力画面に戻る' }).click();
      return page.getByRole('link', { name: /変更する.*メールアドレス/ }).click();

    case 'confirm.submitted':
      if (event.at >= STALE) await page.clock.setSystemTime(LATER);
      return press('送信する');

    case 'waiting.ended':
      return press('待たずに入力画面に戻る');

    case 'retry.requested':
      return press(/^(?:もう一度移動する|もう一度確認する|完了画面を開く)$/);

    case 'route.requested': {
      if (event.at >= STALE) await page.clock.setSystemTime(LATER);
      const last = steps.at(-1);
      if (last && isByButton(last)) return press('入力画面に戻る');
      return goTo(page, event.route, distanceTo(event.route, steps.slice(0, -1)));
    }

    case 'page.restored':
      await world.leave();
      // A page out of the browser's memory is never loaded.
      await page.goBack({ waitUntil: 'commit' });
      return;

    case 'page.revisited':
      if (event.at >= STALE) await page.clock.setSystemTime(LATER);
      await page.context().setOffline(true);
      return page.context().setOffline(false);

    case 'accessToken.ready':
      return world.answer('fetchAccessToken');

    case 'accessToken.unavailable':
      return world.answer('fetchAccessToken', [{ call: 'token', as: { drop: 'before' } }]);

    case 'address.found':
      if (!hasToken(steps.slice(0, -1))) await world.answer('fetchAccessToken');
      return world.answer('lookUpPostalCode');

    case 'address.missing':
      if (!hasToken(steps.slice(0, -1))) await world.answer('fetchAccessToken');
      return world.answer('lookUpPostalCode', [{ call: 'postalCode', as: { body: { data: [] } } }]);

    case 'accessToken.refused':
    case 'copy.found':
    case 'name.composed':
      throw new Error(`${event.type} is out of a browser's reach`);
    default:
      // An event that is new: write above what a donor or a browser does to bring it about.
      event satisfies never;
  }
}

/** Back, forward, or further along the tab's history; or the same screen by an address that only ends differently. */
async function goTo(page: Page, route: Route, distance: number | null): Promise<void> {
  switch (distance) {
    case null:
      throw new Error(`Nothing in the history of the tab leads to ${route}`);
    case 0:
      return void (await page.goto(`${paths[route]}#`));
    case -1:
      return void (await page.goBack());
    case 1:
      return void (await page.goForward());
    default:
      return page.evaluate((entries) => history.go(entries), distance);
  }
}

/** What a finger meets: the boxes themselves may be drawn by their labels. */
function labelOf(page: Page, name: string, value?: string) {
  const attribute = value === undefined ? '' : `[value="${value}"]`;
  return page.locator('label').filter({ has: page.locator(`[name="${name}"]${attribute}`) });
}

/** Types, chooses and ticks what differs; names are those of the fields. */
async function enter(
  page: Page,
  values: Partial<Record<string, string | boolean>> | SignupForm,
): Promise<void> {
  // Another kind of address or payment shows other fields, so those come first.
  for (const name of ['expatriate', 'paymentMethod']) {
    const value = Object.entries(values).find(([field]) => field === name)?.[1];
    if (value !== undefined) await enterOne(page, name, value, (await controls(page))[name]);
  }
  const present = await controls(page);
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) await enterOne(page, name, value, present[name]);
  }
}

type Control = { kind: string; value: string | boolean };

/** Every field on the screen, with what it holds now. */
function controls(page: Page): Promise<Record<string, Control | undefined>> {
  return page.evaluate(() => {
    const found: Record<string, { kind: string; value: string | boolean }> = {};
    for (const element of document.querySelectorAll<HTMLInputElement>('main [name]')) {
      const kind = element.getAttribute('type') ?? element.tagName;
      if (kind === 'radio' && !element.checked) found[element.name] ??= { kind, value: '' };
      else found[element.name] = { kind, value: kind === 'checkbox' ? element.checked : element.value };
    }
    return found;
  });
}

async function enterOne(
  page: Page,
  name: string,
  value: string | boolean,
  control: Control | undefined,
): Promise<void> {
  // Fields of the other kind of address or payment are not on the screen.
  if (!control || control.value === value) return;
  const field = page.locator(`[name="${name}"]`);
  if (typeof value === 'boolean') await labelOf(page, name).click();
  else if (control.kind === 'radio') await labelOf(page, name, value).click();
  else if (control.kind === 'SELECT') await field.selectOption(value);
  else await field.fill(value);
}

/** How the sandbox is told to end a call that the chart waits for. */
async function settle(
  world: OutsideWorld,
  id: string,
  kind: string,
  { form }: SignupContext,
  payload: Record<string, unknown>,
  steps: readonly Step[],
): Promise<void> {
  const { reason, messages } = callFailureOf(payload.error);
  switch (id) {
    case 'tokeniseCard':
      if (kind === 'done') return world.answer('tokeniseCard');
      return world.answer('tokeniseCard', [
        reason === 'refused'
          ? { call: 'gatewayToken', as: { body: { resultCode: '101' } } }
          : { call: 'gatewayScript', as: { drop: 'before' } },
      ]);
    case 'solveCaptcha':
      return world.answer(
        'solveCaptcha',
        kind === 'done' ? [] : [{ call: 'captchaToken', as: { status: 500 } }],
      );
    case 'register': {
      const call = form.paymentMethod === CARD ? 'memberRegisterCard' : 'memberRegisterBank';
      if (kind === 'error') return world.answer('register', failing(call, reason, messages));
      const as = elsewhere(payload.output);
      return world.answer('register', as && [{ call, as }]);
    }
    case 'verifyCard': {
      const call = 'memberVerifyCard';
      if (kind === 'error') return world.answer('verifyCard', failing(call, reason, messages));
      // What was registered on this very path is settled by the sandbox itself.
      if (steps.some(({ sample }) => sample?.name === 'register done 1')) return world.answer('verifyCard');
      return world.answer('verifyCard', [{ call, as: { body: { success: true } } }]);
    }
    default:
      throw new Error(`Nobody knows how ${id} ends in a browser`);
  }
}

/** An answer that leads to an address which the settings do not allow; undefined for any other. */
function elsewhere(output: unknown): Scenario | undefined {
  const answer: Record<string, unknown> = typeof output === 'object' ? { ...output } : {};
  const isElsewhere = typeof answer.redirectUrl === 'string' && answer.redirectUrl.includes('elsewhere');
  return isElsewhere ? { body: { success: true, ...answer } } : undefined;
}

const refusal = (messages: readonly string[]): Scenario => ({
  status: 400,
  body: { success: false, messages },
});

function failing(
  call: CallName,
  reason: string,
  messages: readonly string[],
): { call: CallName; as: Scenario }[] {
  switch (reason) {
    case 'unauthorized':
      return [{ call, as: { status: 401, body: {}, times: 1 } }];
    case 'noAnswer':
      return [{ call, as: { drop: 'after' } }];
    case 'refused':
      return [{ call, as: refusal(messages) }];
    default:
      // Not sent: the browser knows that it is offline, and nothing leaves it.
      return [];
  }
}

/** Makes the browser believe that it is offline, or not, without cutting the connections that the test needs. */
export async function setOnline(page: Page, online: boolean): Promise<void> {
  await page.evaluate(
    (value) => Object.defineProperty(navigator, 'onLine', { get: () => value, configurable: true }),
    online,
  );
}

import { expect, type Page } from '@playwright/test';
import type { CallName, Scenario } from '../../sandbox/scenarios.ts';
import type { Route, SignupContext, SignupEvent, SignupInput } from '../../src/machines/signup-parts.ts';
import { callFailureOf } from '../../src/signup/call-failure.ts';
import { CARD, type SignupForm } from '../../src/signup/form.ts';
import { postalMismatch } from '../../src/signup/postal-address.ts';
import { serialiseSavedSession } from '../../src/signup/saved-session.ts';
import { type Step, statePathOf } from '../chart/chart-model.ts';
import { STALE } from '../signup/samples.ts';
import type { OutsideWorld } from './outside-world.ts';

const paths: Record<Route, string> = {
  input: '/form/member',
  confirm: '/form/member/confirm',
  callback: '/form/member/callback',
};

/** A little after the card was turned into a token; the clock moves on by itself while a test runs. */
const FRESH = STALE - 20 * 60_000;
/** Late enough for a card that was turned into a token during the test to be stale. */
const LATER = STALE + 20 * 60_000;

/** Does what a step says, as the donor, the browser or the world outside would. */
export async function perform(page: Page, world: OutsideWorld, step: Step): Promise<void> {
  const { sample, before, opening } = step;
  // The openings are typed where they are written; the step only carries them untyped.
  if (!sample || !before) return openPage(page, opening.input as SignupInput);
  if (isNeverSent(step)) return;
  const [, kind, id] = /^xstate\.(done|error|after)\.(?:actor\.)?([^.]+)/.exec(sample.event.type) ?? [];
  if (kind === 'after') return void (await page.clock.fastForward(10_000));
  if (kind && id) return settle(world, id, kind, before.context, { ...sample.event });
  // Every other sample comes from the typed table.
  return happen(page, world, sample.event as SignupEvent, statePathOf(before), before.context);
}

async function openPage(page: Page, input: SignupInput): Promise<void> {
  const { route, now, saved, callback, completion } = input;
  await page.clock.install({ time: now >= STALE ? now : FRESH });
  await page.addInitScript((json) => {
    if (json !== null && sessionStorage.getItem('signup.v2') === null)
      sessionStorage.setItem('signup.v2', json);
  }, saved && serialiseSavedSession(saved, now));
  if (completion) {
    // kept in two halves, the second of which may be nothing but zeros
    const bytes = Buffer.from(JSON.stringify(completion));
    await page.addInitScript(
      ([kept, zeros]) => {
        sessionStorage.setItem('signup.completion', kept);
        history.replaceState({ completion: zeros }, '');
      },
      [bytes.toString('base64'), Buffer.alloc(bytes.length).toString('base64')] as const,
    );
  }
  const p = callback
    ? `?p=${encodeURIComponent(Buffer.from(JSON.stringify(callback)).toString('base64'))}`
    : '';
  await page.goto(paths[route] + p);
}

/** What a donor does, or a browser. */
async function happen(
  page: Page,
  world: OutsideWorld,
  event: SignupEvent,
  state: string,
  context: SignupContext,
): Promise<void> {
  const control = (name: string) => page.locator(`[name="${name}"]`);
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();

  switch (event.type) {
    case 'field.changed':
      return enter(page, { [event.change.name]: event.change.value });

    case 'input.confirmed': {
      if (event.at >= STALE) await page.clock.setSystemTime(LATER);
      await enter(page, event.form);
      if (event.form.paymentMethod === CARD && context.card === null) {
        await enter(page, { cardNum: '4111111111111111', securityCode: '123' });
      }
      return press('入力内容を確認する');
    }

    case 'input.rejected':
      await enter(page, { email: '' });
      return press('入力内容を確認する');

    case 'card.discarded': {
      // Without a kept card there is nothing to press.
      const button = page.getByRole('button', { name: 'カードを変更する' });
      if (context.card === null) return expect(button).toHaveCount(0);
      return button.click();
    }

    case 'address.accepted':
    case 'address.declined': {
      const name = event.type === 'address.accepted' ? 'この住所にする' : '入力した住所のままにする';
      // Without an address that is offered there is nothing to press.
      if (postalMismatch(context.form, context.lookups)?.kind !== 'offered')
        return expect(page.getByRole('button', { name })).toHaveCount(0);
      return press(name);
    }

    case 'signup.restarted':
      return press('別のお申し込みを始める');

    case 'draft.cleared':
      await press('入力内容を消去する');
      return press('消去する');

    case 'cardNotice.opened':
      return press('クレジットカードご利用時の注意事項');

    case 'cardNotice.closed':
      return page.getByRole('dialog').getByText('閉じる').click();

    case 'agreement.changed':
      if (event.checked) return control(event.name).check({ force: true });
      return control(event.name).uncheck({ force: true });

    case 'change.requested':
      if (event.field === null) return page.getByRole('link', { name: '入力画面に戻る' }).click();
      return page.getByRole('link', { name: /変更する.*メールアドレス/ }).click();

    case 'confirm.submitted': {
      if (event.at >= STALE) await page.clock.setSystemTime(LATER);
      const submit = page.getByRole('button', { name: '送信する' });
      // Without the agreement the button cannot be pressed at all.
      const { agreements, form } = context;
      const hasAgreed =
        agreements.understood && (form.paymentMethod === CARD || agreements.bankFormUnderstood);
      if (!hasAgreed) return expect(submit).toBeDisabled();
      return submit.click();
    }

    case 'retry.requested':
      // Without what was registered there is nothing to open.
      if (state === 'complete.remembered' && !context.completion)
        return expect(page.getByRole('button', { name: '完了画面を開く' })).toHaveCount(0);
      if (state.startsWith('cardRedirect')) return press('もう一度移動する');
      return press(state.startsWith('complete') ? '完了画面を開く' : 'もう一度確認する');

    case 'route.requested':
      if (event.at >= STALE) await page.clock.setSystemTime(LATER);
      return page.evaluate((path) => {
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate'));
      }, paths[event.route]);

    case 'page.restored':
      return page.evaluate(() => {
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      });

    case 'page.revisited':
      return page.evaluate(() => {
        dispatchEvent(new Event('online'));
      });

    case 'accessToken.ready':
      return world.answer('fetchAccessToken');

    case 'accessToken.unavailable':
      return world.answer('fetchAccessToken', { call: 'token', as: { drop: 'before' } });

    case 'address.found':
      if (!world.hasAnswered('fetchAccessToken')) await world.answer('fetchAccessToken');
      return world.answer('lookUpPostalCode');

    case 'address.missing':
      if (!world.hasAnswered('fetchAccessToken')) await world.answer('fetchAccessToken');
      return world.answer('lookUpPostalCode', { call: 'postalCode', as: { body: { data: [] } } });

    case 'accessToken.refused':
      throw new Error(`${event.type} is out of a browser's reach`);
  }
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
  if (typeof value === 'boolean') await field.setChecked(value, { force: true });
  else if (control.kind === 'radio')
    await page.locator(`[name="${name}"][value="${value}"]`).check({ force: true });
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
): Promise<void> {
  const { reason, messages } = callFailureOf(payload.error);
  switch (id) {
    case 'tokeniseCard':
      if (kind === 'done') return world.answer('tokeniseCard');
      return world.answer(
        'tokeniseCard',
        reason === 'refused'
          ? { call: 'gatewayToken', as: { body: { resultCode: '101' } } }
          : { call: 'gatewayScript', as: { drop: 'before' } },
      );
    case 'solveCaptcha':
      return world.answer(
        'solveCaptcha',
        kind === 'done' ? undefined : { call: 'captchaToken', as: { status: 500 } },
      );
    case 'register': {
      const call = form.paymentMethod === CARD ? 'memberRegisterCard' : 'memberRegisterBank';
      if (kind === 'error') return world.answer('register', failing(call, reason, messages));
      const as = elsewhere(payload.output);
      return world.answer('register', as && { call, as });
    }
    case 'verifyCard':
      return world.answer(
        'verifyCard',
        kind === 'done'
          ? { call: 'memberVerifyCard', as: { body: { success: true } } }
          : failing('memberVerifyCard', reason, messages),
      );
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

function failing(
  call: CallName,
  reason: string,
  messages: readonly string[],
): { call: CallName; as: Scenario } | undefined {
  switch (reason) {
    case 'unauthorized':
      return { call, as: { status: 401, body: {}, times: 1 } };
    case 'noAnswer':
      return { call, as: { drop: 'after' } };
    case 'refused':
      return { call, as: { status: 400, body: { success: false, messages } } };
    default:
      // Not sent: the browser knows that it is offline, and nothing leaves it.
      return undefined;
  }
}

/** Whether a step ends a call that never leaves the browser: then there is no moment to look at in between. */
export function isNeverSent(step: Step | undefined): boolean {
  return step?.sample?.name === 'register error 2' || step?.sample?.name === 'verifyCard error 2';
}

/** Makes the browser believe that it is offline, or not, without cutting the connections that the test needs. */
export async function setOnline(page: Page, online: boolean): Promise<void> {
  await page.evaluate(
    (value) => Object.defineProperty(navigator, 'onLine', { get: () => value, configurable: true }),
    online,
  );
}

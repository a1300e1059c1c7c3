import { expect, type Locator, type Page, test } from '@playwright/test';
import type { CallName, Scenario } from '../../sandbox/scenarios.ts';
import { postalMismatch } from '../../src/signup/address/postal-address.ts';
import { callFailureOf } from '../../src/signup/call-failure.ts';
import { definitions, type InputChange } from '../../src/signup/form.ts';
import { FRESH_PAGE, paths } from '../../src/signup/paths.ts';
import { hasAgreed, methodOf } from '../../src/signup/payment-methods.ts';
import { TEST_CARD } from '../../tests/e2e/support/donor.ts';
import type { Sandbox } from '../../tests/e2e/support/fixtures.ts';
import { changesTo, type Known, type Ways } from '../events.ts';
import type { OutsideWorld } from './outside-world.ts';

/** What a step touched last, for its picture. */
export type Touched = { last: Locator | null };

/**
 * How a donor, a browser and the hosts make each event happen in a page; see OutsideWorld for what it requests. Events
 * that no browser can cause have no entry; paths.spec.ts says why.
 */
export function eventsIn(
  page: Page,
  world: OutsideWorld,
  sandbox: Sandbox,
  touched: Touched,
): Omit<Ways, 'copy.found' | 'copy.closed' | 'copy.finished' | 'accessToken.refused' | 'storage.changed'> {
  const touch = (locator: Locator) => {
    touched.last = locator;
    return locator;
  };
  const press = (name: string | RegExp) => touch(page.getByRole('button', { name })).click();
  const follow = (name: string | RegExp) => touch(page.getByRole('link', { name })).click();
  /** What a finger touches: some checkboxes and radios are hidden, and their labels drawn instead. */
  const labelOf = (name: string, value?: string) => {
    const attribute = value === undefined ? '' : `[value="${value}"]`;
    return page.locator('label').filter({ has: page.locator(`[name="${name}"]${attribute}`) });
  };
  /** Types over what a field holds, or chooses from its list. Forms are filled in so often that Playwright's `fill` is too slow. */
  const type = async (name: string, value: string) => {
    const field = touch(page.locator(`[name="${name}"]`));
    const isText = await page.evaluate((each) => {
      const [control] = document.getElementsByName(each);
      control?.focus();
      if (!(control instanceof HTMLInputElement)) return false;
      control.select();
      return true;
    }, name);
    if (!isText) await field.selectOption(value);
    else if (value) await page.keyboard.insertText(value);
    else await page.keyboard.press('Delete');
  };
  const enter = async (changes: readonly InputChange[]) => {
    for (const { name, value } of changes)
      await test.step(`${definitions[name].labels[0]}：${value}`, async () => {
        if (typeof value === 'boolean') return touch(labelOf(name)).click();
        if (definitions[name].choices) return touch(labelOf(name, value)).click();
        return type(name, value);
      });
  };
  const cannot = async (name: string, is: 'disabled' | 'absent') => {
    const button = page.getByRole('button', { name });
    if (is === 'absent') return expect(button).toHaveCount(0);
    await expect(button).toBeDisabled();
    // presses it nevertheless; the screen is checked afterwards
    await touch(button).click({ force: true });
  };
  const onOffer =
    (name: string) =>
    (_: unknown, { context }: Known) =>
      postalMismatch(context.form, context.lookups)?.kind === 'offered'
        ? press(name)
        : cannot(name, 'absent');
  /** Lets a call of the API fail, by a scenario of the sandbox. */
  const fail = (asked: 'register' | 'verifyCard', call: CallName, error: unknown) => {
    const { reason, messages } = callFailureOf(error);
    const body = { success: false, messages };
    const as: Record<typeof reason, Scenario> = {
      unauthorized: { status: 401, body, times: 1 },
      notSent: { status: 429, body },
      noAnswer: { drop: 'after' },
      refused: { status: 400, body },
    };
    return world.answer(asked, { call, as: as[reason] });
  };

  return {
    'page.opened': async ({ route, callback, isOpenedByBank, isReload }) => {
      const p = callback && Buffer.from(JSON.stringify(callback)).toString('base64');
      // as if the page that the bank opened was lost
      if (p && !isOpenedByBank) await page.evaluate((value) => sessionStorage.setItem('callback', value), p);
      // A page of the callback is replaced by another one at its own address.
      const address = route === 'callback' && !isOpenedByBank ? FRESH_PAGE : paths[route];
      const to = address + (p && isOpenedByBank ? `?p=${encodeURIComponent(p)}` : '');
      await world.forget(() => (isReload ? page.reload() : page.goto(to)));
    },
    'time.passed': async ({ milliseconds }, { at }) => {
      await page.clock.fastForward(milliseconds);
      if (at.endsWith('registering')) await world.isGivenUp('register');
      if (at.endsWith('slow')) await world.isGivenUp('verifyCard');
    },

    'form.filled': ({ typed }, { context }) => enter(changesTo(context.form, typed)),
    'field.changed': ({ change }) => enter([change]),
    'field.left': async ({ name }) => {
      const field = touch(page.locator(`[name="${name}"]`));
      await field.focus();
      await field.blur();
    },
    'input.confirmed': async (_, { context }) => {
      const { cardNum, securityCode } = TEST_CARD;
      // The view clears a card once it has a token, so every other card is typed again.
      if (methodOf(context.form).needsCard && !context.card)
        await enter([
          { name: 'cardNum', value: cardNum },
          { name: 'securityCode', value: securityCode },
        ]);
      await press('入力内容を確認する');
    },
    'input.rejected': () => press('入力内容を確認する'),
    'card.discarded': () => press('カードを変更する'),
    'address.accepted': onOffer('この住所にする'),
    'address.declined': onOffer('入力した住所のままにする'),
    'draft.cleared': async () => {
      await press('入力内容を消去する');
      await press(/^消去する$/);
    },
    'cardNotice.opened': () => press('クレジットカードご利用時の注意事項'),
    'cardNotice.closed': () => touch(page.getByRole('dialog').getByText('閉じる')).click(),

    'agreement.changed': ({ name }) => touch(labelOf(name)).click(),
    'change.requested': ({ field }, { at }) => {
      if (at === 'cardRedirect.stalled') return press('入力画面に戻る');
      return follow(
        field === null
          ? '入力画面に戻る'
          : at === 'confirm.cardExpired'
            ? 'カード情報を入力する'
            : /変更する.*メールアドレス/,
      );
    },
    'confirm.submitted': (_, { context }) =>
      hasAgreed(context) ? press('送信する') : cannot('送信する', 'disabled'),
    'retry.requested': () => press(/^(?:もう一度移動する|もう一度確認する|完了画面を開く)$/),
    'waiting.ended': () => press('待たずに入力画面に戻る'),
    'signup.restarted': () => press('別のお申し込みを始める'),

    // Goes back to an entry of the history with this address.
    'route.requested': ({ route }) =>
      page.evaluate((path) => {
        history.pushState(null, '', path);
        history.pushState(null, '', path);
        history.back();
      }, paths[route]),
    // The event of a browser that kept the page; tests/engines goes back to one that is really kept.
    'page.restored': () =>
      page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
    'page.revisited': () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
    'connection.restored': async () => {
      await page.context().setOffline(true);
      await page.context().setOffline(false);
    },

    'accessToken.ready': () => world.answer('fetchAccessToken'),
    'accessToken.unavailable': () =>
      world.answer('fetchAccessToken', { call: 'token', as: { drop: 'before' } }),
    'address.found': () => world.answer('lookUpPostalCode'),
    'address.missing': () =>
      world.answer('lookUpPostalCode', { call: 'postalCode', as: { body: { data: [] } } }),
    'xstate.done.actor.tokeniseCard': ({ output: { cardToken, maskedCardNumber } }) => {
      const tokenObject = { token: [cardToken], maskedCardNo: maskedCardNumber, toBeExpiredAt: '' };
      return world.answer('tokeniseCard', {
        call: 'gatewayToken',
        as: { body: { resultCode: '000', tokenObject } },
      });
    },
    'xstate.error.actor.tokeniseCard': ({ error }) =>
      world.answer(
        'tokeniseCard',
        callFailureOf(error).reason === 'refused'
          ? { call: 'gatewayToken', as: { body: { resultCode: '101' } } }
          : { call: 'gatewayScript', as: { drop: 'before' } },
      ),
    // As Google's script does, by its frame. The sandbox's captcha asks nothing.
    'captchaQuestion.opened': () =>
      page.evaluate(() => {
        // In a frame without scripts, Playwright's clock has nothing to move on.
        const frame = { src: 'about:blank#/bframe', sandbox: '', title: 'captcha' };
        document.body.append(Object.assign(document.createElement('iframe'), frame));
      }),
    'captchaQuestion.closed': () => page.evaluate(() => document.querySelector('iframe')?.remove()),
    'xstate.done.actor.solveCaptcha': () => world.answer('solveCaptcha'),
    'xstate.error.actor.solveCaptcha': () =>
      world.answer('solveCaptcha', { call: 'captchaToken', as: { status: 500 } }),
    'xstate.done.actor.register': ({ output }, { context }) => {
      if (output === 'complete') return world.answer('register');
      const { registerToken } = output;
      const { origin, pathname } = new URL(output.redirectUrl);
      const redirectUrl = origin.includes('elsewhere') ? output.redirectUrl : sandbox.gateway + pathname;
      const body = { success: true, redirectUrl, registerToken };
      return world.answer('register', { call: methodOf(context.form).registers, as: { body } });
    },
    'xstate.error.actor.register': ({ error }, { context }) =>
      fail('register', methodOf(context.form).registers, error),
    'xstate.done.actor.verifyCard': () =>
      world.answer('verifyCard', { call: 'memberVerifyCard', as: { body: { success: true } } }),
    'xstate.error.actor.verifyCard': ({ error }) => fail('verifyCard', 'memberVerifyCard', error),
  };
}

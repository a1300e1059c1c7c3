import type { TestType } from '@playwright/test';
import { expect } from '@playwright/test';
import { organisation } from '#organisation/organisation.ts';
import { authenticationOpen, countriesMissing } from '../../src/signup/messages.ts';
import type { SavedSession } from '../../src/signup/session/saved-session.ts';
import { BANK_DEBIT, donorIn, homeDonor, LARGEST_PRICE, TEST_CARD } from '../e2e/support/donor.ts';
import type { Sandbox } from '../e2e/support/fixtures.ts';
import {
  bankAnswer,
  leftAtBank,
  reviewedByBank,
  reviewedByCard,
  seedIn,
  sessionWith,
  typedForm,
} from '../e2e/support/seeded.ts';
import type { Tab } from './tab.ts';

/** What is on screen. Runs in the page. */
function look() {
  const say = (element: Element | null) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const controls = [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')];
  return {
    path: location.pathname,
    state: document.querySelector('main')?.dataset.state,
    /** With the line that leads to the contact page. */
    errors: [...document.querySelectorAll('[data-errors] > li')].map(say),
    values: Object.fromEntries(
      controls.filter(({ type }) => !/radio|checkbox/.test(type)).map(({ name, value }) => [name, value]),
    ),
    chosen: controls.filter((one) => one.matches(':checked')).map(({ name, value }) => `${name} ${value}`),
    text: say(document.body),
  };
}

/** The name or the words of what has the focus. Runs in the page. */
function focusName() {
  const focus = document.activeElement;
  return focus?.getAttribute('name') ?? focus?.textContent?.trim() ?? '';
}

const damaged = { body: 'damaged', contentType: 'text/javascript' };

/** A test with a tab of one engine, by whichever tool. */
export type Journey = TestType<{ tab: Tab; expectedFaults: RegExp | undefined }, { sandbox: Sandbox }>;

/** What every engine is tested with: what a donor does and then sees, and what the host has registered. */
export function journeys(test: Journey): void {
  /** Waits until the screen shows this. */
  const sees = (tab: Tab, screen: Record<string, unknown>) =>
    expect(async () => expect(await tab.read(look)).toMatchObject(screen)).toPass();

  const openConfirm = async (tab: Tab, session: SavedSession) => {
    await seedIn(tab, session);
    await tab.open('/form/member/confirm');
    await donorIn(tab).isAt('confirm.reviewing');
  };

  test('two presses by bank debit register once, also for a donor who comes back', async ({
    tab,
    sandbox,
  }) => {
    const donor = donorIn(tab);
    await test.step('one application for two presses', async () => {
      await donor.open();
      await donor.fillHome();
      await donor.payByBank(LARGEST_PRICE);
      await donor.apply(tab.pressTwice);
      await donor.isComplete();
      await sees(tab, { text: expect.stringContaining('山田') });
      const payload = { ...homeDonor, price: LARGEST_PRICE, zip: '100-0001', paymentMethod: BANK_DEBIT };
      expect(await sandbox.registrations()).toMatchObject([{ method: 'bank', status: 'complete', payload }]);
    });
    await test.step('a donor who comes back sees that it is done, and nothing is posted again', async () => {
      await tab.back();
      await donor.isAt('complete.remembered');
      await tab.reload();
      await donor.isAt('complete.remembered');
      const posts = (await sandbox.requests()).filter(({ path }) => String(path).endsWith('/complete.php'));
      expect(posts.map(({ method }) => method)).toEqual(['POST']);
    });
  });

  test('by card with the keyboard alone, with an error on the way', async ({ tab, sandbox }) => {
    const donor = donorIn(tab);
    const focus = () => tab.read(focusName);
    /** Presses Tab until the control with this name or text has the focus, then a key. */
    const pressKey = async (key: string, where: string) => {
      await tabTo(where);
      await tab.key(key);
    };
    const tabTo = async (where: string) => {
      for (let presses = 0; !(await focus()).startsWith(where); presses++) {
        expect(presses, `${where} can be reached`).toBeLessThan(40);
        await tab.key('Tab');
      }
    };
    const typeAll = async (values: Record<string, string>) => {
      for (const [name, value] of Object.entries(values)) {
        await tabTo(name);
        await tab.type(value);
      }
    };
    const { lastName, firstName, furigana, email, street, phone } = homeDonor;
    const { amounts, usualAmount } = organisation;
    await donor.open();
    await pressKey('ArrowRight', 'price');
    await typeAll({ lastName, firstName, furigana, email, zip: '1000001' });
    await sees(tab, { values: { city: '千代田区千代田' } });
    await typeAll({ street });
    await pressKey('ArrowDown', 'paymentMethod');
    await sees(tab, { values: expect.not.objectContaining({ cardNum: expect.anything() }) });
    await tab.key('ArrowUp');
    await typeAll({ cardNum: TEST_CARD.cardNum });
    await pressKey('End', 'expirationMonth');
    await pressKey('End', 'expirationYear');
    await typeAll({ securityCode: TEST_CARD.securityCode });
    await pressKey('Enter', '入力内容を確認する');
    await donor.isAt('input.form.correcting');
    await pressKey('Enter', '電話番号');
    await expect.poll(focus).toBe('phone');
    await tab.type(phone);
    await pressKey('Enter', '入力内容を確認する');
    await donor.isAt('confirm.reviewing');
    await pressKey('Space', 'understood');
    await pressKey('Enter', '送信する');
    await tab.arriveAt(/\/3ds\//);
    await pressKey('Enter', 'action');
    await donor.isComplete();
    const payload = { price: `${amounts[amounts.indexOf(usualAmount) + 1]}`, phone };
    expect(await sandbox.registrations()).toMatchObject([{ method: 'card', status: 'complete', payload }]);
  });

  test('undo, reload, back and forward keep what was there', async ({ tab, sandbox }) => {
    const donor = donorIn(tab);
    await seedIn(tab, sessionWith(typedForm));
    await donor.open();
    await test.step('undo brings back no card number that was never there', async () => {
      await tab.read(() => document.querySelector<HTMLInputElement>('[name="cardNum"]')?.focus());
      for (const key of ['4', ...Array(8).fill('1'), 'Backspace', 'Control+z']) await tab.key(key);
      await sees(tab, { values: { cardNum: '4111 1111' } });
    });
    await test.step('a reload and the history keep each screen and the checked card', async () => {
      await donor.fill(TEST_CARD);
      await tab.reload();
      await donor.isAt('input');
      await sees(tab, { values: { ...homeDonor, zip: '100 - 0001', cardNum: '', securityCode: '' } });
      await donor.payByCard();
      await donor.confirmInput();
      await donor.isAt('confirm');
      await tab.back();
      await donor.isAt('input');
      await sees(tab, { path: '/form/member', text: expect.stringMatching(/\*+ ?1111/) });
      await tab.forward();
      await donor.isAt('confirm');
      await tab.reload();
      await donor.isAt('confirm');
      await sees(tab, { path: '/form/member/confirm', text: expect.stringMatching(/\*+ ?1111/) });
    });
    await test.step('back during a call stays', async () => {
      await sandbox.setScenario('memberRegisterCard', { delayMs: 600_000 });
      await donor.agreeAndSubmit();
      await donor.isAt('confirm.submitting.registering');
      // A call that came after the next test's reset would be registered there.
      const logged = { path: '/app/memberRegisterCard.php', scenario: 'delay 600000 ms' };
      await expect.poll(sandbox.requests).toContainEqual(expect.objectContaining(logged));
      await tab.read(() => {
        addEventListener('popstate', () => document.body.setAttribute('data-went-back', ''), { once: true });
        history.back();
      });
      await tab.waitFor('[data-went-back]');
      await sees(tab, { path: '/form/member/confirm', state: 'confirm.submitting.registering' });
    });
  });

  test('back from the bank shows the page that the browser has kept in memory', async ({ tab, sandbox }) => {
    const donor = donorIn(tab);
    sandbox.letPagesBeKept();
    await openConfirm(tab, reviewedByCard(await sandbox.cardToken()));
    await tab.read(() => void Object.assign(window, { isKept: true }));
    await donor.agreeAndSubmit();
    await tab.arriveAt(/\/3ds\//);
    await tab.back();
    await sees(tab, {
      state: 'input.form.failed',
      errors: [expect.stringContaining(authenticationOpen)],
      values: { lastName: typedForm.lastName, cardNum: '' },
    });
    expect(await tab.read(() => 'isKept' in window)).toBe(true);
    expect(await sandbox.registrations()).toHaveLength(1);
  });

  test.describe(() => {
    test.use({ expectedFaults: /integrity|was blocked/ });

    test('what could not be loaded is asked for again', async ({ tab, sandbox }) => {
      const donor = donorIn(tab);
      await test.step('the app, once more at once and then once a press', async () => {
        const failure = () => tab.waitFor('[data-late="missing"]');
        await sandbox.setScenario('formScript', { ...damaged, status: 503, times: 3 });
        await tab.open('/form/member');
        await failure();
        await donor.fill({ lastName: '山田', email: homeDonor.email, cardNum: TEST_CARD.cardNum });
        await donor.choose('price', 'other');
        await failure();
        await donor.choose('price', LARGEST_PRICE);
        await donor.isAt('input.form.filling');
        await sees(tab, {
          chosen: expect.arrayContaining([`price ${LARGEST_PRICE}`]),
          values: { lastName: '山田', email: homeDonor.email, cardNum: expect.stringMatching(/^4111 /) },
        });
      });
      await test.step('the sanitiser is awaited, which cleans the host’s messages', async () => {
        const messages = [
          '<a href="/contact/" onclick="alert(1)">窓口</a>へ<img src=x onerror="window.hacked=1">',
        ];
        await sandbox.setScenario('memberRegisterBank', { body: { success: false, messages } });
        await openConfirm(tab, reviewedByBank);
        await donor.agreeAndSubmit();
        await sees(tab, { state: 'input.form.failed', errors: [expect.stringContaining('窓口へ')] });
        const cleaned = () =>
          tab.read(() => {
            const elements = [...document.querySelectorAll('.error-list-message *')];
            const shown = elements.map((one) =>
              [one.localName, ...one.getAttributeNames().toSorted()].join(' '),
            );
            return 'hacked' in window ? 'hacked' : shown;
          });
        await expect.poll(cleaned).toEqual(['a href rel target']);
      });
      await test.step('the list of countries', async () => {
        await sandbox.setScenario('lateScript', { drop: 'before' });
        await donor.tick('expatriate');
        await sees(tab, { text: expect.stringContaining(countriesMissing) });
        await sandbox.clearScenarios();
        await tab.reload();
        await donor.fill({ country: 'Iceland' });
      });
    });

    test('a press passes damaged copies in the browser’s cache over', async ({ tab, sandbox }) => {
      await sandbox.setScenario('memberVerifyCard', { delayMs: 600_000 });
      await sandbox.setScenario('formScript', { ...damaged, times: 2 });
      await seedIn(tab, leftAtBank());
      await tab.open(`/form/member/callback?p=${bankAnswer}`);
      await tab.waitFor('[data-late="missing"]');
      await tab.read(() => document.body.click());
      await donorIn(tab).isAt('callback.verifying');
      await test.step('a donor can leave the page while the payment is being verified', async () => {
        await tab.read(() => location.assign('/contact/'));
        await tab.arriveAt(/\/contact\/$/);
      });
    });
  });
}

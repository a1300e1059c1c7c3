import type { Page } from '@playwright/test';
import { donorsCompletion } from '../complete-donor.ts';
import { createClient } from '../sandbox/client.ts';
import { donorAt, LARGEST_PRICE, USUAL_YEN } from './donor.ts';
import { expect, type Sandbox, test } from './fixtures.ts';
import { openConfirm, reviewedByCard } from './seeded.ts';

// Times are Japan's wherever the donor is.
test.use({ timezoneId: 'America/Los_Angeles' });

const japaneseTime = (at: number) =>
  new Date(at + 9 * 3_600_000)
    .toISOString()
    .replace(/^(\d+)-0?(\d+)-0?(\d+)T0?(\d+:\d+).*/, '$1年$2月$3日 $4');

/** What the completion page was last sent, as the sandbox logged it. */
const posted = async (sandbox: Sandbox) =>
  (await sandbox.requests()).find(({ path, method }) => method === 'POST' && path.endsWith('complete.php'))
    ?.body;

/** Sends a reviewed application by card, up to the bank's page. */
async function goToBank(page: Page, sandbox: Sandbox): Promise<void> {
  await openConfirm(page, reviewedByCard(await createClient({ site: sandbox.url, ...sandbox }).cardToken()));
  await donorAt(page).agreeAndSubmit();
  await page.waitForURL('**/3ds/**');
}

const stored = (page: Page) => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, history.state]));

test('the completion page cannot be reached: whoever goes back reads that all is well, and can open it', async ({
  page,
  sandbox,
}) => {
  test.skip(
    test.info().project.name === 'firefox',
    'Firefox goes nowhere where Playwright aborts the way to a page',
  );
  const donor = donorAt(page);
  await openConfirm(page);
  await page.route('**/complete.php', (route) => route.abort());
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('complete.php'));
  const sent = Date.now();
  await donor.agreeAndSubmit();
  await lost;
  await page.unroute('**/complete.php');
  await page.goBack();
  await donor.isAt('complete.remembered');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('お申し込みを受け付けました');
  await expect(donor.main).toContainText(new RegExp([sent, Date.now()].map(japaneseTime).join('|')));
  await expect(donor.main).toContainText(USUAL_YEN);
  await page.getByRole('button', { name: '完了画面を開く' }).click();
  await donor.isComplete();
  expect(await posted(sandbox)).toEqual(donorsCompletion);
  expect(await stored(page)).not.toMatch(/山田|hanako|皇居|やまだ/);
  expect(await sandbox.registrations()).toHaveLength(1);
});

test('the app is lost on the way back from the bank: the approved payment is settled wherever the tab is opened next', async ({
  page,
  sandbox,
}) => {
  const donor = donorAt(page);
  await goToBank(page, sandbox);
  await page.route('**/assets/index-*.js', (route) => route.abort());
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/index-'));
  await donor.answerBank('認証する');
  await lost;
  await page.unroute('**/assets/index-*.js');
  await page.goto('/form/member');
  await donor.isComplete();
  expect(await posted(sandbox)).toEqual(donorsCompletion);
  expect((await sandbox.registrations()).map(({ status }) => status)).toEqual(['complete']);
});

test('the tab’s storage is emptied while the bank is open, as by a private window: nothing is settled, and the donor is told', async ({
  page,
  sandbox,
}) => {
  const donor = donorAt(page);
  await goToBank(page, sandbox);
  await page.addInitScript(() => sessionStorage.clear());
  await donor.answerBank('認証する');
  await donor.isAt('input.form.failed');
  await expect(donor.errors).toContainText('不正なアクセスです。');
  await expect(donor.control('lastName')).toHaveValue('');
  expect((await sandbox.registrations()).map(({ status }) => status)).toEqual(['pending']);
});

test('a link that is not the bank’s answer uses nothing up, and of two applications only the newest can be completed', async ({
  page,
  sandbox,
}) => {
  const donor = donorAt(page);
  await goToBank(page, sandbox);
  const first = page.url();
  const foreign = Buffer.from(JSON.stringify({ accessId: 'x', event: 'y', csrfToken: 'z' })).toString(
    'base64',
  );
  await page.goto(`${sandbox.url}/form/member/callback?p=${foreign}`);
  await donor.isAt('input.form.failed');
  await donor.choose('price', LARGEST_PRICE);
  await donor.fill({ email: 'another@example.jp' });
  await donor.payByCard();
  await donor.confirmInput();
  await donor.isAt('confirm');
  await expect(donor.main).toContainText('両方で認証すると、二重に登録されることがあります。');
  await donor.agreeAndSubmit();
  await page.waitForURL('**/3ds/**');
  const second = page.url();
  await page.goto(first);
  await donor.answerBank('認証する');
  await donor.isAt('input.form.failed');
  await expect(donor.errors).toContainText('カード決済を確認できませんでした。');
  await page.goto(second);
  await donor.answerBank('認証する');
  await donor.isComplete();
  expect(await posted(sandbox)).toEqual({
    ...donorsCompletion,
    mail: 'another@example.jp',
    price: LARGEST_PRICE,
  });
  expect((await sandbox.registrations()).map(({ status }) => status)).toEqual(['complete', 'pending']);
  const verifying = (await sandbox.requests()).filter(({ path }) => path.endsWith('memberVerifyCard.php'));
  const [third, afterSecond, afterFirst, ...others] = verifying.map(({ body }) => Object(body).registerToken);
  expect([third, others]).toEqual([afterSecond, []]);
  expect(afterSecond).not.toBe(afterFirst);
});

test('an application that is repeated by the browser itself is registered once, and completes', async ({
  page,
  sandbox,
}) => {
  const donor = donorAt(page);
  await openConfirm(page);
  await sandbox.setScenario('memberRegisterBank', { drop: 'after', times: 1 });
  await donor.agreeAndSubmit();
  await expect(async () => {
    const state = await donor.main.getAttribute('data-state').catch(() => null);
    expect(page.url().endsWith('complete.php') || state === 'input.form.outcomeUnknown').toBe(true);
  }).toPass();
  if (!page.url().endsWith('complete.php')) {
    // this browser gave up: the donor tries again, under the same name
    await expect(donor.errors).toContainText('二重に登録されることがあります');
    await donor.confirmInput();
    await donor.agreeAndSubmit();
  }
  await donor.isComplete();
  expect(await sandbox.registrations()).toHaveLength(1);
});

import {
  cardNotAuthenticated,
  invalidAccess,
  networkFailed,
  screensMissing,
} from '../../src/signup/messages.ts';
import { cardPayload } from '../../src/signup/payload.ts';
import { approveAtBank, issueCardToken } from '../faults/without-browser.ts';
import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { atBank, keptCard, seedSession, sessionWith, typedForm, typedFormByBank } from './seeded.ts';

test('closing the tab and coming back begins anew: nothing was sent, nothing is left behind', async ({
  context,
  page,
  sandbox,
}) => {
  await seedSession(page, sessionWith(typedForm));
  await donorAt(page).open();
  await page.close();
  const later = donorAt(await context.newPage());
  await later.open();
  await expect(later.control('lastName')).toHaveValue('');
  expect(await sandbox.registrations()).toEqual([]);
});

test('two tabs know nothing of each other', async ({ context, page, sandbox }) => {
  const first = donorAt(page);
  await seedSession(page, sessionWith(typedFormByBank));
  await page.goto('/form/member/confirm');
  const other = donorAt(await context.newPage());
  await other.open();
  await other.fill({ lastName: '別の人' });
  await first.agreeAndSubmit();
  await first.isComplete();
  await expect(other.control('lastName')).toHaveValue('別の人');
  expect(await sandbox.registrations()).toHaveLength(1);
});

test('offline, nothing is sent; back online, the same button sends it', async ({
  context,
  page,
  sandbox,
}) => {
  const donor = donorAt(page);
  await seedSession(page, sessionWith(typedFormByBank));
  await page.goto('/form/member/confirm');
  await donor.isAt('confirm');
  await context.setOffline(true);
  // asked for ahead of time, too: neither failure may stand in the way of the next try
  const preload = page.waitForEvent('requestfailed', (request) => request.url().includes('/captcha/'));
  await donor.agreeAndSubmit();
  await preload;
  await expect(donor.errors).toHaveCount(1);
  await expect(donor.errors).toContainText('お申し込みは送信されていません');
  await donor.isAt('confirm.reviewing');
  expect(await sandbox.registrations()).toEqual([]);
  await context.setOffline(false);
  await donor.submitButton.click();
  await donor.isComplete();
  expect(await sandbox.registrations()).toHaveLength(1);
});

test('offline at the callback, the donor may ask again once there is a network', async ({
  context,
  page,
  sandbox,
}) => {
  const donor = donorAt(page);
  const card = keptCard(await issueCardToken(sandbox));
  const payload = cardPayload(typedForm, card, `${sandbox.url}/form/member/callback`, '', {
    ...{ utmSource: '', utmMedium: '', utmCampaign: '', utmContent: '' },
  });
  const { registerToken, p } = await approveAtBank(sandbox, payload);
  await seedSession(
    page,
    sessionWith(typedForm, {
      card,
      registrations: [{ ...atBank, registerToken }],
      isAtBank: true,
    }),
  );
  await sandbox.setScenario('token', { drop: 'before' });
  await page.goto(`/form/member/callback?p=${encodeURIComponent(p)}`);
  await donor.isAt('callback.notSent');
  await expect(donor.errors).toContainText(networkFailed.slice(0, 8));
  await context.setOffline(true);
  await page.getByRole('button', { name: 'もう一度確認する' }).click();
  await donor.isAt('callback.notSent');
  await context.setOffline(false);
  await sandbox.clearScenarios();
  await page.getByRole('button', { name: 'もう一度確認する' }).click();
  await donor.isComplete();
  expect(await sandbox.registrations()).toMatchObject([{ status: 'complete' }]);
});

test('the connection is lost while the callback leaves its address: loading again is enough', async ({
  page,
  sandbox,
}) => {
  await seedSession(
    page,
    sessionWith(typedForm, {
      card: keptCard('token'),
      registrations: [{ ...atBank, registerToken: 'token' }],
      isAtBank: true,
    }),
  );
  await sandbox.setScenario('memberVerifyCard', { body: { success: true } });
  await page.route('**/form/member/callback', (route) => route.abort());
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/callback'));
  const p = btoa(JSON.stringify({ accessId: 'access', event: 'AuthResult', csrfToken: 'csrf' }));
  await page.goto(`/form/member/callback?p=${p}`).catch(() => {});
  await lost;
  await page.unroute('**/form/member/callback');
  await page.reload();
  await donorAt(page).isComplete();
});

test("the bank's page does not open: the donor comes back and can try again", async ({ page, sandbox }) => {
  const donor = donorAt(page);
  await seedSession(page, sessionWith(typedForm, { card: keptCard(await issueCardToken(sandbox)) }));
  await page.route('**/3ds/**', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  await page.goto('/form/member/confirm');
  await donor.agreeAndSubmit();
  await page.waitForURL(`${sandbox.gateway}/3ds/**`);
  await page.goBack();
  await donor.isAt('input.form.failed');
  await expect(donor.errors).toHaveText(new RegExp(cardNotAuthenticated));
});

test('a callback address that was shared is worth nothing in another browser', async ({
  browser,
  page,
  sandbox,
}) => {
  const card = keptCard(await issueCardToken(sandbox));
  const payload = cardPayload(typedForm, card, `${sandbox.url}/form/member/callback`, '', {
    ...{ utmSource: '', utmMedium: '', utmCampaign: '', utmContent: '' },
  });
  const { p } = await approveAtBank(sandbox, payload);
  const stranger = await browser.newContext({ baseURL: sandbox.url });
  const other = await stranger.newPage();
  await other.goto(`/form/member/callback?p=${encodeURIComponent(p)}`);
  await donorAt(other).isAt('input.form.failed');
  await expect(donorAt(other).errors).toContainText(invalidAccess);
  await stranger.close();
  expect(await sandbox.registrations()).toMatchObject([{ status: 'pending' }]);
  await page.close();
});

test('the rules cannot be loaded: the donor is told, and the next try loads them', async ({ page }) => {
  const donor = donorAt(page);
  await seedSession(page, sessionWith(typedFormByBank));
  await page.route('**/assets/schema-*.js', (route) => route.abort());
  await donor.open();
  await donor.confirmInput();
  await expect(donor.main.getByRole('alert')).toHaveText(networkFailed);
  await page.unroute('**/assets/schema-*.js');
  await donor.confirmInput();
  await donor.isAt('confirm');
});

test('the confirm screen cannot be loaded: the donor is told, and can ask again', async ({
  page,
  sandbox,
}) => {
  const donor = donorAt(page);
  await seedSession(page, sessionWith(typedFormByBank));
  await page.route('**/assets/later-screens-*.js', (route) => route.abort());
  await page.goto('/form/member/confirm');
  await expect(page.getByRole('alert')).toContainText(screensMissing);
  await page.getByRole('button', { name: 'もう一度読み込む' }).click();
  await expect(page.getByRole('alert')).toContainText(screensMissing);
  await page.unroute('**/assets/later-screens-*.js');
  await page.getByRole('button', { name: 'もう一度読み込む' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await donor.agreeAndSubmit();
  await donor.isComplete();
  expect(await sandbox.registrations()).toHaveLength(1);
});

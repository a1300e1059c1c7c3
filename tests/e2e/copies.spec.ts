import type { Page } from '@playwright/test';
import { createClient } from '../sandbox/client.ts';
import { donorAt } from './donor.ts';
import { expect, type Sandbox, test } from './fixtures.ts';
import { openConfirm, reviewedByBank, reviewedByCard } from './seeded.ts';

/** Duplicates the tab, as a browser does: the address and a copy of session storage. */
async function duplicate(page: Page): Promise<Page> {
  const copy = await page.context().newPage();
  const storage = await page.evaluate(() => ({ ...sessionStorage }));
  await copy.goto(new URL('/contact/', page.url()).href);
  await copy.evaluate((entries) => Object.assign(sessionStorage, entries), storage);
  await copy.goto(page.url());
  await donorAt(copy).isAt('confirm.reviewing');
  return copy;
}

const statusesIn = async (sandbox: Sandbox) => (await sandbox.registrations()).map(({ status }) => status);

test.describe('a tab that is duplicated on the confirm screen', () => {
  test('sent in both tabs at once, is one registration', async ({ page, sandbox }) => {
    await openConfirm(page);
    await donorAt(page).isAt('confirm.reviewing');
    const copy = await duplicate(page);
    await sandbox.setScenario('memberRegisterBank', { delayMs: 300 });
    await Promise.all([page, copy].map((tab) => donorAt(tab).agreeAndSubmit()));
    await Promise.all([page, copy].map((tab) => donorAt(tab).isComplete()));
    expect(await statusesIn(sandbox)).toEqual(['complete']);
  });

  test('sent in one tab after the other has completed, is one registration', async ({ page, sandbox }) => {
    await openConfirm(page);
    await donorAt(page).isAt('confirm.reviewing');
    const copy = await duplicate(page);
    for (const tab of [page, copy]) {
      await donorAt(tab).agreeAndSubmit();
      await donorAt(tab).isComplete();
    }
    expect(await statusesIn(sandbox)).toEqual(['complete']);
  });

  test('by card, is sent to the bank’s page of the first one, and is one registration', async ({
    page,
    sandbox,
  }) => {
    const { cardToken } = await createClient({ site: sandbox.url, ...sandbox });
    await openConfirm(page, reviewedByCard(await cardToken()));
    await donorAt(page).isAt('confirm.reviewing');
    const copy = await duplicate(page);
    await donorAt(page).agreeAndSubmit();
    await page.waitForURL('**/3ds/**');
    const atBank = page.url();
    await donorAt(page).answerBank('認証する');
    await donorAt(page).isComplete();
    await donorAt(copy).agreeAndSubmit();
    await copy.waitForURL(atBank);
    expect(await statusesIn(sandbox)).toEqual(['complete']);
  });

  test('with an edit in between, is another application', async ({ page, sandbox }) => {
    await openConfirm(page);
    await donorAt(page).isAt('confirm.reviewing');
    const copy = await duplicate(page);
    await donorAt(page).agreeAndSubmit();
    await donorAt(page).isComplete();
    await copy.getByRole('link', { name: '入力画面に戻る' }).click();
    await donorAt(copy).fill({ street: '2-2' });
    await donorAt(copy).confirmInput();
    await donorAt(copy).agreeAndSubmit();
    await donorAt(copy).isComplete();
    expect((await sandbox.registrations()).map(({ payload }) => Object(payload).street)).toEqual([
      '2-2',
      '1-1 皇居マンション101',
    ]);
  });

  test('is told so where the API host cannot tell a repeat from a second application', async ({ page }) => {
    const application = { key: 'name', maskedCardNumber: null, isCopied: true };
    await openConfirm(page, { ...reviewedByBank, application });
    await expect(page.getByRole('region', { name: '二重登録にご注意ください' })).toContainText(
      '同じお申し込みが、別のタブでも開かれています。',
    );
  });
});

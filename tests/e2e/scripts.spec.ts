import { createHash } from 'node:crypto';
import { readInlineHashes } from '../../deploy/built-site.ts';
import { findListedScript, scriptInventory } from '../../deploy/script-inventory.ts';
import { sandboxSettings } from '../../sandbox/settings.ts';
import { readSettings } from '../../src/settings.ts';
import { appFile } from './before-app.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { openTyped } from './seeded.ts';

test('each screen loads the inventory’s scripts alone', async ({ page, donor, context, sandbox }) => {
  const inventory = scriptInventory(readSettings(sandboxSettings(Number(new URL(sandbox.url).port))));
  const builtInline = readInlineHashes(sandbox.distFolder).scripts;
  let screen = 'input';
  const loaded = new Set<string>();
  const referrers = new Set<string>();
  let p = '';
  context.on('request', (request) => {
    const url = request.url();
    p = new URL(url).searchParams.get('p') ?? p;
    // the callback's address holds what the bank sent, so a referrer may name the host only
    const { referer = '' } = request.headers();
    if (!/^(https?:\/\/[^/]+\/)?$/.test(referer) && !referer.startsWith(sandbox.gateway))
      referrers.add(referer);
    if (!request.frame().url().startsWith(`${sandbox.url}/form/`)) return;
    if (request.resourceType() !== 'script') return;
    const listed = findListedScript(inventory, sandbox.url, url);
    const isAllowed = listed?.screens.some((allowed) => allowed === screen);
    loaded.add((isAllowed && listed?.name) || `not listed on ${screen}: ${url}`);
  });
  const hasBuiltInlineScripts = async () => {
    const texts = await page.evaluate(() =>
      [...document.scripts].filter(({ src }) => src === '').map(({ text }) => text),
    );
    const hashes = texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    expect(builtInline).toEqual(expect.arrayContaining(hashes));
  };

  await openTyped(page);
  await donor.payByCard();
  await hasBuiltInlineScripts();
  await donor.confirmInput();
  await donor.isAt('confirm');
  screen = 'confirm';
  await hasBuiltInlineScripts();
  const settle = await hold(page, '**/memberVerifyCard.php');
  await donor.agreeAndSubmit();
  await page.waitForURL(`${sandbox.gateway}/**`);
  screen = 'callback';
  await donor.answerBank('認証する');
  await donor.isAt('callback');
  await hasBuiltInlineScripts();
  const readable = await page.evaluate(() =>
    JSON.stringify([document.URL, document.referrer, history.state, { ...sessionStorage }]),
  );
  expect(p).not.toBe('');
  expect(readable).not.toContain(p);
  settle();
  await donor.isComplete();
  expect([...loaded].toSorted()).toEqual(inventory.map(({ name }) => name).toSorted());
  expect([...referrers]).toEqual([]);
});

test.describe('somebody has changed the app', () => {
  test.use({ expectedFaults: /integrity/ });

  test('and it does not run', async ({ page }) => {
    await page.route(`${appFile}*`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()};window.tampered=1` });
    });
    for (const path of ['/form/member', '/form/member/confirm']) {
      await page.goto(path);
      await expect(page.getByRole('alert')).toContainText('インターネット接続をご確認');
      await page.mouse.click(1, 1);
      await page.waitForSelector('[data-late="missing"]');
      expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
    }
    await page.unrouteAll({ behavior: 'wait' });
  });
});

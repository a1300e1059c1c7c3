import { readInlineHashes } from '../../deploy/built-site.ts';
import { findListedScript, scriptInventory } from '../../deploy/script-inventory.ts';
import { sandboxSettings } from '../../sandbox/settings.ts';
import { readSettings } from '../../src/settings.ts';
import { appFile } from './before-app.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { openTyped } from './seeded.ts';

test('each screen loads the inventory’s scripts alone', async ({ page, donor, context, sandbox }) => {
  const port = Number(new URL(sandbox.url).port);
  const settings = readSettings(sandboxSettings(port));
  const inventory = scriptInventory(settings);
  let screen = 'input';
  const loaded: { screen: string; url: string }[] = [];
  const referrers = new Set<string>();
  let p = '';
  context.on('request', (request) => {
    referrers.add(request.headers().referer ?? '');
    p = new URL(request.url()).searchParams.get('p') ?? p;
    const isOurs = request.frame().url().startsWith(`${sandbox.url}/form/`);
    if (isOurs && request.resourceType() === 'script') loaded.push({ screen, url: request.url() });
  });
  const inline = () =>
    page.evaluate(async () => {
      const texts = [...document.scripts].filter(({ src }) => src === '').map(({ text }) => text);
      const digests = texts.map((text) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
      return (await Promise.all(digests)).map(
        (digest) => `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`,
      );
    });
  const builtInline = readInlineHashes(sandbox.distFolder).scripts;

  await openTyped(page);
  await donor.payByCard();
  expect(builtInline).toEqual(expect.arrayContaining(await inline()));
  await donor.confirmInput();
  await donor.isAt('confirm');
  screen = 'confirm';
  expect(builtInline).toEqual(expect.arrayContaining(await inline()));
  const settle = await hold(page, '**/memberVerifyCard.php');
  await donor.agreeAndSubmit();
  await page.waitForURL(`${sandbox.gateway}/**`);
  screen = 'callback';
  await donor.answerBank('認証する');
  await donor.isAt('callback');
  const readable = await page.evaluate(() =>
    JSON.stringify([document.URL, document.referrer, history.state, { ...sessionStorage }]),
  );
  expect(p).not.toBe('');
  expect(readable).not.toContain(p);
  expect(builtInline).toEqual(expect.arrayContaining(await inline()));
  settle();
  await donor.isComplete();

  const names = loaded.map(({ screen, url }) => {
    const listed = findListedScript(inventory, sandbox.url, url);
    const isAllowed = listed?.screens.some((allowed) => allowed === screen);
    return isAllowed ? listed?.name : `not listed on ${screen}: ${url}`;
  });
  expect([...new Set(names)].toSorted()).toEqual(inventory.map(({ name }) => name).toSorted());
  // the callback's address holds what the bank sent, so a referrer may name the host only
  const ofPages = [...referrers].filter((referrer) => !referrer.startsWith(sandbox.gateway));
  expect(ofPages.filter((referrer) => !/^(https?:\/\/[^/]+\/)?$/.test(referrer))).toEqual([]);
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

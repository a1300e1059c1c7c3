import type { Locator } from '@playwright/test';
import { organisation } from '#organisation/organisation.ts';
import { harmless, vectors } from '../../security/xss-vectors.ts';
import { comeBackFromBank } from '../support/every-state.ts';
import { expect, tabTest as test } from '../support/fixtures.ts';

// The sanitiser parses messages in a document of its own, where Chromium reports what it will not run.
test.use({ expectedFaults: /inline event handler|inline style|TrustedScript|HTMLScriptElement|base URI/ });

/** Each link's address, target and relation. */
const linksOf = (links: Locator) =>
  links.evaluateAll((all) =>
    all.map((link) => ['href', 'target', 'rel'].map((name) => link.getAttribute(name))),
  );

test('each message of a refused call stands above the form, as harmless HTML, with a link to the contact page', {
  tag: ['@§1.7', '@§2.32', '@§2.33', '@§2.34', '@§4.10', '@§4.13', '@§4.14', '@§7.12', '@§7.14', '@§8.2'],
}, async ({ page, donor, sandbox }) => {
  const strangers: string[] = [];
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (![sandbox.url, sandbox.api, sandbox.gateway].includes(origin)) strangers.push(request.url());
  });
  page.on('dialog', (dialog) => {
    strangers.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const messages = [...Object.keys(harmless), ...vectors.map((vector) => `目印 ${vector}`)];
  await sandbox.setScenario('memberVerifyCard', { body: { success: false, messages } });
  const arrival = page.waitForRequest(/\/callback\?p=/);
  await comeBackFromBank({ page });

  const shown = donor.errors.locator('.error-list-message');
  for (const visit of ['at first', 'after a reload'])
    await test.step(visit, async () => {
      await donor.isAt('input.form.failed');
      await expect(page).toHaveURL(`${sandbox.url}/form/member`);
      await expect(donor.control('lastName')).toHaveValue('山田');
      // plain text is shown until the sanitiser is there
      await expect(shown.locator('strong')).toHaveText('残高');
      const lines = await shown.evaluateAll((all: HTMLElement[]) =>
        all.map((one) => one.innerText.split(/\n+/)),
      );
      expect(lines.slice(0, -vectors.length)).toEqual(Object.values(harmless));
      expect(lines.slice(-vectors.length).map(([first]) => first?.slice(0, 2))).toEqual(
        vectors.map(() => '目印'),
      );
      expect(await linksOf(shown.locator('a[href]'))).toEqual([
        ['tel:0300000000', null, 'noopener'],
        ['mailto:a@example.org', null, 'noopener'],
        ['/contact/', '_blank', 'noopener'],
        ['/sct/', '_blank', 'noopener'],
        ['https://example.org/', '_blank', 'noopener'],
      ]);
      const kept = await shown
        .locator('*')
        .evaluateAll((all) => all.map((one) => [one.localName, ...one.getAttributeNames()].join(' ')));
      expect([...new Set(kept)].toSorted()).toEqual([
        ...['a', 'a href rel', 'a href rel target', 'b', 'br', 'div', 'p', 'strong'],
        ...['table', 'tbody', 'td', 'th', 'tr'],
      ]);
      await shown.locator('a, b').evaluateAll((all) => {
        for (const type of ['mouseover', 'focus'])
          for (const one of all) one.dispatchEvent(new Event(type, { bubbles: true }));
      });
      await expect(donor.errors).toContainText(
        messages.map(() => '解決しない場合は、お問い合わせください（新しいタブで開きます）。'),
      );
      const help = donor.errors.getByRole('link', { name: 'お問い合わせください' });
      expect(await linksOf(help)).toEqual(
        messages.map(() => [organisation.links.contact, '_blank', 'noopener']),
      );
      const [list, form] = [page.locator('[data-errors]'), page.locator('main form')];
      expect((await list.boundingBox())?.y).toBeLessThan((await form.boundingBox())?.y ?? 0);
      await expect(page.locator('.site-footer')).toHaveCount(1);
      expect(await page.evaluate(() => ['hacked' in window, document.baseURI])).toEqual([false, page.url()]);
      expect(strangers).toEqual([]);
      if (visit === 'at first') await page.reload();
    });

  /** As long as a page lives, every script in it can read the address that it was opened with. */
  const openedWith = () => page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name);
  expect(await openedWith()).not.toContain('p=');
  await page.goto((await arrival).url());
  await expect(donor.errors).toContainText('不正なアクセスです。');
  await donor.isAt('input.form.failed');
  expect(await openedWith()).not.toContain('p=');
  const calls = (await sandbox.requests()).map(({ method, path }) => `${method} ${path}`);
  expect(calls.filter((call) => call === 'POST /app/memberVerifyCard.php')).toHaveLength(1);
});

import type { Locator } from '@playwright/test';
import { organisation } from '#organisation/organisation.ts';
import { vectors } from '../../security/xss-vectors.ts';
import { comeBackFromBank } from '../support/every-state.ts';
import { expect, tabTest as test } from '../support/fixtures.ts';
import { openConfirm } from '../support/seeded.ts';

// The sanitiser parses messages in a document of its own, where Chromium reports what it will not run.
test.use({ expectedFaults: /inline event handler|inline style|TrustedScript|HTMLScriptElement|base URI/ });

/** Each link's address, target and relation. */
const linksOf = (links: Locator) =>
  links.evaluateAll((all) =>
    all.map((link) => ['href', 'target', 'rel'].map((name) => link.getAttribute(name))),
  );

test('each message of a refused call stands above the form, as HTML, with a link to the contact page', {
  tag: ['@§1.7', '@§2.32', '@§2.33', '@§2.34', '@§4.10', '@§4.13', '@§4.14', '@§7.12', '@§7.14', '@§8.2'],
}, async ({ page, donor, sandbox }) => {
  const messages = [
    '<strong>残高</strong>が足りません。<img src=x onerror="window.hacked=1">',
    '確認：<ul><li>番号</li><li>期限<ol><li>月</li><li>年</li></ol></li></ul>終わり',
    '<p>一</p><p>二<br>三</p><div>四</div><h3>五</h3><div class="site-footer">六</div>',
    '<table><tr><th>項目</th><td>値</td></tr><tr><th>金額</th><td>1,000円</td></tr></table>',
    '一行目\n二行目',
    '<script>断りました</script>',
    '<a href="tel:0300000000">電話</a><a href="mailto:a@example.org">メール</a><a href="/contact/">窓口</a><a href="sct/">表記</a><a href="javascript:x">x</a><a href="./\\host">y</a><a href="/\\host">y</a><a href="//host">z</a>',
  ];
  await sandbox.setScenario('memberVerifyCard', { body: { success: false, messages } });
  const arrival = page.waitForRequest(/\/callback\?p=/);
  await comeBackFromBank({ page });

  const shown = donor.errors.locator('.error-list-message');
  for (const visit of ['at first', 'after a reload'])
    await test.step(visit, async () => {
      await donor.isAt('input.form.failed');
      await expect(page).toHaveURL(`${sandbox.url}/form/member`);
      await expect(donor.control('lastName')).toHaveValue('山田');
      await expect(shown.locator('strong')).toHaveText('残高');
      const lines = await shown.evaluateAll((all: HTMLElement[]) =>
        all.map((one) => one.innerText.split(/\n+/)),
      );
      expect(lines).toEqual([
        ['残高が足りません。'],
        ['確認：', '・番号', '・期限', '1. 月', '2. 年', '終わり'],
        ['一', '二', '三', '四', '五', '六'],
        ['項目\t値', '金額\t1,000円'],
        ['一行目', '二行目'],
        ['サーバーからのお知らせを表示できませんでした。'],
        ['電話メール窓口表記xyyz'],
      ]);
      expect(await linksOf(shown.locator('a'))).toEqual([
        ['tel:0300000000', null, 'noopener'],
        ['mailto:a@example.org', null, 'noopener'],
        ['/contact/', '_blank', 'noopener'],
        ['/sct/', '_blank', 'noopener'],
        // another script, and what a browser would read as another host
        ...Array(4).fill([null, null, null]),
      ]);
      await expect(donor.errors).toContainText(
        messages.map(() => '解決しない場合は、お問い合わせください（新しいタブで開きます）。'),
      );
      const help = donor.errors.getByRole('link', { name: 'お問い合わせください' });
      for (const link of await help.all())
        await expect(link).toHaveAttribute('href', organisation.links.contact);
      const [list, form] = [page.locator('[data-errors]'), page.locator('main form')];
      expect((await list.boundingBox())?.y).toBeLessThan((await form.boundingBox())?.y ?? 0);
      await expect(page.locator('.site-footer')).toHaveCount(1);
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
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

test('a script that is smuggled into a message neither runs nor loads', async ({ page, donor, sandbox }) => {
  const strangers: string[] = [];
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (![sandbox.url, sandbox.api, sandbox.gateway].includes(origin)) strangers.push(request.url());
  });
  page.on('dialog', (dialog) => {
    strangers.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await sandbox.setScenario('memberRegisterBank', {
    body: { success: false, messages: vectors.map((vector) => `目印 ${vector}`) },
  });
  await openConfirm(page);
  await donor.agreeAndSubmit();
  await donor.isAt('input.form.failed');
  await expect(donor.errors).toContainText(vectors.map(() => '目印'));
  const shown = donor.errors.locator('.error-list-message');
  // waits for the sanitiser: plain text is shown first
  await expect(shown.locator('a[href="https://example.org/safe"]')).toHaveCount(1);

  const kept = await shown
    .locator('*')
    .evaluateAll((all) =>
      all.map((element) => [element.localName, ...element.getAttributeNames().toSorted()].join(' ')),
    );
  expect([...new Set(kept)].toSorted()).toEqual(['a', 'a href rel target', 'b']);
  expect(await linksOf(shown.locator('a[href]'))).toEqual([
    ['https://example.org/safe', '_blank', 'noopener'],
    ['https://example.org/', '_blank', 'noopener'],
  ]);
  // the list's height is limited, so the form stays within reach
  const { height = Number.NaN } = (await page.locator('[data-errors]').boundingBox()) ?? {};
  expect(height).toBeLessThan((page.viewportSize()?.height ?? 0) * 0.65);
  for (const type of ['mouseover', 'focus'])
    for (const link of await shown.locator('a').all()) await link.dispatchEvent(type);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(await page.evaluate(() => document.baseURI)).toBe(`${sandbox.url}/form/member`);
  expect(strangers).toEqual([]);
});

import type { Locator } from '@playwright/test';
import { organisation } from '#organisation/organisation.ts';
import { expect, test } from '../support/fixtures.ts';
import { bankAnswer, leftAtBank, seedSession } from '../support/seeded.ts';

// The sanitiser parses messages in a document of its own, where Chromium reports what it will not run.
test.use({ expectedFaults: /inline event handler|inline style|TrustedScript|HTMLScriptElement|base URI/ });

/** Messages with markup that may be shown, and how they read line by line. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  '<strong>残高</strong>が足りません。': ['残高が足りません。'],
  '確認：<ul><li>番号</li><li>期限<ol><li>月</li><li>年</li></ol></li></ul>終わり': [
    ...['確認：', '・番号', '・期限', '1. 月', '2. 年', '終わり'],
  ],
  '<p>一</p><p>二<br>三</p><div>四</div><h3>五</h3><div class="site-footer">六</div>': [
    ...['一', '二', '三', '四', '五', '六'],
  ],
  '<table><tr><th>項目</th><td>値</td></tr><tr><th>金額</th><td>1,000円</td></tr></table>': [
    ...['項目\t値', '金額\t1,000円'],
  ],
  '一行目\n二行目': ['一行目', '二行目'],
  '<script>断りました</script>': ['サーバーからのお知らせを表示できませんでした。'],
  '<a href="tel:0300000000">電話</a><a href="mailto:a@example.org">メール</a><a href="/contact/">窓口</a><a href="sct/">表記</a>':
    ['電話メール窓口表記'],
};

const run = 'window.hacked=1';

/**
 * Ways to run a script from markup, one of each kind that our settings of the sanitiser concern; DOMPurify's own tests
 * have the rest. Each sets `window.hacked`, opens a dialog, requests something from another host or leads there.
 */
const vectors: readonly string[] = [
  `<script>${run}</script>`,
  // handlers
  `<img src=x onerror=${run}>`,
  `<b onmouseover=${run}>b</b>`,
  `<a onfocus=${run} autofocus href=#x>a</a>`,
  // addresses, also such as a browser would read as another host
  `<a href=" JaVa\tScRiPt:${run}">a</a>`,
  `<a href="&#106;avascript&colon;${run}">a</a>`,
  `<a href="data:text/html,<script>${run}</script>">a</a>`,
  `<a href="https://example.org/" ping="https://evil.example/" target="_blank" rel="opener">a</a>`,
  '<a href="./\\host">a</a><a href="/\\host">a</a><a href="//host">a</a>',
  // elements that act by themselves
  `<form action="javascript:${run}"><button formaction="javascript:${run}">x</button></form>`,
  `<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>`,
  `<object data="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=="></object>`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv="refresh" content="0;url=https://evil.example/">`,
  `<img src="https://evil.example/pixel.png">`,
  `<link rel=preload as=script href=https://evil.example/x.js>`,
  // styles
  `<style>@import "https://evil.example/x.css";</style>`,
  `<b style="background:url(https://evil.example/x)">b</b>`,
  // SVG and MathML, and what a second parse makes of them
  `<svg onload=${run}><foreignObject><img src=x onerror=${run}></foreignObject></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;">`,
  // names that get in the way of scripts
  `<a id=hacked>a</a>`,
  `<form id=document><input name=forms></form>`,
];

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
  await seedSession(page, leftAtBank());
  await page.goto(`/form/member/callback?p=${bankAnswer}`);

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

  // The list's height is limited, so the form stays within reach.
  await expect(shown.last()).not.toBeInViewport();
  await page.locator('[data-errors]').focus();
  await page.keyboard.press('End');
  await expect(shown.last()).toBeInViewport();

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

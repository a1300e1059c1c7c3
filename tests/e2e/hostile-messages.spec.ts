import { vectors } from '../security/xss-vectors.ts';
import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { openConfirm } from './seeded.ts';

// The sanitiser parses them in a document of its own, where Chromium reports what it will not run.
test.use({ expectedFaults: /inline event handler|inline style|TrustedScript|HTMLScriptElement|base URI/ });

test(`${vectors.length} ways to smuggle a script into a server's message: nothing runs, nothing is loaded`, async ({
  page,
  sandbox,
}) => {
  const donor = donorAt(page);
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
  // waits for the sanitiser: plain text is shown first
  await expect(donor.errors.locator('a[href="https://example.org/safe"]')).toHaveCount(1);

  const found = await page.locator('[data-errors]').evaluate((list) => {
    const allowed = ['DIV', 'P', 'A', 'B', 'STRONG', 'EM', 'BR', 'SPAN', 'TABLE', 'TBODY', 'TR', 'TD'];
    const messages = [...list.querySelectorAll('.error-list-message, .error-list-message *')];
    return {
      elements: messages.map(({ tagName }) => tagName).filter((tag) => !allowed.includes(tag)),
      attributes: messages
        .flatMap((element) => (element.matches('.error-list-message') ? [] : [...element.attributes]))
        .map(({ name }) => name)
        .filter((name) => !['href', 'target', 'rel'].includes(name)),
      links: messages
        .flatMap((element) => (element instanceof HTMLAnchorElement && element.href ? [element] : []))
        .filter(
          ({ protocol, target, rel }) =>
            !/^https?:$/.test(protocol) || target !== '_blank' || !rel.includes('noopener'),
        )
        .map(({ outerHTML }) => outerHTML),
    };
  });
  expect(found).toEqual({ elements: [], attributes: [], links: [] });
  // the list's height is limited, so the form stays within reach
  const { height = Number.NaN } = (await page.locator('[data-errors]').boundingBox()) ?? {};
  expect(height).toBeLessThan((page.viewportSize()?.height ?? 0) * 0.65);
  await donor.errors.locator('.error-list-message a').evaluateAll((links) => {
    for (const link of links)
      for (const type of ['mouseover', 'focus']) link.dispatchEvent(new Event(type, { bubbles: true }));
  });
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(await page.evaluate(() => document.baseURI)).toBe(`${sandbox.url}/form/member`);
  expect(strangers).toEqual([]);
});

test('a message keeps its lines, lists and tables, and its links lead somewhere', async ({
  page,
  sandbox,
}) => {
  const donor = donorAt(page);
  const messages = [
    '確認：<ul><li>番号</li><li>期限<ol><li>月</li><li>年</li></ol></li></ul>終わり',
    '<p>一</p><p>二<br>三</p><div>四</div><h3>五</h3><div class="site-footer">六</div>',
    '<table><tr><th>項目</th><td>値</td></tr><tr><th>金額</th><td>1,000円</td></tr></table>',
    '一行目\n二行目',
    '<script>断りました</script>',
    '<a href="tel:0300000000">電話</a><a href="mailto:a@example.org">メール</a><a href="/contact/">窓口</a><a href="sct/">表記</a><a href="javascript:x">x</a>',
  ];
  await sandbox.setScenario('memberRegisterBank', { body: { success: false, messages } });
  await openConfirm(page);
  await donor.agreeAndSubmit();
  await donor.isAt('input.form.failed');
  await expect(page.locator('[data-errors] li')).toHaveCount(messages.length);
  const shown = donor.errors.locator('.error-list-message');
  await expect(shown.locator('table')).toHaveCount(1);
  expect(
    await shown.evaluateAll((all) => all.map((one) => (one as HTMLElement).innerText.split(/\n+/))),
  ).toEqual([
    ['確認：', '番号', '期限', '月', '年', '終わり'],
    ['一', '二', '三', '四', '五', '六'],
    ['項目\t値', '金額\t1,000円'],
    ['一行目', '二行目'],
    ['サーバーからのお知らせを表示できませんでした。'],
    ['電話メール窓口表記x'],
  ]);
  const links = await shown
    .locator('a')
    .evaluateAll((all) =>
      all.map((one) => [one.getAttribute('href'), one.getAttribute('target'), one.getAttribute('rel')]),
    );
  expect(links).toEqual([
    ['tel:0300000000', null, 'noopener'],
    ['mailto:a@example.org', null, 'noopener'],
    ['/contact/', '_blank', 'noopener'],
    ['/sct/', '_blank', 'noopener'],
    [null, null, null],
  ]);
  await expect(page.locator('.site-footer')).toHaveCount(1);
});

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
    const allowed = ['UL', 'LI', 'DIV', 'P', 'A', 'B', 'STRONG', 'EM', 'BR', 'SPAN'];
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

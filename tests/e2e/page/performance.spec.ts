import type { Page } from '@playwright/test';
import { isReady } from '../support/before-app.ts';
import { expect, test } from '../support/fixtures.ts';

/**
 * Counts how often each row of the form and each part of the page has rendered, by the name of the field or of its first
 * element. React reports every commit to its developer tools, in production too.
 */
async function countRenders(page: Page): Promise<() => Promise<Record<string, number>>> {
  await page.addInitScript(() => {
    type Fiber = {
      tag: number;
      flags: number;
      type: unknown;
      alternate: Fiber | null;
      child: Fiber | null;
      sibling: Fiber | null;
      memoizedProps: Record<string, unknown> | null;
    };
    let counts: Record<string, number> = {};
    const performedWork = 1;
    // function components, with and without memo
    const rendering = [0, 14, 15];
    const nameOf = (fiber: Fiber): string => {
      // A component with the property `error` draws a row. Checkboxes have no row and no error.
      const { name, ...props } = fiber.memoizedProps ?? {};
      if ('error' in props || name === 'expatriate') return `row ${name}`;
      let first = fiber.child;
      while (first && typeof first.type !== 'string') first = first.child;
      return `<${first?.type}>`;
    };
    const visit = (fiber: Fiber) => {
      const { alternate } = fiber;
      if (alternate && rendering.includes(fiber.tag) && fiber.flags & performedWork)
        counts[nameOf(fiber)] = (counts[nameOf(fiber)] ?? 0) + 1;
      if (!alternate || fiber.child === alternate.child) return;
      for (let child = fiber.child; child; child = child.sibling) visit(child);
    };
    Object.assign(window, {
      takeCounts: () => {
        const taken = counts;
        counts = {};
        return taken;
      },
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: (_: number, root: { current: Fiber }) => visit(root.current),
        onCommitFiberUnmount: () => {},
      },
    });
  });
  return () => page.evaluate(() => Reflect.get(window, 'takeCounts')());
}

const rowsOf = (counts: Record<string, number>): string[] =>
  Object.keys(counts).filter((name) => name.startsWith('row '));

test('a key renders its own row once, and what depends on it', async ({ page, donor }) => {
  const takeCounts = await countRenders(page);
  await donor.open();
  // ends with a name, which shows no error: then the validation of the field before is over
  for (const name of ['email', 'phone', 'zip', 'cardNum', 'securityCode', 'lastName']) {
    await donor.control(name).focus();
    await page.keyboard.press('1');
    await takeCounts();
    await page.keyboard.press('2');
    await expect(donor.control(name)).toHaveValue(/12/);
    const counts = await takeCounts();
    expect(counts[`row ${name}`], name).toBe(1);
    expect(rowsOf(counts).filter((row) => row !== 'row furigana')).toEqual([`row ${name}`]);
    const around = ['<header>', '<main>', '<nav>', '<footer>', '<h1>'];
    expect(around.filter((part) => part in counts)).toEqual([]);
    await donor.control(name).blur();
    if (name === 'lastName') continue;
    await expect(donor.errorFor(name)).toBeVisible();
    expect(rowsOf(await takeCounts())).toEqual([`row ${name}`]);
  }

  // opening the notice changes the chart's state and nothing of the form
  await page.getByText('クレジットカードご利用時の注意事項').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(rowsOf(await takeCounts())).toEqual([]);
  await page.keyboard.press('Escape');
  // `close` fires a task later; until then the form takes no input
  await donor.isAt('input.form.filling');
  // the counter does count other rows if a choice concerns them
  await donor.tick('expatriate');
  await expect(donor.control('country')).toBeVisible();
  expect(rowsOf(await takeCounts())).toEqual(expect.arrayContaining(['row expatriate', 'row phone']));
});

test('the page is painted before the app arrives, which is one file until a donor begins', async ({
  page,
  sandbox,
  browserName,
}) => {
  await page.goto('/form/member');
  // through WebDriver BiDi, Playwright cannot read an answer's body
  const html = await (await fetch(`${sandbox.url}/form/member`)).text();
  expect(html).not.toMatch(/<link[^>]+rel="?(?:stylesheet|modulepreload)/);
  expect(html).not.toMatch(/<script[^>]+src=/);
  const loaded = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.replace(/.*\//, '')));
  await isReady(page);
  expect((await loaded()).filter((name) => name.endsWith('.js'))).toEqual([expect.stringMatching(/^index-/)]);
  // other sites' scripts are requested only once a donor has begun
  const prefetches = page.locator('link[rel="prefetch"]');
  await expect(prefetches).toHaveCount(0);
  await page.locator('[name="lastName"]').focus();
  await expect(prefetches).toHaveCount(browserName === 'chromium' ? 2 : 0);
});

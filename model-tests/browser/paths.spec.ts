import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../tests/e2e/support/fixtures.ts';
import { browserExtensions } from '../../tests/surroundings/browser-extensions.ts';
import { executorsOf, sampleOf, type Tab, withoutPath } from '../events.ts';
import { emptyTab } from '../signup-model.ts';
import { nameOf } from '../states.ts';
import { browserPaths, differences, outOfReach } from './browser-paths.ts';
import { eventsIn, type Touched } from './events.ts';
import { OutsideWorld } from './outside-world.ts';
import { look } from './states.ts';

/** `EXTENSION` names a function of tests/surroundings/browser-extensions.ts that changes the page. With one, no pictures are taken. */
const { EXTENSION } = process.env;
const extension = Object.entries(browserExtensions).find(([name]) => name === EXTENSION)?.[1];
if (EXTENSION && !extension)
  throw new Error(`EXTENSION=${EXTENSION}: there are ${Object.keys(browserExtensions).join(', ')}`);

test.use({
  viewport: { width: 390, height: 844 },
  // moving React's elements makes the app render again
  ...(EXTENSION === 'mover' && { expectedFaults: /rendered again/ }),
});

// Paths are generated from the chart that they test: while it differs from the approved table, they prove nothing.
test.skip(differences.length > 0, 'What can happen is not what was approved.');

for (const [index, path] of browserPaths().entries()) {
  const alone = { type: 'alone', description: `npm run test:model -- -g "path ${index + 1}:"` };
  const names = path.steps.map(({ event }) => event.sample);
  const title = `path ${index + 1}: ${names.length - 1} steps to “${nameOf(path.state.at)}”`;
  test(title, { annotation: alone }, async ({ page, sandbox }) => {
    await page.clock.install({ time: path.steps[1]?.state.now ?? 0 });
    // On a busy machine held calls must not time out. The clock installed above has its own timeout.
    await page.addInitScript(() => {
      AbortSignal.timeout = () => new AbortController().signal;
    });
    if (extension) await page.addInitScript(extension);
    const world = await OutsideWorld.around(page, sandbox);
    const touched: Touched = { last: null };
    let before: Tab = emptyTab;
    let step = '';
    try {
      await path.test({
        events: executorsOf(eventsIn(page, world, sandbox, touched), (event, happen) => {
          step = event.sample;
          touched.last = null;
          return test.step(step, async () => void (await happen(before)));
        }),
        states: {
          '*': async (tab) => {
            if (tab.page) await test.step(`is at: ${nameOf(tab.at)}`, () => look(page, world, tab));
            before = tab;
            if (tab.page && !extension) await takePicture(page, `${step} → ${nameOf(tab.at)}`, touched.last);
          },
        },
      });
    } catch (error) {
      if (error instanceof Error) error.message = `“${step}”: ${withoutPath(error)}`;
      throw error;
    }
    expect(await page.evaluate(() => window.domFaults ?? [])).toEqual([]);
    // A page whose call is broken off would go on to another one.
    await world.forget(() => page.goto('about:blank'));
  });
}

for (const [sample, reason] of Object.entries(outOfReach))
  test.skip(`${sampleOf(sample).name}, covered in memory: ${reason}`, () => {});

/** Takes a picture that marks what the step touched, or else what it changed: an error, notes, another screen. */
async function takePicture(page: Page, name: string, touched: Locator | null): Promise<void> {
  const brought = ['[data-error-for]', '[data-errors]', 'dialog:modal h2', '[aria-disabled=true]', 'h1'];
  const marked = [...(touched ? [touched] : []), ...brought.map((each) => page.locator(each))];
  const seen = await Promise.all(marked.map((each) => each.first().isVisible()));
  const mark = marked[seen.indexOf(true)]?.first();
  await mark?.scrollIntoViewIfNeeded();
  const options = { type: 'jpeg', quality: 45, scale: 'css', maskColor: '#ffd43d80' } as const;
  const body = await page.screenshot({ ...options, mask: mark ? [mark] : [] });
  await test.info().attach(name, { body, contentType: 'image/jpeg' });
}

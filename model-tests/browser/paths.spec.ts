import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../tests/e2e/support/fixtures.ts';
import { browserExtensions } from '../../tests/surroundings/browser-extensions.ts';
import { executorsOf, type Tab, testEventOf } from '../events.ts';
import { emptyTab, type ModelTab } from '../signup-model.ts';
import { nameOf } from '../states.ts';
import { browserPaths, differences, outOfReach } from './browser-paths.ts';
import { eventsIn, type Touched } from './events.ts';
import { OutsideWorld } from './outside-world.ts';
import { statesIn } from './states.ts';

/** `EXTENSION` names a function of tests/surroundings/browser-extensions.ts that changes the page. With one, no pictures are taken. */
const { EXTENSION } = process.env;
const extension = Object.entries(browserExtensions).find(([name]) => name === EXTENSION)?.[1];
if (EXTENSION && !extension)
  throw new Error(`EXTENSION=${EXTENSION}: there are ${Object.keys(browserExtensions).join(', ')}`);

const AN_HOUR = 3_600_000;

test.use({
  viewport: { width: 390, height: 844 },
  // moving React's elements makes the app render again
  ...(EXTENSION === 'mover' && { expectedFaults: /rendered again/ }),
});

// Paths are generated from the chart that they test: while it differs from the approved table, they prove nothing.
const isApproved = differences.length === 0;

for (const [index, path] of isApproved ? browserPaths().entries() : []) {
  const alone = { type: 'alone', description: `npm run test:model -- -g "path ${index + 1}:"` };
  const names = path.steps.map(({ event }) => event.title);
  const title = `path ${index + 1}: ${names.length - 1} steps to “${nameOf(path.state.at)}”`;
  test(title, { annotation: alone }, async ({ page, sandbox }) => {
    // The clock stands still, however long the machine takes; `passBriefly` and steps that wait move it on.
    const begin = path.steps[1]?.state.now ?? 0;
    await page.clock.install({ time: begin - AN_HOUR });
    await page.clock.pauseAt(begin);
    if (extension) await page.addInitScript(extension);
    const world = await OutsideWorld.around(page, sandbox);
    const touched: Touched = { last: null };
    let before: Tab = emptyTab;
    let count = 0;
    /** What happens next. The state that it leads to makes it happen, so that the report has one line for both. */
    let next = { title: '', happen: async () => {} };
    const taken = (look: (tab: ModelTab) => Promise<void>) => async (tab: ModelTab) => {
      const title = `${++count}. ${next.title} → ${nameOf(tab.at)}`;
      await test.step(title, async () => {
        touched.last = null;
        await next.happen();
        await look(tab);
        if (!extension) await takePicture(page, title, touched.last);
      });
      before = tab;
    };
    const looks = statesIn(page, world);
    await path.test({
      events: executorsOf(eventsIn(page, world, sandbox, touched), async ({ title }, happen) => {
        next = { title, happen: async () => void (await happen(before)) };
      }),
      states: Object.fromEntries(Object.entries(looks).map(([at, look]) => [at, taken(look)])),
    });
    expect(await page.evaluate(() => window.domFaults ?? [])).toEqual([]);
    // A page whose call is broken off would go on to another one.
    await world.forget(() => page.goto('about:blank'));
  });
}

for (const [name, reason] of isApproved ? Object.entries(outOfReach) : [])
  test.skip(`${testEventOf(name).name}, covered in memory: ${reason}`, () => {});

/** Takes a picture that marks what the step touched, or else what it changed: an error, notes, another screen. */
async function takePicture(page: Page, name: string, touched: Locator | null): Promise<void> {
  const brought = ['[data-error-for]', '[data-errors]', 'dialog:modal h2', '[aria-disabled=true]', 'h1'];
  const marked = [...(touched ? [touched] : []), ...brought.map((each) => page.locator(each))];
  try {
    const seen = await Promise.all(marked.map((each) => each.first().isVisible()));
    const mark = marked[seen.indexOf(true)]?.first();
    await mark?.scrollIntoViewIfNeeded();
    const options = { type: 'jpeg', quality: 45, scale: 'css', maskColor: '#ffd43d80' } as const;
    const body = await page.screenshot({ ...options, mask: mark ? [mark] : [] });
    await test.info().attach(name, { body, contentType: 'image/jpeg' });
  } catch {
    test.info().annotations.push({ type: 'no picture', description: name });
  }
}

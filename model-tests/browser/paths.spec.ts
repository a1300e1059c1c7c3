import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../tests/e2e/fixtures.ts';
import { browserExtensions } from '../../tests/surroundings/browser-extensions.ts';
import { MemoryStage } from '../in-memory/stage.ts';
import { emptyLedger, type Ledger } from '../signup/ledger.ts';
import { shipped } from '../signup/signup-model.ts';
import {
  type BrowserPath,
  browserPaths,
  isNeverSent,
  titleOfPath,
  titleOfState,
  titleOfStep,
} from './browser-paths.ts';
import { BrowserStage } from './browser-stage.ts';
import { setOnline } from './hand.ts';
import { distanceTo } from './history.ts';
import { OutsideWorld } from './outside-world.ts';

/** `EXTENSION` names a function of tests/surroundings/browser-extensions.ts that changes the page. With one, no pictures are taken. */
const { EXTENSION, LANG } = process.env;
const extension = Object.entries(browserExtensions).find(([name]) => name === EXTENSION)?.[1];
if (EXTENSION && !extension)
  throw new Error(`EXTENSION=${EXTENSION}: there are ${Object.keys(browserExtensions).join(', ')}`);
/** The language of the report. */
const language = LANG?.startsWith('ja') ? 'ja' : 'en';
const { paths, leftOut } = browserPaths();

test.use({
  viewport: { width: 390, height: 844 },
  // moving React's elements makes the app draw itself again
  ...(EXTENSION === 'mover' && { expectedFaults: /drawn again/ }),
});

for (const [index, path] of paths.entries()) {
  const alone = { type: 'alone', description: `npm run test:model -- -g "path ${index + 1}:"` };
  const tag = path.steps.some(({ event }) => event.type === 'page.restored') ? '@from-memory' : [];
  test(
    `path ${index + 1}: ${titleOfPath(path)[language]}`,
    { annotation: alone, tag },
    async ({ page, sandbox }, { project }) => {
      test.skip(
        project.metadata.keepsPages === false,
        'There is no browser here that shows a page again from its memory: install Chromium with its windows.',
      );
      const { known, kept } = await before(path);
      const world = await OutsideWorld.around(page, sandbox);
      if (extension) await page.addInitScript(extension);
      const stage = new BrowserStage(page, world, sandbox);
      let ledger = known;
      for (const [number, step] of path.steps.entries()) {
        const { event, state } = step;
        const title = `${titleOfStep(step, ledger)[language]} → ${titleOfState(state.ledger.at)[language]}`;
        await test.step(title, async () => {
          const isCutShort = isNeverSent(path.steps[number + 1]);
          if (isCutShort) await setOnline(page, false);
          if (event.type === 'route.requested')
            stage.hand.distance = distanceTo(event.route, path.steps.slice(0, number));
          if (number === 0 && event.type === 'page.opened') ledger = await stage.begin(ledger, event, kept);
          else ledger = await stage.take(ledger, event, !isCutShort);
          if (isNeverSent(step)) await setOnline(page, true);
          if (!extension) await takePicture(page, `${number + 1} ${title}`, stage.hand.touched);
        });
      }
      expect(await page.evaluate(() => window.domFaults ?? [])).toEqual([]);
      await world.abandon();
    },
  );
}

for (const { title, state, reason } of leftOut)
  test.skip(`${title[language]} (${titleOfState(state)[language]}), covered in memory: ${reason}`, () => {});

/** What the tab has stored before the path begins, from the steps before it, taken in memory. */
async function before(path: BrowserPath): Promise<{ known: Ledger; kept: ReturnType<MemoryStage['kept']> }> {
  const stage = new MemoryStage(shipped);
  let known = emptyLedger;
  for (const { event } of path.before) known = await stage.take(known, event);
  const kept = stage.kept(known.now);
  stage.stop();
  return { known, kept };
}

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

import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../tests/e2e/fixtures.ts';
import { meddlers } from '../../tests/surroundings/meddlers.ts';
import { MemoryStage } from '../in-memory/stage.ts';
import { emptyLedger, type Ledger } from '../signup/ledger.ts';
import { shipped } from '../signup/signup-model.ts';
import { type BrowserPath, browserPaths, isNeverSent, nameOfPath, titleOfStep } from './browser-paths.ts';
import { BrowserStage, promisedAfter } from './browser-stage.ts';
import { setOnline } from './hand.ts';
import { distanceTo } from './history.ts';
import { OutsideWorld } from './outside-world.ts';
import { differencesOn } from './screen.ts';

const meddler = Object.entries(meddlers).find(([name]) => name === process.env.MODEL_MEDDLER)?.[1];
const takesPictures = process.env.MODEL_PICTURES === '1';

test.use({
  viewport: { width: 390, height: 844 },
  // who moves what React has drawn makes it draw everything again
  ...(process.env.MODEL_MEDDLER === 'mover' && { expectedFaults: /drawn again/ }),
});

for (const [index, path] of browserPaths().paths.entries()) {
  test(`path ${index + 1}: ${nameOfPath(path)}`, async ({ page, sandbox }, { project }) => {
    test.skip(
      project.metadata.keepsPages === false,
      'There is no browser here that shows a page again from its memory: install Chromium with its windows.',
    );
    const { known, kept } = await before(path);
    const world = await OutsideWorld.around(page, sandbox);
    if (meddler) await page.addInitScript(meddler);
    const stage = new BrowserStage(page, world, sandbox);
    let ledger = known;
    for (const [number, step] of path.steps.entries()) {
      const { event } = step;
      await test.step(`${titleOfStep(step, ledger).en} → ${step.state.ledger.at}`, async () => {
        try {
          const isCutShort = isNeverSent(path.steps[number + 1]);
          if (isCutShort) await setOnline(page, false);
          if (event.type === 'route.requested')
            stage.hand.distance = distanceTo(event.route, path.steps.slice(0, number));
          if (number === 0 && event.type === 'page.opened') ledger = await stage.begin(ledger, event, kept);
          else ledger = await stage.take(ledger, event, !isCutShort);
          if (isNeverSent(step)) await setOnline(page, true);
        } catch (error) {
          await showFailure(page, promisedAfter(ledger, event), number, stage.hand.touched);
          throw error;
        }
        if (takesPictures) await takePicture(page, number, stage.hand.touched);
      });
    }
    expect(await page.evaluate(() => window.domFaults ?? [])).toEqual([]);
    await world.abandon();
  });
}

/** What the tab has kept before the path begins, from the same steps in memory. */
async function before(path: BrowserPath): Promise<{ known: Ledger; kept: ReturnType<MemoryStage['kept']> }> {
  const stage = new MemoryStage(shipped);
  let known = emptyLedger;
  for (const { event } of path.before) known = await stage.take(known, event);
  const kept = stage.kept(known.now);
  stage.stop();
  return { known, kept };
}

/** Marks what the step has touched, or else what it has brought: an error, notes, another screen. */
async function takePicture(page: Page, number: number, touched: Locator | null): Promise<void> {
  const brought = ['[data-error-for]', '[data-errors]', 'dialog:modal h2', '[aria-disabled=true]', 'h1'];
  const marked = [...(touched ? [touched] : []), ...brought.map((each) => page.locator(each))];
  const seen = await Promise.all(marked.map((each) => each.first().isVisible()));
  const mark = marked[seen.indexOf(true)]?.first();
  await mark?.scrollIntoViewIfNeeded();
  const options = { type: 'jpeg', quality: 45, scale: 'css', maskColor: '#ffd43d80' } as const;
  const body = await page.screenshot({ ...options, mask: mark ? [mark] : [] });
  await test.info().attach(`step ${number}`, { body, contentType: 'image/jpeg' });
}

/** For the report: the screen, and what on it is not as it should be. What goes wrong here must not hide the fault. */
async function showFailure(
  page: Page,
  ledger: Ledger,
  number: number,
  touched: Locator | null,
): Promise<void> {
  try {
    await takePicture(page, number, touched);
    const body = JSON.stringify(await differencesOn(page, ledger));
    await test.info().attach('differences', { body, contentType: 'application/json' });
  } catch {
    // The page may be gone.
  }
}

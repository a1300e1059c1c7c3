import type { Page } from '@playwright/test';
import { expect, test } from '../../tests/e2e/fixtures.ts';
import { meddlers } from '../../tests/surroundings/meddlers.ts';
import { type Step, statePathOf } from '../chart/chart-model.ts';
import { happensByItself, isNeverSent, nameOfPath, pathsToWalk, titleOfStep } from './browser-paths.ts';
import { differencesOn, look } from './look.ts';
import { OutsideWorld } from './outside-world.ts';
import { perform, setOnline } from './perform.ts';

const meddler = Object.entries(meddlers).find(([name]) => name === process.env.MODEL_MEDDLER)?.[1];
const takesPictures = process.env.MODEL_PICTURES === '1';

test.use({
  viewport: { width: 390, height: 844 },
  // who moves what React has drawn makes it draw everything again
  ...(process.env.MODEL_MEDDLER === 'mover' && { expectedFaults: /drawn again/ }),
});

for (const [index, path] of pathsToWalk().entries()) {
  test(`path ${index + 1}: ${nameOfPath(path)}`, async ({ page, sandbox }, { project }) => {
    test.skip(
      project.metadata.keepsPages === false,
      'There is no browser here that shows a page again from its memory: install Chromium with its windows.',
    );
    const world = await OutsideWorld.around(page, sandbox);
    if (meddler) await page.addInitScript(meddler);
    const { steps } = path;
    for (const [number, step] of steps.entries()) {
      await test.step(`${titleOfStep(step).en} → ${statePathOf(step.after)}`, async () => {
        const next = steps[number + 1];
        const done = steps.slice(0, number + 1);
        try {
          if (isNeverSent(next)) await setOnline(page, false);
          await perform(page, world, done);
          if (!happensByItself(steps.slice(0, number + 2)) || !next) {
            await look(page, world, sandbox, done);
            await world.close();
          }
          if (isNeverSent(step)) await setOnline(page, true);
        } catch (error) {
          await showFailure(page, step, number);
          throw error;
        }
        if (takesPictures) await takePicture(page, number);
      });
    }
    expect(await page.evaluate(() => window.domFaults ?? [])).toEqual([]);
    const last = steps.at(-1);
    if (last && statePathOf(last.after) === 'complete.leaving') await world.leave();
    await world.abandon();
  });
}

async function takePicture(page: Page, number: number): Promise<void> {
  const body = await page.screenshot({ type: 'jpeg', quality: 45, scale: 'css' });
  await test.info().attach(`step ${number}`, { body, contentType: 'image/jpeg' });
}

/** For the report: the screen, and what on it is not as it should be. What goes wrong here must not hide the fault. */
async function showFailure(page: Page, step: Step, number: number): Promise<void> {
  try {
    await takePicture(page, number);
    const body = JSON.stringify(await differencesOn(page, step));
    await test.info().attach('differences', { body, contentType: 'application/json' });
  } catch {
    // The page may be gone.
  }
}

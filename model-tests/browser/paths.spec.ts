import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { methodOf } from '../../src/signup/payment-methods.ts';
import { expect, test } from '../../tests/e2e/support/fixtures.ts';
import { browserExtensions } from '../../tests/surroundings/browser-extensions.ts';
import { coveringPaths } from '../chart/covering-paths.ts';
import { executorsOf, type Step, type Tab, testEventOf } from '../events.ts';
import {
  createSignupModel,
  type Edge,
  edgesOf,
  emptyTab,
  eventsOf,
  type ModelTab,
  pathAlong,
  shipped,
} from '../signup-model.ts';
import { nameOf } from '../states.ts';
import { type Difference, differencesFrom } from '../table/differences.ts';
import { tableFile, tableOf } from '../table/table.ts';
import { eventsIn, type Touched } from './events.ts';
import { createOutsideWorld } from './outside-world.ts';
import { statesIn } from './states.ts';

/** Whether a translator changes each page, as in `npm test`. Then no pictures are taken. */
const isTranslated = process.env.TRANSLATED === '1';

test.use({
  viewport: { width: 390, height: 844 },
});

/** What a browser cannot show, with the reason. */
const outOfReach: Readonly<Record<string, string>> = {
  '毎月のご支援金額: chosen once more': 'a radio that is chosen does not change',
  'storage is full': 'a test fills storage in a page of its own',
  'storage has room again': 'a test fills storage in a page of its own',
  'the gateway is not asked, the network is away': 'the browser asks nobody',
  'the same application is opened in another tab': 'the sandbox recognises a repeated application',
  'the other tab with the application is closed': 'the sandbox recognises a repeated application',
  'the same application is finished in another tab': 'a test signs up in two pages of its own',
  'the lookup finds the access token refused': 'nothing on the screen shows it',
  'the gateway does not answer for 30 s': 'its script, which is asked for first, has a shorter limit',
  'another postal code’s address comes late': 'nothing on the screen shows it',
  'sending: something unforeseen breaks': 'a fault of our own program cannot be provoked from outside',
  'verifying: something unforeseen breaks': 'a fault of our own program cannot be provoked from outside',
};

/** Whether a browser can make an event happen now. */
function isInReach(event: Step, tab: ModelTab): boolean {
  const { page, at } = tab;
  if (!page) return true;
  if (outOfReach[event.title]) return false;
  const { form } = page.context;
  const isDone = /^(field\.left|input\.confirmed|page\.opened|time|accessToken|address\.|xstate)/.test(
    event.type,
  );
  // A field is left before anything else is done.
  if (form.phone.includes('-') && !isDone) return false;
  switch (event.type) {
    case 'cardNotice.opened':
      return methodOf(form).needsCard;
    case 'field.left':
      return at !== 'input.cardNotice';
    case 'time.passed':
      // The child charts have waits of their own.
      return tab.token === 'here' && tab.lookup === null;
    case 'field.changed':
      return !(form.expatriate && ['zip', 'prefecture'].includes(event.change.name));
    // A page looks each code up once, and keeps the answer when the draft is cleared.
    case 'address.found':
    case 'address.missing':
      return page.context.lookups.missing !== tab.lookup?.code;
    case 'draft.cleared':
      return page.context.lookups.answer === null && page.context.lookups.missing === null;
    case 'page.opened':
      // Playwright's browser ends a held call before the page is left.
      return !at.startsWith('callback.verifying');
    case 'connection.restored':
      // The browser then looks at the tab, too.
      return tab.token !== 'away';
    case 'page.restored':
      // Such a page opens anew.
      return !page.context.isOpenedByBank;
    default:
      return true;
  }
}

/** Differences on the screen that are none in the chart. Paths show each kind once. */
function alsoWorthSeeing({ at, page }: ModelTab): string[] {
  if (at !== 'confirm.reviewing' || !page) return [];
  const { form, unanswered, registration } = page.context;
  return [
    `confirm ${form.paymentMethod}`,
    `confirm after ${unanswered.at(-1)?.call ?? registration?.isDeclined}`,
  ];
}

/** The names of each path's test events after the first visit, always the same. */
function exploredPaths(edges: readonly Edge[]): string[][] {
  const inReach = edges.filter(({ from, event }) => isInReach(event, from));
  const usual = coveringPaths(inReach, {
    coverageOf: ({ to }) => [...to.covered, ...alsoWorthSeeing(to)],
    // As measured: filling in everything takes a browser as long as eight other steps.
    costOf: ({ type }) => (type === 'form.filled' ? 8 : type === 'page.opened' ? 3 : 1),
  });
  const paths = createSignupModel(shipped).getPaths(usual, {
    events: (tab: ModelTab) => eventsOf(tab).filter((event) => isInReach(event, tab)),
    allowDuplicatePaths: true,
  });
  return paths.map(({ steps }) => steps.slice(2).map(({ event }) => event.title));
}

type Explored = { paths: string[][]; differences: Difference[] };
function explore(): Explored {
  const edges = edgesOf(createSignupModel(shipped));
  const differences = differencesFrom(readFileSync(tableFile, 'utf8'), tableOf(shipped, edges));
  // Fewer differences than the failures after which a run stops; `npm run model` has all.
  return { paths: exploredPaths(edges), differences: differences.slice(0, 9) };
}
// It takes seconds, so Playwright's first process does it, and its workers get it from there.
if (process.env.TEST_WORKER_INDEX === undefined) process.env.EXPLORED = JSON.stringify(explore());
const { paths, differences }: Explored = JSON.parse(process.env.EXPLORED ?? '');

// Its title puts it first in the report.
for (const { title, rows } of differences)
  test(title, () => {
    throw new Error(rows);
  });

// Paths are generated from the chart that they test: while it differs from the approved table, they prove nothing.
const isApproved = differences.length === 0;

const model = createSignupModel(shipped);
for (const [index, steps] of isApproved ? paths.entries() : []) {
  const path = pathAlong(model, steps);
  const alone = { type: 'alone', description: `npm run test:model -- -g "path ${index + 1}:"` };
  const names = path.steps.map(({ event }) => event.title);
  const title = `path ${index + 1}: ${names.length - 1} steps to “${nameOf(path.state.at)}”`;
  test(title, { annotation: alone }, async ({ page, sandbox }) => {
    if (isTranslated) await page.addInitScript(browserExtensions.translator);
    const world = await createOutsideWorld(page, sandbox);
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
        if (!isTranslated) await takePicture(page, title, touched.last);
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

/** Takes a picture that marks what the step touched. One that cannot be taken is no fault of the path. */
async function takePicture(page: Page, name: string, touched: Locator | null): Promise<void> {
  try {
    const mask = touched && (await touched.isVisible()) ? [touched] : [];
    await mask[0]?.scrollIntoViewIfNeeded();
    const options = { type: 'jpeg', quality: 45, scale: 'css', maskColor: '#ffd43d80' } as const;
    const body = await page.screenshot({ ...options, mask });
    await test.info().attach(name, { body, contentType: 'image/jpeg' });
  } catch {
    test.info().annotations.push({ type: 'no picture', description: name });
  }
}

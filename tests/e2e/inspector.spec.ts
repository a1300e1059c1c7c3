import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { prepareFirefox } from '../engines/firefox.ts';
import { ownPorts } from '../ports.ts';
import { startDevServer } from './dev-server.ts';
import { donorAt } from './donor.ts';
import { expect, keepPictures, test } from './fixtures.ts';
import { openTyped, typedForm } from './seeded.ts';

/** One journey in windows that are opened once: a page of the development server takes seconds to load. */
test.describe.configure({ mode: 'serial' });

/** One, so that it caches the development server's many modules. */
let context: BrowserContext;
/** The inspector's window, opened before the form's. */
let inspector: Page;
let page: Page;
let stopServer: () => Promise<unknown>;
/** The errors and warnings that it logs. */
const complaints: string[] = [];

test.beforeAll(async ({ browser, browserName }) => {
  const port = (await ownPorts()).devServer;
  stopServer = await startDevServer(port);
  context = await browser.newContext({
    baseURL: `http://localhost:${port}`,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    // Scrolling the large chart smoothly would take longer than all the rest.
    reducedMotion: 'reduce',
  });
  if (browserName === 'firefox') await prepareFirefox(context);
  inspector = await context.newPage();
  inspector.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await inspector.goto('/form/inspector.html');
});
test.afterEach(async () => {
  await keepPictures(test.info(), context.pages());
  expect(complaints).toEqual([]);
});
test.afterAll(async () => {
  await context.close();
  await stopServer();
});

const state = (id: string) => inspector.locator(`.state[data-state-id="${id}"]`);
const edge = (id: string) => inspector.locator(`.label[data-edge-id="${id}"]`);
const entries = () => inspector.locator('.entries li');
const entry = (event: string) => entries().filter({ hasText: event });
/** What may come of an event, by its guards. */
const candidates = (event: string) => inspector.locator(`[data-possible="${event}"] li`);
const button = (name: string) => inspector.getByRole('button', { name });
const status = () => inspector.getByRole('status');
/** Of an event that changes no state: a line within the state. */
const accepting = () => inspector.locator('[data-edge-id="signup.input.form|address.accepted|0"]');
const filling = () => state('signup.input.form.filling');
const correcting = () => state('signup.input.form.correcting');
const active = /is-active/;
const possible = /is-possible/;
const notOffered = ['isAddressOffered does not hold → stays'];
const offered = ['isAddressOffered holds → stays'];

test('an inspector without a form says what to do', async () => {
  await expect(inspector.getByText('Nothing to inspect yet')).toBeVisible();
  await expect(inspector.getByRole('link', { name: 'beside the chart' })).toHaveAttribute('href', '?split');
});

test('it shows a form’s state, and what can happen there by each guard', async () => {
  page = await context.newPage();
  await openTyped(page, { ...typedForm, zip: '', prefecture: '', city: '' });
  await expect(status()).toHaveText('connected to the form');
  await expect(filling()).toHaveClass(active);
  // Firefox keeps this window in the background.
  await expect(filling()).toBeInViewport({ ratio: 1 });
  await expect(edge('signup.input.form|input.rejected|0')).toHaveClass(possible);
  await expect(inspector.locator('[data-actor="accessToken"]')).toContainText('valid');
  await expect(candidates('route.requested').first()).toContainText('mayReview depends on the event');
  await expect(candidates('address.accepted')).toHaveText(notOffered);
  await expect(accepting()).not.toHaveClass(possible);
  await donorAt(page).fill({ prefecture: '北海道', city: '札幌市', zip: '150-0001' });
  await expect(entry('address.found')).toContainText('postalLookup → signup');
  await expect(candidates('address.accepted')).toHaveText(offered);
  await expect(accepting()).toHaveClass(possible);
});

test('it shows an earlier moment as it was then', async () => {
  await donorAt(page).confirmInput();
  await expect(correcting()).toHaveClass(active);
  await entry('xstate.init').last().click();
  await expect(inspector.getByText('As it was then')).toBeVisible();
  await expect(candidates('address.accepted')).toHaveText(notOffered);
  await expect(filling()).toHaveClass(active);
  await entry('input.rejected').click();
  await expect(correcting()).toHaveClass(active);
  await expect(edge('signup.input.form|input.rejected|0')).toHaveClass(/is-taken/);
  await button('Back to now').click();
  await expect(inspector.getByText('As it was then')).toBeHidden();
});

test('its log can be filtered', async () => {
  await inspector.getByLabel('Filter').fill('rejected signup');
  await expect(entries()).toHaveCount(1);
  await inspector.getByLabel('Filter').fill('');
});

test('it zooms, and follows the state', async () => {
  const width = async () => (await inspector.locator('.stage svg').boundingBox())?.width ?? 0;
  await button('Whole').click();
  const whole = await width();
  expect(whole).toBeLessThan(1000);
  await button('Zoom in').click();
  await expect.poll(width).toBeCloseTo(whole * 1.25, 0);
  await button('Zoom in').click({ clickCount: 5 });
  await button('Follow').click();
  await expect(correcting()).toBeInViewport({ ratio: 1 });
});

test('it shows the chart of another actor', async () => {
  const showChart = (actor: string) => inspector.locator(`[data-actor="${actor}"] > button`).first().click();
  await showChart('accessToken');
  await expect(state('accessToken.valid')).toHaveClass(active);
  await showChart('signup');
  await expect(correcting()).toHaveClass(active);
});

test('it replays a recording, and says what is wrong with another file', async ({ browserName }) => {
  test.skip(browserName === 'firefox', 'Playwright hears of no download through WebDriver BiDi');
  const load = (name: string, text: string) =>
    inspector
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  const download = inspector.waitForEvent('download');
  await button('Export').click();
  const recording = await readFile(await (await download).path(), 'utf8');
  await load('bad.json', '{"format":"something else"}');
  await expect(inspector.getByRole('alert')).toContainText('bad.json: This file is no statechart recording');
  await load('bug.json', recording);
  await expect(inspector.getByRole('alert')).toBeHidden();
  await expect(status()).toHaveText('recording bug.json');
  await entry('xstate.init').last().click();
  await expect(filling()).toHaveClass(active);
  await button('Close recording').click();
  await expect(status()).toHaveText('connected to the form');
});

test('it follows a sign-up by card over three pages, in one log, which a reload keeps', async () => {
  const donor = donorAt(page);
  await page.getByRole('button', { name: 'この住所にする' }).click();
  await donor.payByCard();
  await donor.confirmInput();
  await expect(state('signup.confirm.reviewing')).toHaveClass(active);
  await donor.agreeAndSubmit();
  await donor.answerBank('認証する');
  await donor.isComplete();
  await expect(entry('page loaded')).toHaveCount(2);
  await expect(entry('done verifyCard')).toHaveCount(1);
  await expect(state('signup.complete')).toHaveClass(active);
  await expect(status()).toHaveText('no page connected');
  await inspector.reload();
  await expect(entry('done verifyCard')).toHaveCount(1);
});

test('it shows a form of its own beside the chart', async () => {
  await inspector.goto('/form/inspector.html?split');
  const form = inspector.frameLocator('iframe');
  await expect(form.getByRole('button', { name: '入力内容を確認する' })).toBeVisible();
  await expect(filling()).toHaveClass(active);
});

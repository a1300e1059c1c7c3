import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { completeDonor } from '../complete-donor.ts';
import { donorAt } from './donor.ts';
import { test as base, expect, keepPictures } from './fixtures.ts';
import { openTyped, typedForm } from './seeded.ts';

const test = base.extend<{ inspector: Page }>({
  baseURL: ({ devUrl }, use) => use(devUrl),
  context: async ({ devContext }, use, info) => {
    await use(devContext);
    await keepPictures(info, devContext.pages());
    for (const page of devContext.pages()) await page.close();
  },
  /** Its window, opened before the form's. A test fails if it logs an error or a warning. */
  inspector: async ({ context }, use) => {
    const inspector = await context.newPage();
    const complaints: string[] = [];
    inspector.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await inspector.goto('/form/inspector.html');
    await use(inspector);
    expect(complaints).toEqual([]);
  },
});

// One server for all: starting it costs more than any of these tests.
test.describe.configure({ mode: 'default' });

const state = (page: Page, id: string) => page.locator(`.state[data-state-id="${id}"]`);
const edge = (page: Page, id: string) => page.locator(`.label[data-edge-id="${id}"]`);
const entries = (page: Page) => page.locator('.entries li');
const entry = (page: Page, event: string) => entries(page).filter({ hasText: event });
const active = /is-active/;
const taken = /is-taken/;
const possible = /is-possible/;

async function exported(inspector: Page): Promise<string> {
  test.skip(test.info().project.name === 'firefox', 'Playwright hears of no download through WebDriver BiDi');
  const download = inspector.waitForEvent('download');
  await inspector.getByRole('button', { name: 'Export' }).click();
  return readFile(await (await download).path(), 'utf8');
}

test('says what to do while there is nothing, and follows a sign-up by card to the end; nothing typed gets into a recording', async ({
  inspector,
  page,
}) => {
  await expect(inspector.getByText('Nothing to inspect yet')).toBeVisible();
  await expect(inspector.getByRole('link', { name: 'beside the chart' })).toHaveAttribute('href', '?split');
  const typed = {
    lastName: 'MARKLAST',
    street: 'MARKSTREET',
    email: 'mark@mark.example',
    phone: '09087654321',
  };
  const donor = donorAt(page);
  await openTyped(page, { ...typedForm, ...typed, zip: '', prefecture: '', city: '' });
  await expect(inspector.getByRole('status')).toHaveText('connected to the form');
  await expect(state(inspector, 'signup.input.form.filling')).toHaveClass(active);
  // Firefox keeps this window in the background.
  await expect(state(inspector, 'signup.input.form.filling')).toBeInViewport({ ratio: 1 });
  await expect(edge(inspector, 'signup.input.form|input.rejected|0')).toHaveClass(possible);
  await expect(inspector.locator('[data-actor="accessToken"]')).toContainText('valid');

  await donor.fill({ zip: '150-0001' });
  await expect(donor.control('city')).toHaveValue('渋谷区神宮前');
  await expect(entry(inspector, 'address.found')).toContainText('postalLookup → signup');
  await donor.payByCard();
  await donor.confirmInput();
  await expect(state(inspector, 'signup.confirm.reviewing')).toHaveClass(active);

  await donor.agreeAndSubmit();
  await donor.answerBank('認証する');
  await donor.isComplete();
  // Over three pages, the bank's between them, in one log.
  await expect(entry(inspector, 'page loaded')).toHaveCount(2);
  await expect(entry(inspector, 'done verifyCard')).toHaveCount(1);
  await expect(state(inspector, 'signup.complete')).toHaveClass(active);
  await expect(inspector.getByRole('status')).toHaveText('no page connected');

  // tests/inspector/feed.test.ts checks what crosses the channel.
  const recording = await exported(inspector);
  expect(recording).toContain('verifyCard');
  const secrets = [...Object.values(typed), '渋谷', '1500001', '****', completeDonor.cardNum];
  expect(secrets.filter((secret) => recording.includes(secret))).toEqual([]);

  await inspector.reload();
  await expect(entry(inspector, 'done verifyCard')).toHaveCount(1);
});

test('shows guards and earlier moments, filters the log, zooms, shows another actor’s chart, shows its own page beside the chart, and replays a recording', async ({
  inspector,
  page,
}) => {
  await donorAt(page).open();
  const candidates = (event: string) => inspector.locator(`[data-possible="${event}"] li`);
  await expect(candidates('address.accepted')).toHaveText(['isAddressOffered does not hold → stays']);
  await expect(candidates('route.requested').first()).toContainText('mayReview depends on the event');
  const accepting = inspector.locator('[data-edge-id="signup.input.form|address.accepted|0"]');
  await expect(accepting).not.toHaveClass(possible);
  const donor = donorAt(page);
  await donor.fill({ prefecture: '北海道', city: '札幌市', zip: '100-0001' });
  await expect(candidates('address.accepted')).toHaveText(['isAddressOffered holds → stays']);
  await expect(accepting).toHaveClass(possible);

  await page.getByRole('button', { name: '入力内容を確認する' }).click();
  const correcting = state(inspector, 'signup.input.form.correcting');
  await expect(correcting).toHaveClass(active);
  await entry(inspector, 'xstate.init').last().click();
  await expect(inspector.getByText('As it was then')).toBeVisible();
  await expect(candidates('address.accepted')).toHaveText(['isAddressOffered does not hold → stays']);
  await expect(state(inspector, 'signup.input.form.filling')).toHaveClass(active);
  await entry(inspector, 'input.rejected').click();
  await expect(correcting).toHaveClass(active);
  await expect(edge(inspector, 'signup.input.form|input.rejected|0')).toHaveClass(taken);
  await inspector.getByRole('button', { name: 'Back to now' }).click();
  await expect(inspector.getByText('As it was then')).toBeHidden();
  const recording = await exported(inspector);

  await inspector.getByLabel('Filter').fill('rejected signup');
  await expect(entries(inspector)).toHaveCount(1);
  await inspector.getByLabel('Filter').fill('');

  const picture = inspector.locator('.stage svg');
  const width = async () => (await picture.boundingBox())?.width ?? 0;
  await inspector.getByRole('button', { name: 'Whole' }).click();
  const whole = await width();
  expect(whole).toBeLessThan(1000);
  await inspector.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(width).toBeCloseTo(whole * 1.25, 0);
  for (let times = 0; times < 5; times++) await inspector.getByRole('button', { name: 'Zoom in' }).click();
  await inspector.getByRole('button', { name: 'Follow' }).click();
  await expect(correcting).toBeInViewport({ ratio: 1 });

  await inspector.locator('[data-actor="accessToken"] > button').click();
  await expect(state(inspector, 'accessToken.valid')).toHaveClass(active);

  await inspector.goto('/form/inspector.html?split');
  await expect(
    inspector.frameLocator('iframe').getByRole('button', { name: '入力内容を確認する' }),
  ).toBeVisible();
  await expect(state(inspector, 'signup.input.form.filling')).toHaveClass(active);
  await expect(entry(inspector, 'page loaded')).toHaveCount(1);
  const load = (name: string, text: string) =>
    inspector
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  await load('bad.json', '{"format":"something else"}');
  await expect(inspector.getByRole('alert')).toContainText('bad.json: This file is no statechart recording');
  await load('bug.json', recording);
  await expect(inspector.getByRole('alert')).toBeHidden();
  await expect(inspector.getByRole('status')).toHaveText('recording bug.json');
  await expect(correcting).toHaveClass(active);
  await expect(candidates('address.accepted')).toHaveText(['isAddressOffered holds → stays']);
  await inspector.getByRole('button', { name: 'Close recording' }).click();
  await expect(state(inspector, 'signup.input.form.filling')).toHaveClass(active);
});

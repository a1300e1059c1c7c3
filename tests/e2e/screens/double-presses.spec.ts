import type { Locator, Page } from '@playwright/test';
import { BANK_DEBIT, donorAt, LARGEST_PRICE } from '../support/donor.ts';
import { expect, test } from '../support/fixtures.ts';
import { openConfirm, openTyped, typedFormByBank } from '../support/seeded.ts';

/** What the page shows, what is chosen and typed, and how far it is scrolled. */
const look = (page: Page) =>
  page.evaluate(() => ({
    state: document.querySelector('main')?.dataset.state,
    form: Array.from(document.forms, (form) => [...new FormData(form)].join()),
    scroll: Math.round(scrollY),
  }));

/** Waits until the page has rendered, and scrolled, what the press has brought. */
const rendered = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
  });

type Press = [
  on: string,
  open: (page: Page) => Promise<unknown>,
  target: (page: Page) => Locator,
  leadsTo: string,
];
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true });
const link = (name: string) => (page: Page) => page.getByRole('link', { name, exact: true });
const empty = (page: Page) => donorAt(page).open();
const refused = async (page: Page) => {
  await openTyped(page);
  await donorAt(page).payByCard();
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
};
const presses: readonly Press[] = [
  ['入力内容を確認する', (page) => openTyped(page, typedFormByBank), button('入力内容を確認する'), 'confirm'],
  ['入力内容を確認する, with errors', empty, button('入力内容を確認する'), 'input.form.correcting'],
  ['変更する at the address', openConfirm, link('変更する（ご住所）'), 'input'],
  ['変更する at the amount', openConfirm, link('変更する（毎月のご支援金額）'), 'input'],
  ['入力画面に戻る', openConfirm, link('入力画面に戻る'), 'input'],
  [
    '入力内容を確認する, with a card that is refused',
    refused,
    button('入力内容を確認する'),
    'input.form.failed',
  ],
  ['入力内容を消去する', (page) => openTyped(page), button('入力内容を消去する'), 'input'],
  ['the link to the notice', empty, button('クレジットカードご利用時の注意事項'), 'input.cardNotice'],
];

for (const [on, open, target, leadsTo] of presses)
  test(`the second press of two hits nothing that the first has brought: ${on}`, async ({
    page,
    donor,
    browserName,
  }) => {
    test.skip(browserName !== 'chromium', 'Only its DevTools slow animations down');
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Animation.enable');
    for (const height of [480, 800]) {
      await devTools.send('Animation.setPlaybackRate', { playbackRate: 1 });
      await page.setViewportSize({ width: 360, height });
      await open(page);
      // Scrolls there, and waits until the screen takes presses.
      await target(page).click({ trial: true });
      const box = await target(page).boundingBox();
      const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
      // A busy machine takes longer for two presses than a hand.
      await devTools.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
      await target(page).click();
      await donor.isAt(leadsTo);
      if (leadsTo === 'input.form.failed') await expect(donor.main).toHaveCSS('pointer-events', 'none');
      await rendered(page);
      const before = await look(page);
      await page.mouse.click(x, y);
      await donor.isAt(leadsTo);
      await rendered(page);
      expect(await look(page), `${height} px high`).toEqual(before);
    }
    // The next test's page is the same.
    await devTools.detach();
  });

test('presses that are meant are heard, however fast they follow each other', async ({ donor }) => {
  await donor.open();
  await donor.option('price', LARGEST_PRICE).click();
  for (const [name, value] of [
    ['paymentMethod', BANK_DEBIT],
    ['price', '1000'],
    ['price', 'other'],
  ] as const)
    await donor.option(name, value).click({ force: true });
  await expect(donor.option('paymentMethod', BANK_DEBIT)).toBeChecked();
  await expect(donor.option('price', 'other')).toBeChecked();
});

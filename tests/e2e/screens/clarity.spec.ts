import { CARD_TOKEN_LIFETIME } from '../../../src/signup/card/kept-card.ts';
import { LARGEST_PRICE, USUAL_YEN } from '../support/donor.ts';
import { expect, formTest, test } from '../support/fixtures.ts';
import { keptCard, openConfirm, openTyped, reviewedByCard, typedForm } from '../support/seeded.ts';

test.use({ viewport: { width: 360, height: 740 } });

const change = (name: string) => new RegExp(`^変更する\\s?（${name}）$`);

test('each 変更する leads to its field, and one press leads back', async ({ page, donor }) => {
  const form = { ...typedForm, price: LARGEST_PRICE, birthYear: '1980' };
  await openConfirm(page, { ...reviewedByCard(), form });
  for (const [name, field] of [
    ['毎月のご支援金額', 'price'],
    ['ご住所', 'zip'],
    ['生年月日', 'birthYear'],
  ] as const) {
    await page.getByRole('link', { name: change(name) }).click();
    await donor.isAt('input');
    // in a group of radios, the checked one
    const focused = page.locator(':focus:is(:checked, :not([type="radio"]))');
    await expect(focused).toHaveAttribute('name', field);
    await expect(focused).toBeInViewport();
    // visible without scrolling, in the bar at the bottom
    await expect(page.getByRole('button', { name: '入力内容を確認する' })).toBeInViewport({ ratio: 1 });
    await donor.confirmInput();
    await donor.isAt('confirm.reviewing');
  }
  await page.getByRole('link', { name: change('カード番号') }).click();
  const otherCard = page.getByRole('button', { name: 'カードを変更する' });
  await expect(otherCard).toBeFocused();
  await otherCard.click();
  await expect(donor.control('cardNum')).toBeFocused();
});

test('a card that has grown too old is asked for again', async ({ page, donor }) => {
  await openTyped(page, typedForm, { card: keptCard('token') });
  await expect(page.getByText('**** 1111')).toBeVisible();
  await page.evaluate((later) => {
    Date.now = () => later;
  }, Date.now() + CARD_TOKEN_LIFETIME);
  await donor.confirmInput();
  const links = page.getByRole('region', { name: /入力内容をご確認ください/ }).getByRole('link');
  await expect(links).toHaveText([/カード番号/, /セキュリティコード/]);
  await expect(donor.errorFor('cardNum')).toContainText('必須項目です');
});

formTest('the chosen amount is marked, and no other', async ({ page, donor }) => {
  /** How the labels look whose radio is chosen, or not. */
  const looks = (state: string) =>
    page.locator(`label:has([name="price"]${state})`).evaluateAll((labels) => [
      ...new Set(
        labels.map((label) => {
          const { borderColor, backgroundColor } = getComputedStyle(label);
          return `${borderColor} ${backgroundColor}`;
        }),
      ),
    ]);
  for (const amount of [LARGEST_PRICE, 'other']) {
    await donor.choose('price', amount);
    // a pointer marks too
    await page.mouse.move(0, 0);
    const [chosen, others] = [await looks(':checked'), await looks(':not(:checked)')];
    expect([chosen.length, others.length, others]).toEqual([1, 1, expect.not.arrayContaining(chosen)]);
  }
});

formTest('no bar covers the form while it is filled in', async ({ page }) => {
  await expect(page.getByRole('button', { name: '入力内容を確認する' })).not.toBeInViewport();
});

test('a printed confirm screen says that nothing is sent yet', async ({ page, donor }) => {
  await openConfirm(page, reviewedByCard());
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('まだ完了していません');
  // Browsers print no backgrounds: white words would be lost.
  const ink = await page.evaluate(() => getComputedStyle(document.body).color);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', ink);
  await expect(donor.main).toContainText(/〒100-0001\n東京都千代田区千代田\n1-1/, { useInnerText: true });
  // visible text only
  await expect(donor.main).toContainText(new RegExp(`${USUAL_YEN}.*山田 花子`, 's'), { useInnerText: true });
  for (const hidden of ['.summary-change', '.steps', '.site-footer', '.button'])
    await expect(page.locator(hidden).first()).toBeHidden();
});

import { donorAt, LARGEST_PRICE, USUAL_YEN } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { openConfirm, reviewedByCard, seedSession, typedForm } from './seeded.ts';

test.use({ viewport: { width: 360, height: 740 } });

const change = (name: string) => new RegExp(`^変更する\\s?（${name}）$`);

test('each 変更する leads to its field, and one press leads back; to change the card leads to its number', async ({
  page,
}) => {
  const donor = donorAt(page);
  await openConfirm(page, {
    ...reviewedByCard(),
    form: { ...typedForm, price: LARGEST_PRICE, birthYear: '1980' },
  });
  await donor.isAt('confirm.reviewing');
  // with a modifier key or another mouse button, the browser opens a tab or a window, or saves the page
  const taken = await page.getByRole('link', { name: /変更する|入力画面に戻る/ }).evaluateAll((links) => {
    const clicks = ['metaKey', 'ctrlKey', 'shiftKey', 'altKey'].map(
      (key) => ['click', { [key]: true }] as const,
    );
    return links.flatMap((link) =>
      [...clicks, ['auxclick', { button: 1 }] as const].filter(([type, how]) => {
        let isTaken = true;
        const stop = (event: Event) => {
          isTaken = event.defaultPrevented;
          event.preventDefault();
        };
        addEventListener(type, stop, { once: true });
        link.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, ...how }));
        return isTaken;
      }),
    );
  });
  expect(taken).toEqual([]);
  for (const [name, field] of [
    ['毎月のご支援金額', 'price'],
    ['メールアドレス', 'email'],
    ['ご住所', 'zip'],
    ['生年月日', 'birthYear'],
    ['お支払い方法', 'paymentMethod'],
  ] as const) {
    await page.getByRole('link', { name: change(name) }).click();
    await donor.isAt('input');
    // in a group of radios, the checked one
    const focused = page.locator(':focus:is(:checked, :not([type="radio"]))');
    await expect(focused).toHaveAttribute('name', field);
    await expect(page.locator(':focus')).toBeInViewport();
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

test('no bar covers the form while it is filled in; a printed confirm screen says that nothing is sent yet', async ({
  page,
}) => {
  const donor = donorAt(page);
  await seedSession(page, reviewedByCard());
  await donor.open();
  await expect(page.getByRole('button', { name: '入力内容を確認する' })).not.toBeInViewport();
  await donor.confirmInput();
  await donor.isAt('confirm');

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('まだ完了していません');
  // visible text only
  await expect(donor.main).toContainText(new RegExp(`${USUAL_YEN}.*山田 花子`, 's'), { useInnerText: true });
  for (const hidden of ['.summary-change', '.steps', '.site-footer', '.button'])
    await expect(page.locator(hidden).first()).toBeHidden();
});

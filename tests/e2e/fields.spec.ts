import type { Locator } from '@playwright/test';
import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { openTyped, typedFormByBank } from './seeded.ts';

// Where it is the next day, and the next year, five hours before Japan.
test.use({ timezoneId: 'Pacific/Kiritimati' });

/** An error above its field, with at most a line between them. */
const standsAbove = (error: Locator, field: Locator) =>
  expect(async () => {
    const [above, below] = [await error.boundingBox(), await field.boundingBox()];
    expect((above?.y ?? Number.NaN) + (above?.height ?? Number.NaN)).toBeLessThanOrEqual((below?.y ?? 0) + 1);
  }).toPass();

test('what is wrong is said above its field once that is left, and not before', {
  tag: [
    ...['@§2.40', '@§2.41', '@§4.32', '@§5.1', '@§5.2', '@§5.3', '@§5.4', '@§5.5', '@§5.6', '@§5.8', '@§5.9'],
    ...['@§5.7', '@§5.10', '@§5.11', '@§5.14', '@§5.16', '@§9.4', '@§9.9', '@§9.14', '@§9.15', '@§9.16'],
  ],
}, async ({ clearedForm: page }) => {
  const donor = donorAt(page);
  await donor.choose('price', 'other');
  for (const [name, value, message] of [
    ['priceOther', '999', '1000以上で入力してください'],
    ['lastName', '', '必須項目です'],
    ['email', 'hanako@example', '正しいメールアドレスを入力してください'],
    ['zip', 'none', '123-4567の形式で入力してください'],
    ['prefecture', '', '必須項目です'],
    ['phone', '090123456', '09012345678の形式で入力してください'],
    ['cardNum', '4111111111111', '14〜16桁の数字を入力してください'],
    ['securityCode', '12', '3桁以上の数字を入力してください'],
  ] as const) {
    await test.step(`${name} “${value}”`, async () => {
      const field = donor.control(name);
      const bubble = donor.errorFor(name);
      await field.focus();
      await page.keyboard.type(value);
      await expect(page.locator('[data-error-for]')).toHaveCount(0);
      await field.blur();
      await expect(bubble).toContainText(message);
      await standsAbove(bubble, field);
      await bubble.click();
      await expect(bubble).toHaveCount(0);
    });
  }
});

test('Enter in a field does not submit, even where nothing is wrong', { tag: '@§2.31' }, async ({ page }) => {
  const donor = donorAt(page);
  await openTyped(page, typedFormByBank);
  for (const name of ['lastName', 'email', 'zip', 'street', 'phone']) {
    await donor.control(name).press('Enter');
    await expect(donor.main).toHaveAttribute('data-state', 'input.form.filling');
  }
  await expect(page).toHaveURL(/\/form\/member$/);
});

test('seven digits fill prefecture and city, asked for once for each code, not again on focus', {
  tag: ['@§4.27', '@§4.28', '@§4.29', '@§7.6', '@§7.7', '@§7.8', '@§7.9', '@§9.9'],
}, async ({ page, sandbox }) => {
  const donor = donorAt(page);
  await sandbox.setScenario('postalCode', {
    body: { data: { prefName: '京都府', cityName: '京都市', townName: '架空町' } },
  });
  const lookups = async () =>
    (await sandbox.requests()).filter(({ path, method }) => method === 'POST' && path.includes('postalCode'));
  await donor.open();
  await donor.control('zip').pressSequentially('999000');
  expect(await lookups()).toEqual([]);
  await donor.control('zip').press('1');
  await expect(donor.control('prefecture')).toHaveValue('京都府');
  await expect(donor.control('city')).toHaveValue('京都市架空町');
  await expect(donor.control('street')).toHaveValue('');
  await donor.control('zip').blur();
  await donor.control('zip').focus();
  await donor.control('zip').fill('999-000');
  await donor.control('zip').fill('999-0001');
  await donor.control('phone').focus();
  await expect
    .poll(async () => (await lookups()).map(({ body }) => body))
    .toEqual([{ postalCode: '9990001' }]);
  // another code, then the first one again; the last is asked for behind whatever was asked for before it
  for (const zip of ['999-0002', '999-0001']) await donor.fill({ zip });
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await donor.fill({ zip: '999-0003' });
  await expect
    .poll(async () => (await lookups()).map(({ body }) => body))
    .toEqual(['9990003', '9990002', '9990001'].map((postalCode) => ({ postalCode })));
});

test('an address without one of its parts fills nothing', { tag: ['@§4.30', '@§7.7'] }, async ({
  clearedForm: page,
  sandbox,
}) => {
  const donor = donorAt(page);
  for (const [zip, missing] of [
    ['9990002', 'prefName'],
    ['9990003', 'cityName'],
    ['9990004', 'townName'],
  ] as const) {
    const data = { prefName: '京都府', cityName: '京都市', townName: '架空町', [missing]: undefined };
    await sandbox.setScenario('postalCode', { body: { data } });
    const answered = page.waitForResponse(/postalCode/);
    await donor.fill({ zip });
    await answered.then((response) => response.finished());
    await donor.fill({ phone: '09012345678' });
    await expect(donor.control('prefecture'), missing).toHaveValue('');
    await expect(donor.control('city'), missing).toHaveValue('');
  }
});

test('the days on offer follow year and month, and the years follow the calendar', {
  tag: [
    ...['@§4.19', '@§4.20', '@§4.21', '@§4.22', '@§4.23', '@§4.24', '@§4.25', '@§9.11', '@§9.12', '@§9.13'],
    ...['@§3.8', '@§3.11', '@§3.15', '@§9.10'],
  ],
}, async ({ page }) => {
  const donor = donorAt(page);
  await page.clock.setFixedTime(new Date('2026-12-31T23:30:00+09:00'));
  await donor.open();
  const offered = (name: string) =>
    donor
      .control(name)
      .locator('option:not([value=""])')
      .evaluateAll((all) => all.map((option) => option.getAttribute('value')));
  const upTo = (last: number) => Array.from({ length: last }, (_, index) => String(index + 1));
  await expect.poll(() => offered('birthDay')).toEqual(upTo(31));
  for (const [birthYear, birthMonth, days] of [
    ['2000', '2', 29],
    ['2001', '2', 28],
    ['2001', '4', 30],
    ['2001', '12', 31],
    ['', '4', 31],
  ] as const) {
    await donor.fill({ birthYear, birthMonth });
    await expect.poll(() => offered('birthDay'), `${birthYear}-${birthMonth}`).toEqual(upTo(days));
  }
  await donor.fill({ birthYear: '2001', birthMonth: '12', birthDay: '31' });
  await donor.fill({ birthMonth: '4' });
  await expect(donor.control('birthDay')).toHaveValue('');
  await expect(page.getByRole('status').filter({ hasText: '選んだ月にない日だったため' })).toHaveText(
    '選んだ月にない日だったため、日を空欄に戻しました。日を選び直してください。',
  );
  const years = (first: number, count: number, step: number) =>
    Array.from({ length: count }, (_, index) => String(first + step * index));
  await expect.poll(() => offered('birthYear')).toEqual(years(2016, 100, -1));
  await expect.poll(() => offered('expirationYear')).toEqual(years(2026, 10, 1));
  await expect
    .poll(() => offered('expirationMonth'))
    .toEqual(['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12']);
  const prefectures = await offered('prefecture');
  expect([prefectures.length, prefectures[0], prefectures[12], prefectures[46]]).toEqual([
    47,
    '北海道',
    '東京都',
    '沖縄県',
  ]);
  const genders = await page
    .locator('[name="gender"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('value')));
  expect(genders).toEqual(['男性', '女性', 'その他', '']);
  await donor.tick('expatriate');
  // the list comes in a file of its own
  await expect.poll(() => offered('country')).toContain('France');
  expect((await offered('country')).length).toBeGreaterThan(190);
});

test('the access token is fetched when the page opens and again every 14 minutes', {
  tag: ['@§4.15', '@§4.16', '@§9.1'],
}, async ({ page, sandbox }) => {
  await page.clock.install();
  await donorAt(page).open();
  const fetches = async () =>
    (await sandbox.requests()).filter(({ path }) => path === '/app/token.php').length;
  const token = () => page.evaluate(() => sessionStorage.getItem('accessToken'));
  const tokens: (string | null)[] = [null];
  for (const count of [1, 2, 3]) {
    await expect.poll(token).not.toBe(tokens.at(-1));
    tokens.push(await token());
    expect(await fetches()).toBe(count);
    // half a minute to spare: the clock goes on by itself too
    await page.clock.runFor(14 * 60_000 - 30_000);
    // whatever is said of a page that does not load
    await expect(page.getByRole('alert').filter({ hasText: '読み込' })).toHaveCount(0);
    expect(await fetches()).toBe(count);
    await page.clock.runFor(31_000);
  }
});

import type { Page } from '@playwright/test';
import { organisation } from '#organisation/organisation.ts';
import { emptyForm } from '../../../src/signup/form.ts';
import { minimumMessage } from '../../../src/signup/messages.ts';
import { methods } from '../../../src/signup/payment-methods.ts';
import { requiredFields } from '../../field-table.ts';
import { BANK_DEBIT, CARD } from '../support/donor.ts';
import { expect, formTest, test } from '../support/fixtures.ts';
import { listen } from '../support/page.ts';
import { openTyped, typedFormByBank } from '../support/seeded.ts';

const summary = (page: Page) => page.getByRole('region', { name: /入力内容をご確認ください/ });
const links = (page: Page) => summary(page).getByRole('link');
const next = (page: Page, label: string) => page.getByRole('button', { name: `次へ：${label}`, exact: true });

const required = requiredFields(emptyForm);

formTest(
  'an attempt to go on leads to a list of the errors, and that to each field',
  {
    tag: ['@§4.32', '@§5.1', '@§5.17', '@§5.18', '@§5.20', '@§5.21'],
  },
  async ({ page, donor }) => {
    const [lastName, count] = [donor.control('lastName'), required.length];
    await page.evaluate(() => {
      const watch = new MutationObserver(() => {
        if (document.getElementById('summary-title')?.textContent === '修正が済みました')
          document.body.id = 'called-corrected';
      });
      watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await donor.confirmInput();
    await expect(summary(page)).toBeFocused();
    // not even for a moment, in which it would get the focus
    await expect(page.locator('#called-corrected')).toHaveCount(0);
    const heard = await listen(page);
    await test.step('at each attempt; nothing else announces them', async () => {
      await donor.control('email').focus();
      await donor.confirmInput();
      await expect(summary(page)).toBeFocused();
      await expect(summary(page)).toBeInViewport();
      await expect(summary(page)).toContainText(`（${count}件）`);
      await expect(donor.bubbles).toHaveText(required.map(() => '必須項目です'));
      expect(await heard()).toEqual([]);
    });
    await test.step('each link brings its field into sight', async () => {
      for (const name of ['prefecture', 'securityCode', 'lastName'] as const) {
        await links(page).nth(required.indexOf(name)).click();
        await expect(donor.control(name)).toBeFocused();
        await expect(donor.control(name)).toBeInViewport();
      }
    });
    await test.step('it counts what is left, and moves nothing', async () => {
      const place = async () => (await lastName.boundingBox())?.y ?? Number.NaN;
      const before = await place();
      await donor.fill({ lastName: '山田' });
      await expect(summary(page)).toContainText(`（残り${count - 1}件）`);
      await expect(links(page)).toHaveCount(count - 1);
      // by no more than a part of a pixel, although rows above the window get shorter
      expect(Math.abs((await place()) - before)).toBeLessThan(2);
    });
    await test.step('a button leads from each error to the next', async () => {
      await next(page, '名').click();
      await expect.poll(heard).toEqual([`残り${count - 1}件です。`]);
      await expect(donor.control('firstName')).toBeFocused();
      await expect(donor.control('firstName')).toBeInViewport();
      await expect(next(page, 'ふりがな')).toBeVisible();
      await donor.control('securityCode').focus();
      await expect(next(page, '名')).toBeVisible();
      await donor.control('prefecture').focus();
      await expect(next(page, '市区町村')).toBeVisible();
    });
    await test.step('an error that has come since is counted at the next attempt', async () => {
      await donor.choose('price', 'other');
      await donor.leave('priceOther', '');
      await expect(donor.errorFor('priceOther')).toBeVisible();
      await expect(links(page)).toHaveCount(count - 1);
      await donor.confirmInput();
      await expect(summary(page)).toContainText(`（${count}件）`);
    });
  },
);

test('the list leads back to the button once all is corrected, and says so', async ({ page, donor }) => {
  await openTyped(page, { ...typedFormByBank, lastName: '' });
  await donor.confirmInput();
  const heard = await listen(page);
  await donor.fill({ lastName: '山' });
  await expect(page.getByRole('region', { name: '修正が済みました' })).toBeVisible();
  await expect(page).not.toHaveTitle(/エラー/);
  await donor.control('lastName').press('End');
  await page.keyboard.insertText('田');
  await page.getByRole('button', { name: '確認ボタンへ' }).click();
  await expect(page.getByRole('button', { name: '入力内容を確認する' })).toBeFocused();
  // once, though the donor went on typing
  await expect
    .poll(async () => (await heard()).filter((words) => words === '修正が済みました。'))
    .toHaveLength(1);
});

formTest('fields left one right after the other show an error each', async ({ page, donor }) => {
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    for (const name of ['email', 'phone', 'lastName']) {
      const control = form.elements.namedItem(name);
      if (!(control instanceof HTMLInputElement)) continue;
      control.focus();
      document.execCommand('insertText', false, '12');
      control.blur();
    }
  });
  await expect(donor.bubbles).toHaveCount(2);
  await donor.control('phone').fill('０９０-1234-5678');
  await expect(donor.errorFor('phone')).toHaveCount(0);
  await expect(donor.errorFor('email')).toBeVisible();
  await expect(donor.control('phone')).toBeFocused();
});

formTest('a change of payment checks the amount at once', async ({ page, donor }) => {
  const heard = await listen(page);
  const tooLittle = minimumMessage(methods[BANK_DEBIT]);
  await donor.choose('price', `${Math.min(...organisation.amounts)}`);
  await donor.choose('paymentMethod', BANK_DEBIT);
  await expect(donor.errorFor('price')).toContainText(tooLittle);
  await page.locator('[name="price"]:checked').press('Escape');
  await expect(donor.errorFor('price')).toHaveCount(0);
  await donor.choose('price', 'other');
  await donor.fill({ priceOther: `${methods[BANK_DEBIT].terms.minimum - 1}` });
  await donor.choose('paymentMethod', CARD);
  await expect(donor.bubbles).toHaveCount(0);
  await donor.choose('paymentMethod', BANK_DEBIT);
  await expect(donor.errorFor('priceOther')).toContainText(tooLittle);
  await expect.poll(heard).toContainEqual(`その他の金額（月額）：${tooLittle}`);
});

formTest(
  'a field that was hidden shows its error again, and only where it was checked',
  async ({ page, donor }) => {
    // the press that leaves the field also switches the address
    await donor.control('city').focus();
    await donor.tick('expatriate');
    await donor.control('city').focus();
    await donor.control('expatriate').uncheck({ force: true });
    await donor.control('city').focus();
    await expect(donor.errorFor('city')).toHaveCount(0);
    await donor.control('city').blur();
    await expect(donor.errorFor('city')).toBeVisible();

    await donor.fill({ cardNum: '4111' });
    await donor.confirmInput();
    const found = required.map((name) =>
      name === 'cardNum' ? '14〜16桁の数字を入力してください' : '必須項目です',
    );
    await expect(donor.bubbles).toHaveText(found);
    // the list at the top says the same; only screen readers read “必須項目です” in it
    await expect(links(page)).toContainText(found, { useInnerText: true });
    await expect(summary(page).locator('.visually-hidden')).toHaveCount(required.length - 1);
    await donor.tick('expatriate');
    await donor.choose('paymentMethod', BANK_DEBIT);
    const left = ['姓', '名', 'ふりがな', 'メールアドレス', '電話番号'];
    await expect(links(page)).toContainText(left);
    await donor.control('expatriate').uncheck({ force: true });
    await donor.choose('paymentMethod', CARD);
    // these were fields of the other address meanwhile
    const checkedNoMore = ['prefecture', 'city', 'street'];
    await expect(donor.bubbles).toHaveText(
      found.filter((_, at) => !checkedNoMore.includes(required[at] ?? '')),
    );
  },
);

formTest(
  'a bubble stands above its field, and a dismissed one comes back at each attempt to go on',
  {
    tag: ['@§2.40', '@§2.41', '@§2.42', '@§4.32'],
  },
  async ({ donor }) => {
    const email = donor.control('email');
    /** At most a line apart. */
    const standsAbove = (name: string) =>
      expect(async () => {
        const bubble = await donor.errorFor(name).boundingBox();
        const field = await donor.control(name).boundingBox();
        const { y = Number.NaN, height = Number.NaN } = bubble ?? {};
        expect(y + height).toBeLessThanOrEqual((field?.y ?? 0) + 1);
      }).toPass();
    await email.pressSequentially('hanako');
    await donor.control('prefecture').focus();
    await expect(donor.bubbles).toHaveText(['正しいメールアドレスを入力してください']);
    await email.focus();
    await expect(email).toHaveAccessibleName('メールアドレス');
    await standsAbove('prefecture');
    for (const dismiss of [() => donor.errorFor('email').click(), () => email.press('Escape')]) {
      await donor.leave('email', 'hanako');
      await standsAbove('email');
      await expect(email).toHaveAccessibleDescription(/正しいメールアドレスを入力してください.*例：/);
      await email.focus();
      await dismiss();
      await expect(donor.errorFor('email')).toHaveCount(0);
      await expect(email).toBeFocused();
      await expect(email).toHaveAccessibleDescription(/^例：/);
      // The field is still wrong, so the error stays.
      await expect(email).toHaveAttribute('aria-invalid', 'true');
      await donor.leave('email', '');
      await expect(donor.errorFor('email')).toContainText('必須項目です');
    }
    for (const isDismissedBefore of [true, true, false]) {
      if (isDismissedBefore) await donor.errorFor('email').click();
      await donor.confirmInput();
      await expect(donor.errorFor('email')).toContainText('必須項目です');
    }
  },
);

formTest('an error is announced once, when a changed field is left', async ({ page, donor }) => {
  const heard = await listen(page);
  const email = donor.control('email');
  await donor.leave('email', 'hanako');
  await expect(donor.errorFor('email')).toBeVisible();
  await email.focus();
  await email.blur();
  for (const [number, errors] of [
    ['1', 1],
    ['09012345678', 0],
    ['1', 1],
  ] as const) {
    await donor.leave('phone', number);
    await expect(donor.errorFor('phone')).toHaveCount(errors);
  }
  const ofPhone = '電話番号：09012345678の形式で入力してください';
  const announced = ['メールアドレス：正しいメールアドレスを入力してください', ofPhone, ofPhone];
  await expect.poll(heard).toEqual(announced);
  // still wrong, the donor has not changed it: moving through the form announces nothing
  await email.focus();
  await donor.control('city').focus();
  await donor.control('street').focus();
  await expect(donor.errorFor('city')).toBeVisible();
  await email.press('Escape');
  await expect.poll(heard).toEqual([...announced, 'メールアドレスのお知らせを閉じました。']);
  // no description to read at the key that corrects it
  await email.press('End');
  await email.pressSequentially('@example.jp');
  await expect(email).not.toHaveAttribute('aria-invalid');
  await expect(email).toHaveAccessibleDescription('');
  await email.blur();
  await expect(email).toHaveAccessibleDescription(/^例：/);
  await donor.tick('expatriate');
  await donor.control('city').fill('x');
  await donor.leave('city', '');
  await expect.poll(heard).toContainEqual('市（City）：必須項目です');
});

formTest('an email address that looks mistyped is corrected by one press', async ({ page, donor }) => {
  // The errors of a draft that is cleared do not count as corrected later.
  await donor.confirmInput();
  await donor.clearForm();
  await expect(page.getByText('入力内容を消去しました。')).toBeVisible();
  const heard = await listen(page);
  const email = donor.control('email');
  const question = page.getByRole('button', { name: 'hanako@gmail.com' });
  await email.focus();
  await page.keyboard.type('hanako@gmial.com');
  await expect(question).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(question).toBeFocused();
  await expect(donor.errorFor('email')).toHaveCount(0);
  await expect.poll(heard).toEqual(['もしかして：hanako@gmail.comですか？']);
  await page.keyboard.press('Enter');
  await expect(email).toHaveValue('hanako@gmail.com');
  await expect(email).toBeFocused();
  await expect(question).toHaveCount(0);
  // it does not move the box whose press brings it
  await email.fill('hanako@gmial.com');
  await page.getByText('活動報告メールを受け取る').click({ delay: 100 });
  await expect(question).toBeVisible();
  await expect(donor.control('mailMagazine')).not.toBeChecked();
});

for (const [by, press] of [
  ['a mouse', (page: Page) => page.locator('#go-on').click()],
  [
    'a screen reader, whose press leaves no field',
    (page: Page) => page.locator('#go-on').evaluate((button: HTMLElement) => button.click()),
  ],
] as const)
  formTest(
    `an attempt to go on announces nothing of the field that was typed into: by ${by}`,
    async ({ page, donor }) => {
      const heard = await listen(page);
      await donor.control('phone').pressSequentially('1');
      await press(page);
      await expect(summary(page)).toBeFocused();
      await donor.control('city').focus();
      expect(await heard()).toEqual([]);
    },
  );

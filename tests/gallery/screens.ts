import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { states } from '../../model-tests/states.ts';
import { BANK_DEBIT, type SignupForm } from '../../src/signup/form.ts';
import { completeDonorOverseas, withoutCard } from '../complete-donor.ts';
import { donorAt, TEST_CARD } from '../e2e/support/donor.ts';
import { reach, type Stage } from '../e2e/support/every-state.ts';
import { test } from '../e2e/support/fixtures.ts';
import {
  keptCard,
  openConfirm,
  openTyped,
  sessionWith,
  typedForm,
  typedFormByBank,
} from '../e2e/support/seeded.ts';

const widths = [320, 360, 768, 1280, 1920] as const;

const longForm: SignupForm = {
  ...typedForm,
  price: 'other',
  priceOther: '1234567',
  lastName: '勘解由小路左衛門佐',
  firstName: '寿限無五劫の擦り切れ',
  furigana: 'かでのこうじさえもんのすけじゅげむごこうのすりきれ',
  email: 'a-very-long-mailbox-name.with.many.parts+supporter2026@subdomain.of-a-long-domain.example.co.jp',
  city: '大島郡大和村大字湯湾釜字上ノ原小字下ノ谷',
  street:
    '12345-67-890 グランドメゾン・ヴィラージュ・シャンテ大和湯湾釜ロイヤルタワーイースト棟2001号室 様方',
  birthYear: '1980',
  birthMonth: '2',
  birthDay: '29',
  gender: 'その他',
  receipt: true,
};
const overseasForm = withoutCard(completeDonorOverseas);

const confirm = (form: SignupForm) => (stage: Stage) =>
  openConfirm(stage.page, sessionWith(form, { card: keptCard('token') }));
const input = (form: SignupForm) => (stage: Stage) => openTyped(stage.page, form);
const inputWithErrors =
  (form: SignupForm) =>
  async ({ page }: Pick<Stage, 'page'>) => {
    await openTyped(page, form);
    await donorAt(page).confirmInput();
    await donorAt(page).isAt('input.form.correcting');
  };
/** What one state can look like besides: other choices, long words. Large letters are looked at in every-state.spec.ts. */
const otherLooks: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'input: bank debit, a free amount, everything typed': input({ ...longForm, paymentMethod: BANK_DEBIT }),
  'input: overseas': input(overseasForm),
  'input: overseas, errors': inputWithErrors({ ...overseasForm, street: '', country: '', phone: '12' }),
  'input: long errors': inputWithErrors({
    ...longForm,
    priceOther: '100',
    zip: '123',
    phone: '4111111111111111',
  }),
  'input: an unusable card, a mistyped mail address, the question before clearing': async ({ page }) => {
    await openTyped(page, { ...typedForm, email: 'hanako@gmial.com' });
    await donorAt(page).fill({ ...TEST_CARD, cardNum: '36227206271667' });
    await page.getByRole('button', { name: '入力内容を消去する' }).click();
  },
  'input: long messages of a server': ({ page }) => {
    const messages = [
      'ご入力いただいたメールアドレスは、すでに別の支援者として登録されています。お心当たりのない場合は、<a href="/contact/">お問い合わせ窓口</a>までご連絡ください。',
      `エラーコード${'ABCDEF0123456789'.repeat(6)}`,
    ];
    return openTyped(page, typedForm, { messages });
  },
  'confirm: everything given, long': confirm(longForm),
  'confirm: overseas, bank debit': confirm({ ...overseasForm, paymentMethod: BANK_DEBIT }),
  'confirm: an earlier attempt without an answer': async ({ page }) => {
    await openTyped(page, typedFormByBank, {
      lastTry: { status: 'unanswered' },
      unanswered: [{ call: 'memberRegisterBank', key: 'key' }],
    });
    await donorAt(page).confirmInput();
    await donorAt(page).isAt('confirm');
  },
};

const screens = {
  ...Object.fromEntries(Object.keys(states).map((state) => [state, (stage: Stage) => reach(state, stage)])),
  ...otherLooks,
};

for (const [title, show] of Object.entries(screens)) {
  test(title, async ({ page, sandbox }, info) => {
    await show({ page, sandbox });
    for (const width of widths) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 780 });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        // a dialog stands where the page has been scrolled to, not at the page's beginning
        const fullPage = (await page.locator('dialog[open]').count()) === 0;
        const body = await page.screenshot({ fullPage, type: 'jpeg', quality: 60 });
        await info.attach(`${width} px, ${colorScheme}`, { body, contentType: 'image/jpeg' });
      }
    }
  });
}

const takePicture = (page: Page) => page.screenshot({ animations: 'disabled' });

/** Writes pictures side by side into a file. */
async function writeTogether(page: Page, path: string, pictures: readonly Buffer[]): Promise<void> {
  const images = pictures.map((one) => `<img src="data:image/png;base64,${one.toString('base64')}">`);
  await page.goto('about:blank');
  await page.setContent(
    `<style>body { display: inline-flex; gap: 24px; margin: 0; padding: 24px; background: #e6eff1 } img { border-radius: 20px }</style>${images.join('')}`,
  );
  await page.locator('body').screenshot({ path });
}

test('docs/screens.png: the input screen on a desk, and its errors on a phone', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1200, height: 780 });
  await openTyped(page);
  const desk = await takePicture(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await inputWithErrors({ ...typedForm, furigana: '', email: '', zip: '', phone: '' })({ page });
  await page.getByRole('button', { name: '次へ：ふりがな' }).click();
  await writeTogether(page, 'docs/screens.png', [desk, await takePicture(page)]);
});

const report = fileURLToPath(new URL('../../reports/model/index.html', import.meta.url));

test('docs/model-report.png: the paths of `npm run test:model`, and the steps of one', async ({ page }) => {
  test.skip(!existsSync(report), '`npm run test:model` writes the report');
  await page.setViewportSize({ width: 760, height: 780 });
  await page.goto(pathToFileURL(report).href);
  const path = page.getByRole('link', { name: /to “the confirm screen”/ }).first();
  await path.waitFor();
  const list = await takePicture(page);
  await path.click();
  await page.getByText('Test Steps').evaluate((heading) => heading.scrollIntoView());
  await writeTogether(page, 'docs/model-report.png', [list, await takePicture(page)]);
});

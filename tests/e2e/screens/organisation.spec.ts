import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { organisation } from '#organisation/organisation.ts';
import { readColours } from '../../../scripts/organisation/colours.ts';
import { organisationFolder } from '../../../scripts/organisation/folder.ts';
import { formatYen } from '../../../src/signup/amount/amount.ts';
import { emptyForm } from '../../../src/signup/form.ts';
import { expect, test } from '../support/fixtures.ts';

const { amounts, asks, links, payment, words } = organisation;

/** Brackets, paragraphs and terms around a sentence that is not there. */
const traces = ':is(p, dd, dt, li, small, h3):not([role], [aria-live]):empty';

test.use({ viewport: { width: 360, height: 740 } });

const asked: Readonly<Record<keyof typeof asks, [field: string, isAsked: boolean]>> = {
  birthDate: ['birthYear', asks.birthDate],
  gender: ['gender', asks.gender],
  mailings: ['receipt', asks.mailings],
  mailMagazine: ['mailMagazine', asks.mailMagazine],
  overseas: ['expatriate', asks.overseas],
};
const notAsked = Object.values(asked).flatMap(([name, isAsked]) => (isAsked ? [] : [name]));

async function hasNoTraces(page: Page) {
  await expect(page.locator(traces)).toHaveCount(0);
  await expect(page.locator('body')).not.toContainText(/（[\s、]*）|undefined|null|NaN/);
}

test('the form asks only what the organisation wants to know', async ({ page, donor }) => {
  // a link cannot choose a payment method that is not on offer
  await donor.open(payment.bank ? undefined : '/form/member?payment=bank');
  for (const [name, isAsked] of Object.values(asked))
    await expect(donor.control(name).first()).toBeVisible({ visible: isAsked });
  await expect(donor.control('paymentMethod')).toHaveCount(Object.values(payment).filter(Boolean).length);
  await expect(page.locator('label:has([name=price])')).toHaveText([
    ...amounts.map((amount) => `月${formatYen(amount)}`),
    'その他の金額',
  ]);
  if (!payment.bank) await expect(page.getByText('口座引落')).toHaveCount(0);
  const sentences = [words.furiganaPurpose, words.phonePurpose, words.mailMagazineEnd];
  for (const sentence of sentences.filter(Boolean)) await expect(page.getByText(sentence)).toBeVisible();
  if (asks.mailMagazine)
    await expect(donor.control('mailMagazine')).toHaveAccessibleDescription(words.mailMagazineEnd);
  await hasNoTraces(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await page.getByRole('button', { name: 'クレジットカードご利用時の注意事項' }).click();
  const notice = page.getByRole('dialog');
  for (const said of [payment.card?.stopping, words.officeHours])
    await expect(notice).toContainText(said ?? '');
  await hasNoTraces(page);
});

test('a donor signs up, and nothing is sent that the organisation does not ask', async ({
  page,
  donor,
  sandbox,
}) => {
  test.skip(organisationFolder.endsWith('src/organisation'), 'sign-ups.spec.ts signs up with this one.');
  await donor.open();
  await donor.fillHome();
  await donor.payByCard();
  await donor.confirmInput();
  await donor.isAt('confirm');
  await expect(donor.main).toContainText(`毎月${formatYen(organisation.usualAmount)}のご寄付`);
  await hasNoTraces(page);
  await donor.agreeAndSubmit();
  await donor.approvePayment();
  await page.waitForURL(`**${links.completion}`);

  const [registration] = await sandbox.registrations();
  const payload = { price: emptyForm.price, paymentAmount: organisation.usualAmount };
  expect(registration).toMatchObject({ status: 'complete', payload });
  expect(Object.keys(registration?.payload ?? {}).filter((name) => notAsked.includes(name))).toEqual([]);
});

test('a shared link shows whose form it is, without its parameters', async ({ page, sandbox }) => {
  await page.goto('/form/member?price=5000&utm_source=mail');
  const head = await page.evaluate(() => {
    const tags = document.head.querySelectorAll(
      'meta[property], meta[name=description], meta[name=theme-color]',
    );
    return Object.fromEntries(
      Array.from(tags, (tag) => [
        [tag.getAttribute('property') ?? tag.getAttribute('name'), tag.getAttribute('media')].join(''),
        tag.getAttribute('content'),
      ]),
    );
  });
  const { light, dark } = readColours(readFileSync(join(organisationFolder, 'colours.css'), 'utf8'));
  const { 'og:image': picture, 'og:image:width': _, 'og:image:height': __, ...rest } = head;
  expect(rest).toEqual({
    description: organisation.pageDescription,
    'og:type': 'website',
    'og:locale': 'ja_JP',
    'og:url': `${sandbox.url}/form/member`,
    'og:site_name': organisation.name,
    'og:title': `${organisation.purpose.join('')}｜${organisation.shortName}`,
    'og:description': organisation.pageDescription,
    'theme-color(prefers-color-scheme: light)': light.band,
    'theme-color(prefers-color-scheme: dark)': dark.band,
  });
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${sandbox.url}/form/member`);
  expect(picture === undefined).toBe(!existsSync(join(organisationFolder, 'share.png')));
  expect(picture ?? sandbox.url).toContain(sandbox.url);
  const icon = await page.locator('link[rel=icon]').getAttribute('href');
  for (const address of [icon, picture ?? icon]) {
    const { headers } = await fetch(new URL(address ?? '', page.url()));
    expect(headers.get('content-type')).toMatch(/^image\//);
  }
});

import { organisation } from '#organisation/organisation.ts';
import { formatYen } from '../../src/signup/amount.ts';
import { emptyForm } from '../../src/signup/form.ts';
import { donorAt } from '../e2e/donor.ts';
import { expect, test } from '../e2e/fixtures.ts';

const { amounts, asks, links, payment, words } = organisation;

/** Brackets, paragraphs and terms around a sentence that is not there. */
const traces = ':is(p, dd, dt, li, small, h3):not([role]):empty';

test.use({ viewport: { width: 360, height: 740 } });

test('a donor signs up by card at an organisation that asks for less, and nothing else is shown or sent', async ({
  page,
  sandbox,
}) => {
  const donor = donorAt(page);
  const hasNoTraces = async () => {
    await expect(page.locator(traces)).toHaveCount(0);
    await expect(page.locator('body')).not.toContainText(/（[\s、]*）|undefined|null|NaN/);
  };
  await donor.open();
  const asked = {
    birthYear: asks.birthDate,
    gender: asks.gender,
    receipt: asks.mailings,
    mailMagazine: asks.mailMagazine,
    expatriate: asks.overseas,
  };
  for (const [name, isAsked] of Object.entries(asked))
    await expect(donor.control(name).first()).toBeVisible({ visible: isAsked });
  await expect(donor.control('paymentMethod')).toHaveCount(Object.values(payment).filter(Boolean).length);
  await expect(page.locator('label:has([name=price])')).toHaveText([
    ...amounts.map((amount) => `月${formatYen(amount)}`),
    'その他の金額',
  ]);
  await expect(page.getByText('口座引落')).toHaveCount(0);
  for (const sentence of [words.furiganaPurpose, words.phonePurpose, words.mailMagazineEnd])
    await expect(page.getByText(sentence)).toBeVisible();
  await hasNoTraces();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  await page.getByRole('button', { name: 'クレジットカードご利用時の注意事項' }).click();
  await expect(page.getByRole('dialog')).toContainText(payment.card?.stopping ?? '');
  await hasNoTraces();
  await page.getByRole('link', { name: '閉じる' }).click();

  await donor.fillHome();
  await donor.payByCard();
  await donor.confirmInput();
  await donor.isAt('confirm');
  await expect(donor.main).toContainText(`毎月${formatYen(organisation.usualAmount)}のご寄付`);
  await hasNoTraces();
  await donor.agreeAndSubmit();
  await donor.answerBank('認証する');
  await page.waitForURL(`**${links.completion}`);

  const [registration] = await sandbox.registrations();
  const sent = Object.keys(registration?.payload ?? {});
  expect(registration).toMatchObject({
    status: 'complete',
    payload: { price: emptyForm.price, paymentAmount: organisation.usualAmount },
  });
  for (const [name, isAsked] of Object.entries(asked)) expect(sent.includes(name), name).toBe(isAsked);
});

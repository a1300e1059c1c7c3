import type { Route } from '@playwright/test';
import { completeDonor } from '../../complete-donor.ts';
import { BANK_DEBIT, CARD, type donorAt, homeDonor, LARGEST_PRICE, USUAL_PRICE } from '../support/donor.ts';
import { expect, tabTest as test } from '../support/fixtures.ts';
import { openConfirm } from '../support/seeded.ts';

type Donor = ReturnType<typeof donorAt>;

/** What a donor touches who has heard that no answer came, and brings back to what it was. */
const touches: Readonly<Record<string, (donor: Donor) => Promise<void>>> = {
  'the amount': async ({ choose }) => {
    await choose('price', LARGEST_PRICE);
    await choose('price', USUAL_PRICE);
  },
  'the payment method': async ({ choose }) => {
    await choose('paymentMethod', CARD);
    await choose('paymentMethod', BANK_DEBIT);
  },
  'a letter': async ({ fill }) => {
    await fill({ lastName: `${homeDonor.lastName}a` });
    await fill({ lastName: homeDonor.lastName, furigana: homeDonor.furigana });
  },
  'a box': async ({ control }) => {
    await control('mailMagazine').click();
    await control('mailMagazine').click();
  },
  'the postal code': async ({ fill, has }) => {
    await fill({ zip: '' });
    await fill({ zip: completeDonor.zip });
    await has({ city: completeDonor.city });
  },
  'the country': async ({ control }) => {
    await control('expatriate').click();
    await control('expatriate').click();
  },
  everything: async (donor) => {
    await donor.clearForm();
    await donor.fillHome();
    await donor.payByBank();
  },
};

for (const [what, touch] of Object.entries(touches))
  test(`${what} is changed and changed back after no answer came: one registration`, async ({
    page,
    donor,
    sandbox,
  }) => {
    await openConfirm(page);
    // The host registers it, and its answer is lost.
    const loseAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/memberRegisterBank.php', loseAnswer, { times: 1 });
    await donor.agreeAndSubmit();
    await donor.isAt('input.form.outcomeUnknown');
    await touch(donor);
    await donor.confirmInput();
    await donor.isAt('confirm.reviewing');
    await expect(donor.main).toContainText('二重登録にご注意ください');
    await donor.agreeAndSubmit();
    await donor.isComplete();
    expect(await sandbox.registrations()).toHaveLength(1);
  });

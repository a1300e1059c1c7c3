import { completeDonor } from '../../complete-donor.ts';
import { BANK_DEBIT, CARD, type donorAt, homeDonor, LARGEST_PRICE, USUAL_PRICE } from '../support/donor.ts';
import { expect, test } from '../support/fixtures.ts';
import { openConfirm } from '../support/seeded.ts';

type Donor = ReturnType<typeof donorAt>;

/** What a donor who got no answer changes, and changes back. */
const touches: Readonly<Record<string, (donor: Donor) => Promise<void>>> = {
  'one thing after the other': async ({ choose, control, fill, has }) => {
    for (const price of [LARGEST_PRICE, USUAL_PRICE]) await choose('price', price);
    for (const method of [CARD, BANK_DEBIT]) await choose('paymentMethod', method);
    await fill({ lastName: `${homeDonor.lastName}a` });
    await fill({ lastName: homeDonor.lastName, furigana: homeDonor.furigana });
    for (const box of ['mailMagazine', 'mailMagazine', 'expatriate', 'expatriate'])
      await control(box).click();
    await fill({ zip: '' });
    await fill({ zip: completeDonor.zip });
    await has({ city: completeDonor.city });
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
    await sandbox.setScenario('memberRegisterBank', { drop: 'after' });
    await donor.agreeAndSubmit();
    await donor.isAt('input.form.outcomeUnknown');
    await sandbox.clearScenarios();
    await touch(donor);
    await donor.confirmInput();
    await donor.isAt('confirm.reviewing');
    await expect(donor.main).toContainText('二重登録にご注意ください');
    await donor.agreeAndSubmit();
    await donor.isComplete();
    expect(await sandbox.registrations()).toHaveLength(1);
  });

import { expect, test } from '../support/fixtures.ts';

for (const method of ['card', 'bank'])
  test(`by ${method}, the form signs up under another name of its host`, { tag: ['@§3.37'] }, async ({
    page,
    donor,
    sandbox,
  }) => {
    const { origin } = Object.assign(new URL(sandbox.url), { hostname: '127.0.0.1' });
    await donor.open(`${origin}/form/member`);
    await donor.fillHome();
    if (method === 'card') await donor.signUpByCard();
    else {
      await donor.payByBank();
      await donor.confirmInput();
      await donor.isAt('confirm');
      await donor.agreeAndSubmit();
      await donor.isComplete();
    }
    expect(new URL(page.url()).origin).toBe(origin);
    expect(await sandbox.registrations()).toMatchObject([{ method, status: 'complete' }]);
  });

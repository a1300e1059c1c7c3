import { oldestBrowsers } from '../../scripts/browsers.ts';
import { allApis, browserNames, isMissing } from '../browsers/newer-apis.ts';
import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';

// The policy wants trusted types, which an old browser does not have.
test.use({ bypassCSP: true });

/** Takes away from the page what stands at these paths from its global object. */
function removeApis(paths: string[]): void {
  for (const path of paths) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let owner: unknown = window;
    for (const name of names) owner = Object.getOwnPropertyDescriptor(Object(owner), name)?.value;
    if (owner instanceof Object) Reflect.deleteProperty(owner, last);
  }
}

for (const browser of browserNames) {
  test(`without anything that ${browser} ${oldestBrowsers[browser]} does not have, a donor signs up`, async ({
    page,
    sandbox,
  }) => {
    const missing = allApis.filter((api) => isMissing(api, browser)).map(({ path }) => path);
    await page.addInitScript(removeApis, missing);
    const donor = donorAt(page);
    await donor.open();
    expect(await page.evaluate(() => 'canParse' in URL)).toBe(false);
    await donor.fillHome();
    await donor.payByCard();
    await donor.confirmInput();
    await donor.agreeAndSubmit();
    await donor.answerBank('認証する');
    await donor.isComplete();
    expect(await sandbox.registrations()).toMatchObject([{ method: 'card', status: 'complete' }]);
  });
}

import { oldestBrowsers } from '../../scripts/browsers.ts';
import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { type Api, allApis, browserNames, isMissing } from './newer-apis.ts';

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

const oldest = browserNames.map((browser) => `${browser} ${oldestBrowsers[browser]}`).join(', ');

test(`without anything that one of ${oldest} does not have, a donor signs up`, async ({ page, sandbox }) => {
  test.skip(
    test.info().project.name === 'firefox',
    'Playwright cannot put the policy aside through WebDriver BiDi',
  );
  const isMissingSomewhere = (api: Api) => browserNames.some((browser) => isMissing(api, browser));
  await page.addInitScript(
    removeApis,
    allApis.filter(isMissingSomewhere).map(({ path }) => path),
  );
  const donor = donorAt(page);
  await donor.open();
  expect(await page.evaluate(() => 'canParse' in URL)).toBe(false);
  await donor.fillHome();
  await donor.signUpByCard();
  expect(await sandbox.registrations()).toMatchObject([{ method: 'card', status: 'complete' }]);
});

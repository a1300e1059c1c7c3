import type { CompatStatement, Identifier } from '@mdn/browser-compat-data/types';
import { oldestBrowsers } from '../../../scripts/browsers.ts';
import { expect, test } from '../support/fixtures.ts';

// The policy wants trusted types, which an old browser does not have.
test.use({ bypassCSP: true });

type BrowserName = keyof typeof oldestBrowsers;
const browserNames: readonly BrowserName[] = ['safari_ios', 'chrome', 'firefox'];

/** An interface that scripts can use. */
interface Api {
  /** From the global object: `URL.canParse`, `Array.prototype.toSorted`. */
  path: string;
  support: CompatStatement['support'];
}

const numberOf = (version: string) => Number.parseFloat(version.replace('≤', ''));

/** Whether the oldest supported version of a browser lacks it, under its own name and without a flag. */
function isMissing({ support }: Api, browser: BrowserName): boolean {
  const oldest = oldestBrowsers[browser];
  return ![support[browser] ?? []].flat().some(({ version_added, version_removed, ...how }) => {
    if (!version_added || how.flags || how.prefix || how.alternative_name) return false;
    return numberOf(version_added) <= oldest && !(version_removed && numberOf(version_removed) <= oldest);
  });
}

function apisIn(data: Identifier | CompatStatement, pathsOf: (name: string) => string[]): Api[] {
  return Object.entries(data).flatMap(([name, { __compat }]: [string, Identifier]) =>
    __compat ? pathsOf(name).map((path) => ({ path, support: __compat.support })) : [],
  );
}

/** The members of a DOM interface. Those of `Window` and the like are on the global object. */
function domPaths(owner: string): (name: string) => string[] {
  return (name) => {
    if (name.endsWith('_event')) return [];
    if (name.endsWith('_static')) return [`${owner}.${name.replace(/_static$/, '')}`];
    return [owner === 'Window' ? name : `${owner}.prototype.${name}`];
  };
}

/** The paths of everything that one of the browsers lacks, members before what they belong to. */
async function missingApis(): Promise<string[]> {
  // It takes a quarter of a second, in each process that loads this file.
  const { default: compat } = await import('@mdn/browser-compat-data', { with: { type: 'json' } });
  const { builtins = {} } = compat.javascript;
  const all: Api[] = [
    ...Object.entries(compat.api).flatMap(([owner, data]) => apisIn(data, domPaths(owner))),
    ...apisIn(compat.api, (name) => [name]),
    ...Object.entries({ ...builtins, ...builtins.Intl }).flatMap(([owner, data]) =>
      // the data does not say which members are static
      apisIn(data, (name) => [`${owner}.${name}`, `${owner}.prototype.${name}`]),
    ),
    ...apisIn(builtins, (name) => [name]),
  ];
  return all.filter((api) => browserNames.some((browser) => isMissing(api, browser))).map(({ path }) => path);
}

/** Removes what is at these paths of the page's global object. */
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

test(`a donor signs up without anything that one of ${oldest} lacks`, async ({ page, donor, sandbox }) => {
  await page.addInitScript(removeApis, await missingApis());
  await donor.open();
  expect(await page.evaluate(() => 'canParse' in URL)).toBe(false);
  await donor.fillHome();
  await donor.signUpByCard();
  expect(await sandbox.registrations()).toMatchObject([{ method: 'card', status: 'complete' }]);
});

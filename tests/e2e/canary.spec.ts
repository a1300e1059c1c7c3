import type { BrowserContext, Page, Request, Route } from '@playwright/test';
import type { Sandbox as RunningSandbox } from '../../sandbox/sandbox.ts';
import type { CallName, Scenario } from '../../sandbox/scenarios.ts';
import { serveBuild } from '../../scripts/serve-build.ts';
import { ownPorts } from '../ports.ts';
import { CARD_NUMBER, findCard, findPerson, person, SECURITY_CODE } from '../security/canary.ts';
import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { reviewedByBank, seedSession } from './seeded.ts';

const errorHost = 'https://errors.example.net';
const gtmId = 'GTM-CANARY1';

// One worker for both, since they share a build of their own.
test.describe.configure({ mode: 'default' });

/** What was found, by the place where it was found. */
type Finds = Map<string, string[]>;

let sandbox: RunningSandbox;

/** A build with analytics, error reporting and the captcha that may ask, which the other tests' build has not. */
test.beforeAll(async () => {
  const { otherSandbox: port } = await ownPorts();
  const settings = {
    VITE_CAPTCHA_TYPE: 'invisible',
    VITE_GTM_ID: gtmId,
    VITE_SENTRY_DSN: `${errorHost.replace('//', '//key@')}/1`,
  };
  Object.assign(process.env, settings);
  try {
    sandbox = await serveBuild(port);
  } finally {
    for (const name in settings) delete process.env[name];
  }
});
test.afterAll(() => sandbox?.close());

async function setScenario(call: CallName, scenario: Scenario): Promise<void> {
  const url = `${sandbox.addresses.api}/sandbox/scenarios/${call}`;
  await fetch(url, { method: 'PUT', body: JSON.stringify(scenario) });
}
const clearScenarios = () => fetch(`${sandbox.addresses.api}/sandbox/scenarios`, { method: 'DELETE' });

/** The place that a request goes to, by the names in the rules below. */
function placeOf(request: Request): string {
  const { origin, pathname } = new URL(request.url());
  const { site, api, gateway } = sandbox.addresses;
  const names = new Map([
    [site, 'site'],
    [api, 'api'],
    [gateway, 'gateway'],
  ]);
  return `${request.method()} ${names.get(origin) ?? origin}${pathname.replace(/[0-9a-f-]{36}/, '…')}`;
}

/** Watches everything that leaves the page, is stored or is logged. */
async function listen(
  context: BrowserContext,
  card: Finds,
  personal: Finds,
  envelopes: string[],
): Promise<void> {
  const note = (place: string, text: string) => {
    for (const [finds, find] of [
      [card, findCard],
      [personal, findPerson],
    ] as const) {
      const found = find(text);
      if (found.length > 0) finds.set(place, [...new Set([...(finds.get(place) ?? []), ...found])]);
    }
  };
  context.on('request', (request) => {
    const { host, ...headers } = request.headers();
    note(placeOf(request), [request.url(), JSON.stringify(headers), request.postData() ?? ''].join('\n'));
    if (request.url().startsWith(errorHost)) envelopes.push(request.postData() ?? '');
  });
  context.on('console', (message) => note('console', message.text()));
  await context.exposeFunction('noteCanary', note);
  await context.addInitScript(() => {
    const tell = (place: string, value: unknown) => {
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
      const { noteCanary }: { noteCanary?: (place: string, text: string) => void } = Object(window);
      noteCanary?.(place, text);
    };
    for (const [name, channel] of [
      ['broadcast channel', BroadcastChannel.prototype],
      ['worker or port', MessagePort.prototype],
    ] as const) {
      const send = channel.postMessage;
      channel.postMessage = function (this: never, message: unknown, ...rest: never[]) {
        if (message !== null) tell(name, message);
        return Reflect.apply(send, this, [message, ...rest]);
      };
    }
    const setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key: string, value: string) {
      tell(this === window.localStorage ? 'local storage' : 'session storage', `${key}=${value}`);
      setItem.call(this, key, value);
    };
    for (const method of ['pushState', 'replaceState'] as const) {
      const change = history[method];
      history[method] = function (this: History, state: unknown, unused: string, url?: string | URL | null) {
        tell('history', `${JSON.stringify(state)} ${url}`);
        change.call(this, state, unused, url);
      };
    }
    addEventListener('pagehide', () => {
      tell('data layer', Reflect.get(window, 'dataLayer'));
      tell('cookies', document.cookie);
      tell('window name', window.name);
      tell('title', document.title);
    });
  });
}

/** Searches what the tab holds now. */
async function inspect(page: Page, card: Finds, personal: Finds): Promise<void> {
  const kept = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const cacheNames = await caches.keys();
    return {
      'data layer': JSON.stringify(Reflect.get(window, 'dataLayer') ?? null),
      'local storage': JSON.stringify({ ...localStorage }),
      'session storage': JSON.stringify({ ...sessionStorage }),
      cookies: document.cookie,
      address: location.href,
      'history state': JSON.stringify(history.state),
      title: document.title,
      'other storage': JSON.stringify([databases, cacheNames]),
    };
  });
  for (const [place, text] of Object.entries(kept)) {
    if (findCard(text).length > 0) card.set(place, findCard(text));
    if (findPerson(text).length > 0) personal.set(place, findPerson(text));
  }
}

test('card data goes to the gateway alone, and personal data to our API and the completion page alone', {
  tag: ['@§1.22', '@§3.21', '@§7.20'],
}, async ({ browser }) => {
  test.skip(
    test.info().project.name === 'firefox',
    'Playwright hears no request’s body through WebDriver BiDi',
  );
  const card: Finds = new Map();
  const personal: Finds = new Map();
  const envelopes: string[] = [];
  const readable: string[] = [];
  const context = await browser.newContext({ baseURL: sandbox.addresses.site, locale: 'ja-JP' });
  await listen(context, card, personal, envelopes);
  await context.route(`${errorHost}/**`, (route) => route.fulfill({ json: {} }));
  await context.route('https://www.googletagmanager.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${readAll})()` }),
  );
  const page = await context.newPage();
  const donor = donorAt(page);
  await context.addCookies([{ name: 'utmSource', value: 'spring', url: sandbox.addresses.site }]);

  const fillIn = async () => {
    const { zip, city, street, phone, ...names } = person;
    await donor.fill(names);
    await donor.fill({ zip });
    await expect(donor.control('city')).not.toHaveValue('');
    await donor.fill({ city, street, phone });
  };
  const payByCard = () => donor.payByCard({ cardNum: CARD_NUMBER, securityCode: SECURITY_CODE });
  const submitAgain = async () => {
    await payByCard();
    await donor.confirmInput();
    await donor.isAt('confirm');
    await inspect(page, card, personal);
    await donor.agreeAndSubmit();
  };

  /** Waits for the reports: a page that is left does not send them any more. */
  const hasReported = (...places: string[]) =>
    expect
      .poll(() =>
        [...new Set(envelopes.flatMap((envelope) => /"where":"(\w+)"/.exec(envelope)?.[1] ?? []))].toSorted(),
      )
      .toEqual(places);

  /** What a script of another site finds in the page when it runs. */
  const readAll = () =>
    console.debug('readable', JSON.stringify([performance.getEntries(), document.URL, document.referrer]));
  page.on('console', (message) => {
    if (message.text().startsWith('readable')) readable.push(message.text());
  });

  await donor.open();
  await fillIn();
  // a card number typed into the wrong field must not stay anywhere either
  await donor.fill({ street: `${person.street} ${CARD_NUMBER}` });
  await donor.control('phone').focus();
  await donor.fill({ street: person.street });
  await payByCard();
  await inspect(page, card, personal);

  // an error of ours that quotes all of it
  await page.evaluate(
    ([number, mail]) => {
      setTimeout(() => {
        throw new Error(`broken for ${mail}\n    at ${number} (https://www.example.org/?p=${mail})`);
      });
      void Promise.reject(new Error(`${number} ${mail}`));
    },
    [CARD_NUMBER, person.email],
  );

  await setScenario('gatewayToken', { body: { resultCode: '180' } });
  await donor.confirmInput();
  await donor.isAt('input.form.failed');
  await clearScenarios();
  await hasReported('cardGateway', 'promise', 'window');
  await page.reload();
  await donor.isAt('input');
  await inspect(page, card, personal);

  await setScenario('captchaToken', { status: 500, times: 1 });
  await setScenario('memberRegisterCard', {
    status: 400,
    body: { success: false, messages: ['<b>だめ</b>'] },
  });
  await submitAgain();
  await expect(donor.errors).toContainText('自動送信を防ぐための確認ができなかった');
  await setScenario('captchaToken', { body: { question: true }, times: 2 });
  const question = page.frameLocator('iframe[title=captcha]').getByRole('button');
  await donor.submitButton.click();
  await expect(question).toBeVisible();
  // beside the question, which closes it
  await page.mouse.click(5, 5);
  await donor.isAt('confirm.reviewing');
  await expect(donor.errors).toContainText('質問が閉じられたため、お申し込みは送信されていません');
  await donor.submitButton.click();
  await question.click();
  await donor.isAt('input.form.failed');
  await clearScenarios();
  // The host has explained its refusal, so it is no error.
  await hasReported('captcha', 'cardGateway', 'promise', 'window');

  await setScenario('memberVerifyCard', { status: 400, times: 1 });
  await submitAgain();
  await donor.answerBank('認証する');
  await donor.isAt('input.form.failed');
  await inspect(page, card, personal);

  await submitAgain();
  await donor.answerBank('認証する');
  await donor.isComplete();
  const atCompletion: [Finds, Finds] = [new Map(), new Map()];
  await inspect(page, ...atCompletion);
  expect(Object.fromEntries(atCompletion[0])).toEqual({});
  expect([...atCompletion[1].keys()], 'nothing of the person stays in the tab').toEqual([]);

  expect(Object.fromEntries(card), 'the card').toEqual({
    'POST gateway/token': expect.arrayContaining(['cardNum', 'securityCode']),
  });
  expect([...personal.keys()].toSorted(), 'the person').toEqual(
    [
      'POST api/app/memberRegisterCard.php',
      'POST api/app/postalCode.php',
      'POST site/support/donation/member/complete.php',
      'session storage',
    ].toSorted(),
  );
  expect(personal.get('POST api/app/postalCode.php')).toEqual(['zip']);

  await hasReported('captcha', 'cardGateway', 'memberVerifyCard', 'promise', 'window');
  for (const kind of [/"failure":"refused"/, /"failure":"notSent"/, /"release":"[\w-]{8}"/])
    expect(envelopes.join()).toMatch(kind);
  for (const envelope of envelopes) {
    expect(findCard(envelope).concat(findPerson(envelope))).toEqual([]);
    expect(envelope).not.toMatch(/accessId|csrfToken|registerToken|\?p=|"infer_ip":"auto"/);
  }

  expect(readable.length, 'pages with the tag manager').toBeGreaterThan(2);
  expect(readable.join(), 'the bank’s proof').not.toContain('?p=');

  const api = `${sandbox.addresses.api}/sandbox`;
  const stored = await Promise.all(
    ['registrations', 'requests'].map(async (list) => (await fetch(`${api}/${list}`)).text()),
  );
  expect(stored.join('')).toContain(person.email);
  expect(findCard(stored.join('')), 'the API').toEqual([]);
  await context.close();
});

test('analytics and error reports may fail in any way: donors sign up all the same', async ({ browser }) => {
  const broken = (route: Route) => route.fulfill({ status: 500, body: 'error' });
  const throwing = (route: Route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("theirs")' });
  const silent = () => {};
  for (const [how, failAnalytics, failReports] of [
    ['broken', throwing, broken],
    ['never answering', silent, silent],
  ] as const) {
    await fetch(`${sandbox.addresses.api}/sandbox/reset`, { method: 'POST' });
    const context = await browser.newContext({ baseURL: sandbox.addresses.site, locale: 'ja-JP' });
    await context.route('https://www.googletagmanager.com/**', failAnalytics);
    await context.route(`${errorHost}/**`, failReports);
    const page = await context.newPage();
    const donor = donorAt(page);
    await seedSession(page, reviewedByBank);
    // one failure first, so that there is something to report
    await setScenario('memberRegisterBank', { status: 400, times: 1 });
    await page.goto('/form/member/confirm', { waitUntil: 'commit' });
    await donor.agreeAndSubmit();
    await donor.isAt('input.form.failed');
    await donor.confirmInput();
    await donor.agreeAndSubmit();
    await donor.isComplete();
    const registrations: unknown = await (
      await fetch(`${sandbox.addresses.api}/sandbox/registrations`)
    ).json();
    expect(registrations, how).toHaveLength(1);
    await context.close();
  }
});

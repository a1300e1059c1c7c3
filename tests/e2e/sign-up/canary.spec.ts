import type { BrowserContext, Page, Request } from '@playwright/test';
import { captchaClosed, captchaUnavailable, openInAnotherTab } from '../../../src/signup/messages.ts';
import { BANK_DEBIT, donorAt } from '../support/donor.ts';
import { expect, type Sandbox, test } from '../support/fixtures.ts';
import { openConfirm, openCopy } from '../support/seeded.ts';

/** A card number that no other file contains. Its check digit is right, so the form and the sandbox accept it. */
const cardNum = '4929739182640576';
const securityCode = '7391';

/** A person whose words occur nowhere else. */
const person = {
  lastName: '金糸雀',
  firstName: '鳴海',
  furigana: 'かなりあなるみ',
  email: 'canary.zq7391@example.jp',
  zip: '1500001',
  street: '九丁目七三九番地カナリア荘',
  phone: '08073917391',
};

/** Whether something contains a text: as typed, in an address, in a form's body, in JSON's escapes, or in base64. */
function holds(haystack: string, text: string): boolean {
  const escaped = text.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16)}`);
  const base64 = Buffer.from(text).toString('base64').replace(/=+$/, '');
  return [text, encodeURIComponent(text), escaped, base64].some((shape) => haystack.includes(shape));
}

/** Which parts of the card a text contains. */
function findCard(text: string): string[] {
  const digits = text.replace(/(?<=\d)[ -](?=\d)/g, '');
  // Identifiers, times and longer numbers may contain a short code by chance.
  const words = text.replace(/[0-9a-z_-]{12,}/gi, (word) => (/^\d+$/.test(word) ? word : ''));
  return [
    ...(holds(digits, cardNum) || digits.includes(cardNum.slice(0, 12)) ? ['cardNum'] : []),
    ...(new RegExp(`(?<![\\w.])${securityCode}(?![\\w.])`).test(words) ? ['securityCode'] : []),
  ];
}

/** Which words of the person a text contains. */
function findPerson(text: string): string[] {
  const plain = text.replace(/(?<=\d)-(?=\d)/g, '');
  return Object.entries(person).flatMap(([name, word]) => (holds(plain, word) ? name : []));
}

const errorHost = 'https://errors.example.net';

test.use({
  // Unlike other tests' builds: with analytics, error reports, a captcha that may ask, and without idempotency keys.
  settings: {
    VITE_CAPTCHA_TYPE: 'invisible',
    VITE_GTM_ID: 'GTM-CANARY1',
    VITE_IDEMPOTENCY_KEY: '',
    VITE_SENTRY_DSN: `${errorHost.replace('//', '//key@')}/1`,
  },
  expectedFaults: /broken for|theirs/,
});
// In one worker, which makes that build once.
test.describe.configure({ mode: 'default' });

/** What left the page, was stored, or was logged: where, and in which words. */
type Trace = [place: string, text: string];

/** Where `find` finds something, and what. */
function findsIn(traces: readonly Trace[], find: (text: string) => string[]): Record<string, string[]> {
  const finds: Record<string, string[]> = {};
  for (const [place, text] of traces)
    if (find(text).length > 0)
      finds[place] = [...new Set([...(finds[place] ?? []), ...find(text)])].toSorted();
  return finds;
}

/** Notes what a page sends to other pages, stores, and puts into the history. Runs in the page. */
function watchPage(): void {
  const watch = (owner: object, name: string, placeOf: (self: unknown) => string) => {
    const original: unknown = Reflect.get(owner, name);
    if (!(original instanceof Function)) throw new Error(name);
    Reflect.set(owner, name, function (this: unknown, ...given: unknown[]) {
      const { noteTrace }: { noteTrace?: (place: string, text: string) => void } = Object(window);
      // React's own messages to itself are null
      if (given[0] !== null) noteTrace?.(placeOf(this), JSON.stringify(given));
      return Reflect.apply(original, this, given);
    });
  };
  watch(BroadcastChannel.prototype, 'postMessage', () => 'broadcast channel');
  watch(MessagePort.prototype, 'postMessage', () => 'worker or port');
  watch(Storage.prototype, 'setItem', (self) => `${self === localStorage ? 'local' : 'session'} storage`);
  for (const name of ['pushState', 'replaceState']) watch(History.prototype, name, () => 'history');
}

/** Collects the traces of all pages from now on. */
async function watch(context: BrowserContext, sandbox: Sandbox): Promise<Trace[]> {
  const traces: Trace[] = [];
  const hosts = new Map([
    [sandbox.url, 'site'],
    [sandbox.api, 'api'],
    [sandbox.gateway, 'gateway'],
  ]);
  const placeOf = (request: Request) => {
    const { origin, pathname } = new URL(request.url());
    return `${request.method()} ${hosts.get(origin) ?? origin}${pathname}`;
  };
  context.on('request', (request) => {
    const { host, ...headers } = request.headers();
    const parts = [request.url(), JSON.stringify(headers), request.postData() ?? ''];
    traces.push([placeOf(request), parts.join('\n')]);
  });
  context.on('console', (message) => traces.push(['console', message.text()]));
  await context.exposeFunction('noteTrace', (...trace: Trace) => void traces.push(trace));
  await context.addInitScript(watchPage);
  return traces;
}

/** What the tab holds now. */
const heldIn = (page: Page): Promise<Trace[]> =>
  page.evaluate(async () =>
    Object.entries({
      'data layer': Reflect.get(window, 'dataLayer'),
      'local storage': { ...localStorage },
      'session storage': { ...sessionStorage },
      'other storage': [await indexedDB.databases(), await caches.keys(), document.cookie, window.name],
      'address and title': [location.href, history.state, document.title],
    }).map(([place, value]) => [place, JSON.stringify(value) ?? '']),
  );

/** What a script of another site finds in the page when it runs. */
const readAll = () =>
  console.debug('readable', JSON.stringify([performance.getEntries(), document.URL, document.referrer]));

test('what a donor types reaches only those it is for', {
  tag: ['@§1.22', '@§3.21', '@§7.20'],
}, async ({ page, donor, context, sandbox }) => {
  const traces = await watch(context, sandbox);
  const reports = () =>
    traces.flatMap(([place, text]) => (place.startsWith(`POST ${errorHost}`) ? text : []));
  /** Waits for the reports: a page that has been left no longer sends them. */
  const hasReported = (...places: string[]) =>
    expect
      .poll(() =>
        [...new Set(reports().flatMap((text) => /"where":"(\w+)"/.exec(text)?.[1] ?? []))].toSorted(),
      )
      .toEqual(places);
  const lookAtTab = async () => void traces.push(...(await heldIn(page)));
  // neither answers or works, and the donor can go on
  await context.route(`${errorHost}/**`, () => {});
  await context.route('https://www.googletagmanager.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${readAll})(); throw new Error("theirs")` }),
  );
  await context.route('https://www.googletagmanager.com/**', () => {}, { times: 1 });

  const payByCard = () => donor.payByCard({ cardNum, securityCode });

  await test.step('everything is typed, the card number first into the wrong field', async () => {
    await donor.open();
    await donor.fill({ ...person, street: `${person.street} ${cardNum}` });
    await expect(donor.control('city')).not.toHaveValue('');
    await donor.fill({ street: person.street });
    await payByCard();
    await lookAtTab();
  });

  await test.step('errors of ours that quote all of it, and a failing gateway', async () => {
    await page.evaluate(
      ([number, mail]) => {
        setTimeout(() => {
          throw new Error(`broken for ${mail}\n    at ${number} (https://www.example.org/?p=${mail})`);
        });
        void Promise.reject(new Error(`broken for ${number} ${mail}`));
      },
      [cardNum, person.email],
    );
    await sandbox.setScenario('postalCode', { status: 500 });
    await donor.fill({ zip: '1000001' });
    await hasReported('postalCode', 'promise', 'window');
    await donor.fill({ zip: person.zip });
    await sandbox.setScenario('gatewayToken', { body: { resultCode: '180' } });
    await donor.confirmInput();
    await donor.isAt('input.form.failed');
    await sandbox.clearScenarios();
    await hasReported('cardGateway', 'postalCode', 'promise', 'window');
    await page.reload();
    await donor.isAt('input');
    await lookAtTab();
  });

  await test.step('a captcha that fails, and whose question is closed', async () => {
    await sandbox.setScenario('captchaToken', { status: 500, times: 1 });
    await payByCard();
    await donor.confirmInput();
    await donor.isAt('confirm');
    await lookAtTab();
    await donor.agreeAndSubmit();
    await expect(donor.errors).toContainText(captchaUnavailable);
    await hasReported('captcha', 'cardGateway', 'postalCode', 'promise', 'window');
    await sandbox.setScenario('captchaToken', { body: { question: true }, times: 2 });
    const question = page.frameLocator('iframe[title=captcha]').getByRole('button');
    await page.getByRole('button', { name: '送信する' }).click();
    await expect(question).toBeVisible();
    // beside the question, which closes it
    await page.mouse.click(5, 5);
    await donor.isAt('confirm.reviewing');
    await expect(donor.errors).toContainText(captchaClosed);
    await page.getByRole('button', { name: '送信する' }).click();
    await expect(question).toBeVisible();
    // a slow answer does not count as closing the question
    await sandbox.setScenario('captchaToken', { delayMs: 1000, times: 1 });
    await question.click();
  });

  await test.step('a payment that is not settled, and then bank debit', async () => {
    await sandbox.setScenario('memberVerifyCard', { status: 400, times: 1 });
    await donor.approvePayment();
    await donor.isAt('input.form.failed');
    await hasReported('captcha', 'cardGateway', 'postalCode', 'promise', 'verifyCard', 'window');
    await donor.choose('paymentMethod', BANK_DEBIT);
    await donor.apply();
    await donor.isComplete();
  });

  const left = await heldIn(page);
  expect([findsIn(left, findCard), findsIn(left, findPerson)], 'nothing stays in the tab').toEqual([{}, {}]);
  expect(findsIn(traces, findCard), 'the card').toEqual({
    'POST gateway/token': ['cardNum', 'securityCode'],
  });
  expect(findsIn(traces, findPerson), 'the person').toEqual({
    'POST api/app/memberRegisterBank.php': expect.anything(),
    'POST api/app/memberRegisterCard.php': expect.anything(),
    'POST api/app/postalCode.php': ['zip'],
    'POST site/support/donation/member/complete.php': expect.anything(),
    'session storage': expect.anything(),
  });
  for (const kind of [/"failure":"refused"/, /"failure":"notSent"/, /"release":"[\w-]{8}"/])
    expect(reports().join()).toMatch(kind);
  expect(reports().join()).not.toMatch(/accessId|csrfToken|registerToken|\?p=|"infer_ip":"auto"/);

  const readable = traces.filter(([place, text]) => place === 'console' && text.startsWith('readable'));
  expect(readable.length, 'pages with the tag manager').toBeGreaterThan(1);
  expect(readable.join(), 'the bank’s proof').not.toContain('?p=');

  const stored = JSON.stringify([await sandbox.registrations(), await sandbox.requests()]);
  expect(stored).toContain(person.email);
  expect(findCard(stored), 'the API').toEqual([]);
});

test('two tabs with one application say so where the host would register both', async ({ page, donor }) => {
  await openConfirm(page);
  await donor.isAt('confirm.reviewing');
  const copy = await openCopy(page);
  for (const tab of [copy, page]) await expect(donorAt(tab).main).toContainText(openInAnotherTab);
});

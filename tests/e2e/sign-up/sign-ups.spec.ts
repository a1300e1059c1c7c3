import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { readInlineHashes } from '../../../deploy/built-site.ts';
import { findListedScript, scriptInventory } from '../../../deploy/script-inventory.ts';
import { sandboxSettings } from '../../../sandbox/settings.ts';
import { readSettings } from '../../../src/settings.ts';
import { paymentMethods } from '../../../src/signup/form.ts';
import { methods } from '../../../src/signup/payment-methods.ts';
import { donorsCompletion } from '../../complete-donor.ts';
import { expect, type Sandbox, test } from '../support/fixtures.ts';
import { hold, savedSession } from '../support/page.ts';
import { typedForm } from '../support/seeded.ts';

const { priceOther: _, gender, paymentMethod, expirationMonth, expirationYear, ...typed } = typedForm;
/** The payload of a donor at home who leaves everything as it is. */
const home = {
  ...typed,
  state: typed.prefecture,
  paymentAmount: 3000,
  utmSource: '',
  utmMedium: '',
  utmCampaign: '',
  utmContent: '',
  recaptchaToken: expect.any(String),
};

const token = ['GET /app/token.php', null, 200];
const lookUp = ['POST /app/postalCode.php', { postalCode: '1000001' }, 200];
const completion = '/support/donation/member/complete.php';

/** The sandbox refuses a call without the right tokens: its own, the captcha's, the card's and the bank's. */
const calls = async (sandbox: Sandbox) =>
  (await sandbox.requests())
    .filter(({ host }) => host !== 'gateway')
    .map(({ method, path, body, status }) => [`${method} ${path}`, body, status])
    .toReversed();
const pressTwice = (page: Page) => (words: string) => page.getByRole('button', { name: words }).dblclick();

/** Another name of the site's host than the settings have. */
const otherSite = ({ url }: Sandbox) => url.replace('localhost', '127.0.0.1');

/** Looks at the scripts of the form's pages while a donor goes from screen to screen. */
function watchScripts(page: Page, sandbox: Sandbox, site: string) {
  const inventory = scriptInventory(readSettings(sandboxSettings(Number(new URL(sandbox.url).port))));
  const builtInline = readInlineHashes(sandbox.distFolder).scripts;
  let screen = 'input';
  const loaded = new Set<string>();
  page.on('request', (request) => {
    const isOfForm = request.frame().url().startsWith(`${site}/form/`);
    if (request.resourceType() !== 'script' || !isOfForm) return;
    const listed = findListedScript(inventory, site, request.url());
    const isAllowed = listed?.screens.some((allowed) => allowed === screen);
    loaded.add((isAllowed && listed?.name) || `not listed on ${screen}: ${request.url()}`);
  });
  return {
    isOn: (next: string) => {
      screen = next;
    },
    async areBuiltInline() {
      const texts = await page.evaluate(() =>
        [...document.scripts].filter(({ src }) => src === '').map(({ text }) => text),
      );
      const hashes = texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
      expect(builtInline).toEqual(expect.arrayContaining(hashes));
    },
    areInventory: () => expect([...loaded].toSorted()).toEqual(inventory.map(({ name }) => name).toSorted()),
  };
}

for (const method of paymentMethods.filter((each) => !methods[each].needsCard)) {
  const { shortName, registers } = methods[method];
  test(`by ${shortName}, under another name of the host, with no option and two presses: every word that goes out`, {
    tag: [
      ...['@§1.5', '@§3.5', '@§3.6', '@§3.13', '@§3.14', '@§3.29', '@§4.2', '@§4.17', '@§5.22', '@§7.15'],
      ...['@§7.16', '@§9.3'],
    ],
  }, async ({ page, donor, sandbox }) => {
    await donor.open(`${otherSite(sandbox)}/form/member`);
    await donor.fillHome();
    await donor.choose('paymentMethod', method);
    await donor.confirmInput();
    await donor.isAt('confirm');
    const application = page.waitForRequest(`**/${registers}.php`);
    await donor.agreeAndSubmit(pressTwice(page));
    // 128 random bits: with another application's key, the host would take this one for a repeat
    const key = expect.stringMatching(/^[0-9a-z]{20,}-[0-9a-z]+-0$/);
    expect((await application).headers()).toMatchObject({ 'idempotency-key': key });
    await donor.isComplete();
    expect(page.url()).toBe(otherSite(sandbox) + completion);
    expect(await calls(sandbox)).toEqual([
      token,
      lookUp,
      [`POST /app/${registers}.php`, { ...home, paymentMethod: method }, 200],
      [`POST ${completion}`, donorsCompletion, 200],
    ]);
  });
}

test('by card, under another name of the host, with every option: every word that goes out or is stored, and every script loaded', {
  tag: [
    ...['@§1.4', '@§1.6', '@§1.22', '@§2.1', '@§2.2', '@§2.3', '@§2.30', '@§2.43', '@§2.64', '@§2.68'],
    ...['@§3.1', '@§3.2', '@§3.3', '@§3.4', '@§3.5', '@§3.7', '@§3.10', '@§3.15', '@§3.16', '@§3.17'],
    ...['@§3.18', '@§3.19', '@§3.20', '@§3.21', '@§3.22', '@§3.23', '@§3.24', '@§3.25', '@§3.28', '@§3.29'],
    ...['@§3.30', '@§3.31', '@§3.32', '@§3.33', '@§3.34', '@§3.35', '@§3.36', '@§3.37', '@§4.1', '@§4.3'],
    ...['@§4.4', '@§4.5', '@§4.6', '@§4.7', '@§4.8', '@§4.9', '@§4.15', '@§4.18', '@§4.27', '@§4.28'],
    ...['@§4.29', '@§5.13', '@§6.2', '@§7.1', '@§7.3', '@§7.4', '@§7.5', '@§7.6', '@§7.10', '@§7.11'],
    ...['@§7.13', '@§7.14', '@§7.17', '@§7.18', '@§7.19', '@§9.2', '@§9.9', '@§9.19'],
  ],
}, async ({ page, donor, sandbox, context }) => {
  const site = otherSite(sandbox);
  // the sandbox does not log these
  const toGateway: [string, unknown][] = [];
  const onSite: string[] = [];
  const referrers = new Set<string>();
  const scripts = watchScripts(page, sandbox, site);
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    // of a page with what the bank sent in its address, a referrer may name the host only
    const { referer = '' } = request.headers();
    const isHost = /^(https?:\/\/[^/]+\/)?$/.test(referer);
    if (!isHost && !referer.startsWith(sandbox.gateway)) referrers.add(referer);
    const isPost = request.method() === 'POST';
    if (origin === sandbox.gateway && isPost && !pathname.startsWith('/3ds/'))
      toGateway.push([pathname, JSON.parse(request.postData() ?? 'null')]);
    else if (origin === site && (isPost || !/^\/(form\/|favicon\.ico$)/.test(pathname)))
      onSite.push(pathname);
  });
  const pageViews = () => page.evaluate(() => window.dataLayer);
  const campaign = { utmSource: 'newsletter', utmMedium: 'メール', utmCampaign: '春', utmContent: 'a b' };
  await context.addCookies(
    Object.entries(campaign).map(([name, value]) => ({
      name,
      value: encodeURIComponent(value),
      url: site,
    })),
  );
  const birthDate = { birthYear: '1980', birthMonth: '2', birthDay: '29' };
  const completionOfDonor = { ...donorsCompletion, price: '12345' };

  await test.step('input', async () => {
    await donor.open(`${site}/form/member`);
    await scripts.areBuiltInline();
    await donor.fillHome();
    await donor.choose('price', 'other');
    await donor.fill({ priceOther: '12345', ...birthDate });
    await donor.choose('gender', '女性');
    await donor.control('mailMagazine').uncheck({ force: true });
    await donor.tick('receipt');
    await donor.tick('annualReport');
    await donor.payByCard({ cardNum: '' });
    await donor.control('cardNum').pressSequentially('4111 1111 1111 1111');
    await donor.confirmInput();
    await donor.isAt('confirm');
    scripts.isOn('confirm');
  });

  const maskedCardNumber = '************1111';
  await test.step('confirm', async () => {
    await expect(page).toHaveURL(`${site}/form/member/confirm`);
    await scripts.areBuiltInline();
    await expect.poll(pageViews).toEqual([
      { event: 'page_view', page_kind: 'input', page_path: '/form/member' },
      { event: 'page_view', page_kind: 'confirm', page_path: '/form/member/confirm' },
    ]);
    const { lastName, street } = home;
    const card = { cardToken: expect.any(String), maskedCardNumber, issuedAt: expect.any(Number) };
    await expect
      .poll(() => savedSession(page))
      .toMatchObject({ form: { lastName, street, paymentMethod }, card });
    const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    expect(kept).not.toMatch(/4111 ?1111|securityCode/);
    expect(await calls(sandbox)).toEqual([token, lookUp]);
    expect(toGateway.map(([path]) => path)).toEqual(['/token']);
    const accessToken = await page.evaluate(() => sessionStorage.getItem('accessToken'));
    expect((await sandbox.requests()).at(-1)?.answer).toMatchObject({ token: accessToken });
  });

  let settling = {};
  await test.step('the bank and back, under the same name', async () => {
    const settle = await hold(page, '**/memberVerifyCard.php');
    const returned = page.waitForRequest(/\/form\/member\/callback\?p=/);
    await donor.agreeAndSubmit(pressTwice(page));
    await page.waitForURL(`${sandbox.gateway}/**`);
    scripts.isOn('callback');
    await donor.approvePayment();
    const p = new URL((await returned).url()).searchParams.get('p') ?? '';
    const callback = JSON.parse(Buffer.from(p, 'base64').toString());
    await donor.isAt('callback.verifying');
    await scripts.areBuiltInline();
    const readable = await page.evaluate(() =>
      JSON.stringify([document.URL, document.referrer, history.state, { ...sessionStorage }]),
    );
    expect(readable).not.toContain(p);
    expect(await pageViews()).toEqual([]);
    const registration = { registerToken: expect.any(String), completion: completionOfDonor };
    const lastTry = { status: 'unanswered' };
    const unanswered = [{ call: 'verifyCard' }];
    await expect
      .poll(() => savedSession(page))
      .toMatchObject({ card: null, registration, lastTry, unanswered });
    const { registerToken } = (await savedSession(page)).registration;
    settling = { accessId: callback.accessId, gmoCsrfToken: callback.csrfToken, registerToken };
    settle();
    await donor.isComplete();
  });

  const application = {
    ...home,
    ...birthDate,
    ...campaign,
    birthDate: '1980-2-29',
    gender: '女性',
    price: 'other',
    priceOther: 12345,
    paymentAmount: 12345,
    mailMagazine: false,
    receipt: true,
    annualReport: true,
    paymentMethod,
    expirationMonth,
    expirationYear,
    cardExpiryMonth: expirationMonth,
    cardExpiryYear: expirationYear,
    cardToken: expect.any(String),
    token: expect.any(String),
    maskedCardNumber,
    callbackUrl: `${site}/form/member/callback`,
  };
  expect(await calls(sandbox)).toEqual([
    token,
    lookUp,
    ['POST /app/memberRegisterCard.php', application, 200],
    token,
    ['POST /app/memberVerifyCard.php', settling, 200],
    [`POST ${completion}`, completionOfDonor, 200],
  ]);
  const cardEntry = {
    apiKey: 'sandbox-api-key',
    cardno: '4111111111111111',
    expire: `${expirationYear}12`,
    securitycode: '123',
    holdername: '',
    tokennumber: '1',
  };
  expect(toGateway).toEqual([
    ['/token', cardEntry],
    ['/captcha/token', null],
  ]);
  expect(onSite).toEqual([completion]);
  expect([...referrers]).toEqual([]);
  scripts.areInventory();
});

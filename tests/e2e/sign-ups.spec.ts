import type { Page, Request } from '@playwright/test';
import { donorsCompletion } from '../complete-donor.ts';
import { BANK_DEBIT, CARD, donorAt } from './donor.ts';
import { expect, type Sandbox, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { typedForm } from './seeded.ts';

type Donor = ReturnType<typeof donorAt>;
type Call = { call: string; authorization: string | null; body: unknown };

const bodyOf = (request: Request): unknown => {
  const text = request.postData();
  return text === null ? null : JSON.parse(text);
};

/** Listens to everything that a sign-up says to servers, and to what they answer. */
async function listen(page: Page, { api, gateway, url }: Sandbox) {
  const calls: Call[] = [];
  const gatewayCalls: { call: string; body: unknown }[] = [];
  const sitePaths: string[] = [];
  const answers = new Map<string, Record<string, unknown>>();
  const completions: unknown[] = [];
  const callbacks: URL[] = [];

  page.on('request', (request) => {
    const { origin, pathname, searchParams } = new URL(request.url());
    const call = `${request.method()} ${pathname}`;
    if (origin === api) {
      const authorization = request.headers().authorization ?? null;
      calls.push({ call, authorization, body: bodyOf(request) });
    }
    if (origin === gateway && !pathname.startsWith('/3ds/')) {
      gatewayCalls.push({ call, body: request.method() === 'POST' ? bodyOf(request) : null });
    }
    if (origin !== url) return;
    if (searchParams.has('p')) callbacks.push(new URL(request.url()));
    if (request.method() === 'POST')
      completions.push([pathname, Object.fromEntries(new URLSearchParams(request.postData() ?? ''))]);
    else if (pathname !== '/favicon.ico') sitePaths.push(pathname);
  });
  for (const answering of [`${api}/app/*`, `${gateway}/token`, `${gateway}/captcha/token`]) {
    await page.route(answering, async (route) => {
      const response = await route.fetch();
      const json: unknown = await response.json();
      answers.set(new URL(route.request().url()).pathname, Object(json));
      await route.fulfill({ response });
    });
  }
  await page.addInitScript(() => {
    let gatewayScript: unknown;
    Object.defineProperty(window, 'Multipayment', {
      get: () => gatewayScript,
      set: (script: { init: (...keys: string[]) => unknown }) => {
        const { init } = script;
        script.init = (...keys) => {
          document.documentElement.dataset.keys = keys.join();
          return init(...keys);
        };
        gatewayScript = script;
      },
    });
  });
  /** What a call answered under a name. */
  const answered = (path: string, name: string): unknown => Reflect.get(answers.get(path) ?? {}, name);
  return { calls, gatewayCalls, sitePaths, completions, callbacks, answered };
}

/** Everything that the tab keeps, by key; what is JSON parsed. */
const storageOf = (page: Page): Promise<Record<string, unknown>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...Object.entries(sessionStorage), ...Object.entries(localStorage)].map(([key, value]) => [
        key,
        String(value).startsWith('{') ? JSON.parse(String(value)) : value,
      ]),
    ),
  );

/** What the bank's page has put into `p`. */
function parameterOf(callback: URL | undefined): Record<string, unknown> {
  const p = callback?.searchParams.get('p');
  return p ? JSON.parse(Buffer.from(p, 'base64').toString()) : {};
}

const { priceOther: _, gender, paymentMethod, expirationMonth, expirationYear, ...typed } = typedForm;
/** What the form puts into the payload of a donor at home who leaves everything as it is. */
const home = {
  ...typed,
  state: typed.prefecture,
  paymentAmount: 3000,
  utmSource: '',
  utmMedium: '',
  utmCampaign: '',
  utmContent: '',
};

type SignUp = {
  title: string;
  tags: string[];
  paysBy: typeof CARD | typeof BANK_DEBIT;
  cookies?: Record<string, string>;
  chooseMore?: (donor: Donor) => Promise<void>;
  payload: Record<string, unknown>;
  completion: Record<string, string>;
};

/** What both prove; each says what it adds. */
const ofEverySignUp = [
  ...['@§1.6', '@§2.1', '@§2.2', '@§2.3', '@§2.30', '@§2.68', '@§3.1', '@§3.4', '@§3.7', '@§3.10', '@§3.18'],
  ...['@§3.22', '@§3.24', '@§3.28', '@§3.30', '@§3.32', '@§4.1', '@§4.3', '@§4.4', '@§4.15', '@§4.18'],
  ...['@§6.2', '@§7.1', '@§7.3', '@§7.4', '@§7.5', '@§7.6', '@§9.9', '@§9.19'],
];
const ofCards = [
  ...['@§1.22', '@§2.64', '@§3.19', '@§3.20', '@§3.21', '@§3.23', '@§3.34', '@§3.35', '@§4.5', '@§4.6'],
  ...['@§4.7', '@§4.8', '@§4.9', '@§7.10', '@§7.11', '@§7.13', '@§7.14', '@§7.17', '@§7.18', '@§7.19'],
];

const signUps: SignUp[] = [
  {
    title: 'by bank debit, with no option',
    tags: [
      ...['@§1.5', '@§3.5', '@§3.6', '@§3.13', '@§3.14', '@§3.29', '@§4.2', '@§5.22', '@§7.15', '@§7.16'],
      ...['@§9.3', ...ofEverySignUp],
    ],
    paysBy: BANK_DEBIT,
    payload: home,
    completion: donorsCompletion,
  },
  {
    title: 'by card, with every option',
    tags: [
      ...['@§1.4', '@§3.2', '@§3.3', '@§3.5', '@§3.15', '@§3.16', '@§3.17', '@§3.25', '@§3.29', '@§3.31'],
      ...['@§3.33', '@§3.36', '@§3.37', '@§5.13', '@§9.2', ...ofEverySignUp, ...ofCards],
    ],
    paysBy: CARD,
    cookies: { utmSource: 'newsletter', utmMedium: 'メール', utmCampaign: '春', utmContent: 'a b' },
    async chooseMore(donor) {
      await donor.choose('price', 'other');
      await donor.fill({ priceOther: '12345', birthYear: '1980', birthMonth: '2', birthDay: '29' });
      await donor.choose('gender', '女性');
      await donor.control('mailMagazine').uncheck({ force: true });
      await donor.tick('receipt');
      await donor.tick('annualReport');
    },
    payload: {
      ...home,
      price: 'other',
      priceOther: 12345,
      mailMagazine: false,
      birthYear: '1980',
      birthMonth: '2',
      birthDay: '29',
      birthDate: '1980-2-29',
      gender: '女性',
      receipt: true,
      annualReport: true,
      paymentAmount: 12345,
      utmSource: 'newsletter',
      utmMedium: 'メール',
      utmCampaign: '春',
      utmContent: 'a b',
    },
    completion: { ...donorsCompletion, price: '12345' },
  },
];

for (const { title, tags, paysBy, cookies = {}, chooseMore, payload, completion } of signUps) {
  const byCard = paysBy === CARD;
  test(`signing up ${title}: every word that goes out`, {
    tag: tags,
  }, async ({ page, sandbox, context }) => {
    test.skip(
      test.info().project.name === 'firefox',
      'Playwright hears no request’s body through WebDriver BiDi',
    );
    const donor = donorAt(page);
    const year = String(new Date().getFullYear() + 3);
    const heard = await listen(page, sandbox);
    await context.addCookies(
      Object.entries(cookies).map(([name, value]) => ({
        name,
        value: encodeURIComponent(value),
        url: sandbox.url,
      })),
    );
    await donor.open();
    await donor.fillHome();
    await chooseMore?.(donor);
    if (byCard) {
      await donor.payByCard({ cardNum: '' });
      await donor.control('cardNum').pressSequentially('4111 1111 1111 1111');
    } else await donor.choose('paymentMethod', BANK_DEBIT);
    await donor.confirmInput();
    await donor.isAt('confirm');
    await expect(page).toHaveURL(`${sandbox.url}/form/member/confirm`);

    if (byCard)
      await expect(page.locator('html')).toHaveAttribute('data-keys', 'sandbox-api-key,sandbox-public-key');
    const beforeSubmit = heard.calls.map(({ call }) => call);
    expect(beforeSubmit).toEqual(['GET /app/token.php', 'POST /app/postalCode.php']);
    expect(heard.gatewayCalls.map(({ call }) => call)).not.toContain('POST /captcha/token');
    await expect
      .poll(() => page.evaluate(() => window.dataLayer))
      .toEqual([
        { event: 'page_view', page_kind: 'input', page_path: '/form/member' },
        { event: 'page_view', page_kind: 'confirm', page_path: '/form/member/confirm' },
      ]);
    const accessToken = heard.answered('/app/token.php', 'token');
    const cardToken = Reflect.get(Object(heard.answered('/token', 'tokenObject')), 'token');
    const { lastName, street } = home;
    const card = { cardToken, maskedCardNumber: '************1111', issuedAt: expect.any(Number) };
    await expect
      .poll(() => storageOf(page))
      .toMatchObject({
        accessToken,
        'signup.v2': { form: { lastName, street, paymentMethod: paysBy }, card: byCard ? card : null },
      });
    expect(JSON.stringify(await storageOf(page))).not.toMatch(/4111 ?1111|securityCode/);

    const settle = byCard ? await hold(page, '**/memberVerifyCard.php') : () => {};
    await donor.agreeAndSubmit();
    if (byCard) {
      expect(await page.waitForURL(/\/3ds\//).then(() => page.url())).toBe(
        heard.answered('/app/memberRegisterCard.php', 'redirectUrl'),
      );
      await donor.answerBank('認証する');
      await donor.isAt('callback.verifying');
      await expect.poll(() => page.evaluate(() => window.dataLayer)).toEqual([]);
      const { accessId, event, csrfToken } = parameterOf(heard.callbacks[0]);
      await expect
        .poll(() => storageOf(page))
        .toMatchObject({
          'signup.v2': {
            card: null,
            registration: {
              registerToken: heard.answered('/app/memberRegisterCard.php', 'registerToken'),
              completion,
            },
            callback: { accessId, event, csrfToken },
          },
        });
    }
    settle();
    await donor.isComplete();
    const callback = parameterOf(heard.callbacks[0]);

    const authorization = `Bearer ${accessToken}`;
    const common = {
      ...payload,
      paymentMethod: paysBy,
      recaptchaToken: heard.answered('/captcha/token', 'token'),
    };
    const registering = byCard
      ? [
          {
            call: 'POST /app/memberRegisterCard.php',
            authorization,
            body: {
              ...common,
              expirationMonth: '12',
              expirationYear: year,
              cardToken,
              maskedCardNumber: '************1111',
              cardExpiryYear: year,
              cardExpiryMonth: '12',
              token: cardToken,
              callbackUrl: `${sandbox.url}/form/member/callback`,
            },
          },
          { call: 'GET /app/token.php', authorization: null, body: null },
          {
            call: 'POST /app/memberVerifyCard.php',
            authorization: `Bearer ${heard.answered('/app/token.php', 'token')}`,
            body: {
              accessId: callback.accessId,
              gmoCsrfToken: callback.csrfToken,
              registerToken: heard.answered('/app/memberRegisterCard.php', 'registerToken'),
            },
          },
        ]
      : [{ call: 'POST /app/memberRegisterBank.php', authorization, body: common }];
    expect(heard.calls).toEqual([
      { call: 'GET /app/token.php', authorization: null, body: null },
      { call: 'POST /app/postalCode.php', authorization, body: { postalCode: '1000001' } },
      ...registering,
    ]);
    expect(heard.gatewayCalls.filter(({ call }) => call.startsWith('POST'))).toEqual([
      ...(byCard
        ? [
            {
              call: 'POST /token',
              body: {
                apiKey: 'sandbox-api-key',
                cardno: '4111111111111111',
                expire: `${year}12`,
                securitycode: '123',
                holdername: '',
                tokennumber: '1',
              },
            },
          ]
        : []),
      { call: 'POST /captcha/token', body: null },
    ]);
    expect(heard.completions).toEqual([['/support/donation/member/complete.php', completion]]);
    expect(heard.sitePaths.filter((path) => !path.startsWith('/form/'))).toEqual([]);
  });
}

import { donorsCompletion } from '../complete-donor.ts';
import { BANK_DEBIT, CARD, donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { typedForm } from './seeded.ts';

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
  chooseMore?: (donor: ReturnType<typeof donorAt>) => Promise<void>;
  payload: Record<string, unknown>;
  completion: Record<string, string>;
};

/** The statements that both prove. */
const ofEverySignUp = [
  ...['@§1.6', '@§2.1', '@§2.2', '@§2.3', '@§2.30', '@§2.43', '@§2.68', '@§3.1', '@§3.4', '@§3.7', '@§3.10'],
  ...[
    '@§3.18',
    '@§3.22',
    '@§3.24',
    '@§3.28',
    '@§3.30',
    '@§3.32',
    '@§4.1',
    '@§4.3',
    '@§4.4',
    '@§4.15',
    '@§4.18',
    '@§4.27',
    '@§4.28',
    '@§4.29',
  ],
  ...['@§6.2', '@§7.1', '@§7.3', '@§7.4', '@§7.5', '@§7.6', '@§9.9', '@§9.19'],
];
const ofCards = [
  ...['@§1.22', '@§2.64', '@§3.19', '@§3.20', '@§3.21', '@§3.23', '@§3.34', '@§3.35', '@§4.5', '@§4.6'],
  ...['@§4.7', '@§4.8', '@§4.9', '@§7.10', '@§7.11', '@§7.13', '@§7.14', '@§7.17', '@§7.18', '@§7.19'],
];

const signUps: SignUp[] = [
  {
    title: 'by bank debit, with no option and two presses',
    tags: [
      ...['@§1.5', '@§3.5', '@§3.6', '@§3.13', '@§3.14', '@§3.29', '@§4.2', '@§4.17', '@§5.22', '@§7.15'],
      ...['@§7.16', '@§9.3', ...ofEverySignUp],
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
    // the sandbox does not log these
    const toGateway: [string, unknown][] = [];
    const onSite: string[] = [];
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      const isPost = request.method() === 'POST';
      if (origin === sandbox.gateway && isPost && !pathname.startsWith('/3ds/'))
        toGateway.push([pathname, JSON.parse(request.postData() ?? 'null')]);
      else if (origin === sandbox.url && (isPost || !/^\/(form\/|favicon\.ico$)/.test(pathname)))
        onSite.push(pathname);
    });
    /** The sandbox refuses a call without the right tokens: its own, the captcha's, the card's and the bank's. */
    const calls = async () =>
      (await sandbox.requests())
        .filter(({ host }) => host !== 'gateway')
        .map(({ method, path, body, status }) => [`${method} ${path}`, body, status])
        .toReversed();
    const storage = (key: string) => page.evaluate((name) => sessionStorage.getItem(name), key);
    const session = async () => JSON.parse((await storage('signup.v2')) ?? '');
    const pageViews = () => page.evaluate(() => window.dataLayer);

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
    await expect.poll(pageViews).toEqual([
      { event: 'page_view', page_kind: 'input', page_path: '/form/member' },
      { event: 'page_view', page_kind: 'confirm', page_path: '/form/member/confirm' },
    ]);
    const { lastName, street } = home;
    const maskedCardNumber = '************1111';
    const card = { cardToken: expect.any(String), maskedCardNumber, issuedAt: expect.any(Number) };
    await expect
      .poll(session)
      .toMatchObject({ form: { lastName, street, paymentMethod: paysBy }, card: byCard ? card : null });
    const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    expect(kept).not.toMatch(/4111 ?1111|securityCode/);
    const token = ['GET /app/token.php', null, 200];
    const beforeSubmit = [token, ['POST /app/postalCode.php', { postalCode: '1000001' }, 200]];
    expect(await calls()).toEqual(beforeSubmit);
    expect(toGateway.map(([path]) => path)).toEqual(byCard ? ['/token'] : []);
    expect((await sandbox.requests()).at(-1)?.answer).toMatchObject({ token: await storage('accessToken') });

    const settle = byCard ? await hold(page, '**/memberVerifyCard.php') : () => {};
    const returned = byCard ? page.waitForRequest(/\/form\/member\/callback\?p=/) : null;
    await donor.agreeAndSubmit((words) => page.getByRole('button', { name: words }).dblclick());
    let settling: unknown[] = [];
    if (returned) {
      await donor.answerBank('認証する');
      const p = new URL((await returned).url()).searchParams.get('p') ?? '';
      const { accessId, event, csrfToken } = JSON.parse(Buffer.from(p, 'base64').toString());
      await donor.isAt('callback.verifying');
      expect(await pageViews()).toEqual([]);
      const registration = { registerToken: expect.any(String), completion };
      await expect
        .poll(session)
        .toMatchObject({ card: null, registration, callback: { accessId, event, csrfToken } });
      const { registerToken } = (await session()).registration;
      settling = [
        token,
        ['POST /app/memberVerifyCard.php', { accessId, gmoCsrfToken: csrfToken, registerToken }, 200],
      ];
    }
    settle();
    await donor.isComplete();

    const cardToken = expect.any(String);
    const ofCard = {
      expirationMonth,
      expirationYear,
      cardToken,
      maskedCardNumber,
      token: cardToken,
      cardExpiryMonth: expirationMonth,
      cardExpiryYear: expirationYear,
      callbackUrl: `${sandbox.url}/form/member/callback`,
    };
    const sent = { ...payload, paymentMethod: paysBy, recaptchaToken: expect.any(String) };
    expect(await calls()).toEqual([
      ...beforeSubmit,
      byCard
        ? ['POST /app/memberRegisterCard.php', { ...sent, ...ofCard }, 200]
        : ['POST /app/memberRegisterBank.php', sent, 200],
      ...settling,
      ['POST /support/donation/member/complete.php', completion, 200],
    ]);
    const cardEntry = {
      ...{ apiKey: 'sandbox-api-key', cardno: '4111111111111111', expire: `${expirationYear}12` },
      securitycode: '123',
      holdername: '',
      tokennumber: '1',
    };
    expect(toGateway).toEqual([...(byCard ? [['/token', cardEntry]] : []), ['/captcha/token', null]]);
    expect(onSite).toEqual(['/support/donation/member/complete.php']);
  });
}

import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { cors } from 'hono/cors';
import { getAddress } from 'yubin';
import { organisation } from '#organisation/organisation.ts';
import { townOf } from '../../src/signup/address/postal-address.ts';
import { type PaymentMethod, paymentMethods, paymentMethodsByName } from '../../src/signup/form.ts';
import { methods } from '../../src/signup/payment-methods.ts';
import { originsOf, type SandboxContext } from '../hosts.ts';
import { logRequests, type SandboxEnv } from '../request-log.ts';
import { playScenario } from '../scenarios.ts';
import type { Answer, Authentication, Ticket } from '../store.ts';
import { cardRefusals, emailRefusals, testEmails } from '../test-cards.ts';
import { answerOnce } from './idempotency.ts';
import { type Payload, parsePayload, textOf, validateSignup } from './validation.ts';

/** The API host's calls (specification §7), for the site's origin only. */
export function createApi(context: SandboxContext): Hono<SandboxEnv> {
  const { addresses, store } = context;
  const api = new Hono<SandboxEnv>();

  api.use(
    cors({
      origin: originsOf(addresses.site),
      allowMethods: ['GET', 'POST'],
      allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
      maxAge: 600,
    }),
    logRequests(context.log, 'api', { bodies: true }),
  );

  api.get('/token.php', playScenario('token', context), (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json({ token: store.accessTokens.issue(null) });
  });

  const message = { success: false, messages: ['認証の有効期限が切れました。'] };
  const bearer = bearerAuth({
    verifyToken: (token) => store.accessTokens.read(token).state === 'valid',
    noAuthenticationHeader: { message },
    invalidToken: { message },
  });

  api.post('/postalCode.php', playScenario('postalCode', context), bearer, async (c) => {
    // Japan Post's tables, office codes included.
    const found = getAddress(textOf(parsePayload(await c.req.text()), 'postalCode'));
    // For an unknown code, a PHP server answers an empty array.
    if (found === null) return c.json({ data: [] });
    // Empty if the code is that of a whole municipality.
    const townName = townOf(found.town);
    return c.json({ data: { prefName: found.prefecture, cityName: found.city, townName } });
  });

  for (const [name, method] of Object.entries(paymentMethodsByName)) {
    if (!paymentMethods.includes(method)) continue;
    const { registers, needsCard } = methods[method];
    const accept = needsCard ? acceptCard : acceptAtOnce;
    api.post(`/${registers}.php`, playScenario(registers, context), bearer, async (c) => {
      const payload = parsePayload(await c.req.text());
      const key = c.req.header('Idempotency-Key');
      const judge = () => refusalOf(payload, context, method) ?? accept(context, name, payload);
      const { status, body } = answerOnce(store, key, method, payload, judge);
      return c.json(body, status);
    });
  }

  api.post('/memberVerifyCard.php', playScenario('memberVerifyCard', context), bearer, async (c) => {
    const { status, body } = verify(context, parsePayload(await c.req.text()));
    return c.json(body, status);
  });

  return api;
}

function refusal(...messages: readonly string[]): Answer {
  return { status: 200, body: { success: false, messages } };
}

const cardTokenMessages: Record<Exclude<Ticket<unknown>['state'], 'valid'>, string> = {
  unknown: 'カード情報を確認できませんでした。もう一度カード情報を入力してください。',
  expired: 'カード情報の有効期限が切れました。もう一度カード情報を入力してください。',
  used: 'このカード情報は一度使用されています。もう一度カード情報を入力してください。',
};

function acceptCard({ store, addresses }: SandboxContext, method: string, payload: Payload): Answer {
  const ticket = store.cardTokens.spend(textOf(payload, 'token'));
  if (ticket.state !== 'valid') return refusal(cardTokenMessages[ticket.state]);
  const refused = cardRefusals[ticket.data.behaviour];
  if (refused) return refusal(...refused);
  const { id, registerToken } = store.addAuthentication({
    ...ticket.data,
    registration: store.addRegistration({ method, status: 'pending', payload }),
    callbackUrl: textOf(payload, 'callbackUrl'),
    amount: Number(payload.paymentAmount),
  });
  return {
    status: 200,
    body: { success: true, redirectUrl: `${addresses.gateway}/3ds/${id}`, registerToken },
  };
}

function acceptAtOnce({ store }: SandboxContext, method: string, payload: Payload): Answer {
  store.addRegistration({ method, status: 'complete', payload });
  return { status: 200, body: { success: true } };
}

/** Refuses a wrong captcha token, wrong data and the test addresses. */
function refusalOf(payload: Payload, { store, addresses }: SandboxContext, method: PaymentMethod) {
  if (store.captchaTokens.spend(textOf(payload, 'recaptchaToken')).state !== 'valid') {
    return refusal('送信を確認できませんでした。お手数ですが、もう一度送信してください。');
  }
  const email = textOf(payload, 'email');
  const invalid = validateSignup(payload, method, addresses.site);
  const messages = invalid.length > 0 ? invalid : emailRefusals[email];
  if (messages) return refusal(...messages);
  return email === testEmails.failing ? ({ status: 500, body: { success: false } } as const) : null;
}

/** Settles a card registration after the 3-D Secure page. Asking again gives the same answer. */
function verify({ store }: SandboxContext, payload: Payload): Answer {
  const authentication = store.findAuthentication('registerToken', textOf(payload, 'registerToken'));
  if (
    authentication?.accessId !== textOf(payload, 'accessId') ||
    authentication.csrfToken !== textOf(payload, 'gmoCsrfToken')
  ) {
    return refusal('カード決済を確認できませんでした。お手数ですが、もう一度お申し込みください。');
  }
  if (authentication.result === 'open') return refusal('カードの本人認証が完了していません。');
  const declined = declinedMessages(authentication);
  authentication.registration.status = declined ? 'failed' : 'complete';
  return declined ? refusal(...declined) : { status: 200, body: { success: true } };
}

function declinedMessages({ result, behaviour }: Authentication): string[] | undefined {
  if (result === 'cancelled') return ['カードの本人認証がキャンセルされました。'];
  if (result === 'declined') {
    return [
      'カードの本人認証に失敗しました。別のカードをお試しください。',
      `ご不明な点は<a href="${organisation.links.contact}" target="_blank">お問い合わせ窓口</a>までご連絡ください。`,
    ];
  }
  if (behaviour === 'verifyDeclined') return ['カード会社からカードの利用を承認されませんでした。'];
  return undefined;
}

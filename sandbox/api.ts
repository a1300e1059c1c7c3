import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { organisation } from '../src/organisation/organisation.ts';
import { BANK_DEBIT, CARD, type PaymentMethod, paymentMethods } from '../src/signup/form.ts';
import type { SandboxContext } from './context.ts';
import { answerOnce } from './idempotency.ts';
import { isSameLocalOrigin } from './origins.ts';
import { playScenario } from './play-scenario.ts';
import { findAddress } from './postal-codes.ts';
import { logRequests, type SandboxEnv } from './request-log.ts';
import type { CallName } from './scenarios.ts';
import type { Answer, Authentication, Ticket } from './store.ts';
import { type CardBehaviour, cardRefusals, emailRefusals, testEmails } from './test-cards.ts';
import { type Payload, parsePayload, textOf, validateSignup } from './validation.ts';

const SLOW_MS = 5000;
/** Many times what a form with every field full comes to. */
const MAX_BODY = 100 * 1024;
const noBody = { success: false, messages: ['送信内容を読み取れませんでした。'] };
const tooLarge = { success: false, messages: ['送信内容が大きすぎるため、受け付けませんでした。'] };

/** What the gateway keeps about a card behind its token. */
export type TokenisedCard = { maskedCardNumber: string; behaviour: CardBehaviour };

/** The API host's five calls (specification §7), for the site's origin only. */
export function createApi(context: SandboxContext): Hono<SandboxEnv> {
  const { addresses, lifetimes, store, log } = context;
  const api = new Hono<SandboxEnv>();

  api.use(
    cors({
      origin: (origin) => (isSameLocalOrigin(origin, addresses.site) ? origin : null),
      allowMethods: ['GET', 'POST'],
      allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
      maxAge: 600,
    }),
    bodyLimit({ maxSize: MAX_BODY, onError: (c) => c.json(tooLarge, 413) }),
    logRequests(log, 'api', { bodies: true }),
  );

  api.get('/token.php', playScenario('token', context), (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json({ token: store.issueTicket('access', lifetimes.accessTokenMs) });
  });

  const bearer = requireBearer(context);

  api.post('/postalCode.php', playScenario('postalCode', context), bearer, async (c) => {
    const payload = parsePayload(await c.req.text());
    if (!payload) return c.json(noBody, 400);
    const postalCode = textOf(payload, 'postalCode');
    // PHP's empty array: how such a server says that there is no such code.
    return c.json({ data: /^\d{7}$/.test(postalCode) ? (findAddress(postalCode) ?? []) : [] });
  });

  /** What each payment method has of its own: its call, and what becomes of an application that is right. */
  const registering: Record<PaymentMethod, { call: CallName; accept: (payload: Payload) => Answer }> = {
    [CARD]: { call: 'memberRegisterCard', accept: acceptCard },
    [BANK_DEBIT]: {
      call: 'memberRegisterBank',
      accept: (payload) => {
        store.addRegistration('bank', 'complete', payload);
        return answered({ success: true });
      },
    },
  };
  for (const method of paymentMethods) {
    const { call, accept } = registering[method];
    api.post(`/${call}.php`, playScenario(call, context), bearer, (c) =>
      register(c, context, method, accept),
    );
  }

  function acceptCard(payload: Payload): Answer {
    const ticket = store.spendTicket('card', textOf(payload, 'token'));
    if (ticket.state !== 'valid') return refusal([cardTokenMessages[ticket.state]]);
    const card = tokenisedCard(ticket.data);
    const refused = cardRefusals[card.behaviour];
    if (refused) return refusal(refused);
    const authentication = store.addAuthentication(store.addRegistration('card', 'pending', payload), {
      ...card,
      callbackUrl: textOf(payload, 'callbackUrl'),
      amount: Number(payload.paymentAmount),
    });
    return answered({
      success: true,
      redirectUrl: `${addresses.gateway}/3ds/${authentication.id}`,
      registerToken: authentication.registerToken,
    });
  }

  api.post('/memberVerifyCard.php', playScenario('memberVerifyCard', context), bearer, async (c) => {
    const payload = parsePayload(await c.req.text());
    if (!payload) return c.json(noBody, 400);
    const { status, body } = verify(context, payload);
    context.changed();
    return c.json(body, status);
  });

  return api;
}

type AnswerBody = {
  success: boolean;
  messages?: readonly string[];
  redirectUrl?: string;
  registerToken?: string;
};

function answered(body: AnswerBody): Answer {
  return { status: 200, body };
}

function refusal(messages: readonly string[]): Answer {
  return answered({ success: false, messages });
}

const cardTokenMessages: Record<Exclude<Ticket['state'], 'valid'>, string> = {
  unknown: 'カード情報を確認できませんでした。もう一度カード情報を入力してください。',
  expired: 'カード情報の有効期限が切れました。もう一度カード情報を入力してください。',
  used: 'このカード情報は一度使用されています。もう一度カード情報を入力してください。',
};

/** What every registration has in common: one answer for each idempotency key, and all of it stored or nothing. */
async function register(
  c: Context<SandboxEnv>,
  context: SandboxContext,
  method: PaymentMethod,
  accept: (payload: Payload) => Answer,
): Promise<Response> {
  const payload = parsePayload(await c.req.text());
  if (!payload) return c.json(noBody, 400);
  if (textOf(payload, 'email') === testEmails.slow) await context.scenarios.wait(SLOW_MS);

  const { store } = context;
  const key = c.req.header('Idempotency-Key');
  const { status, body } = store.atomically(() =>
    answerOnce(store, key, method, payload, () => judge(payload, context, method, accept)),
  );
  context.changed();
  return c.json(body, status);
}

/** The captcha, the checks, the test addresses. `accept` stores what is right. */
function judge(
  payload: Payload,
  { store, addresses }: SandboxContext,
  method: PaymentMethod,
  accept: (payload: Payload) => Answer,
): Answer {
  const captcha = store.spendTicket('captcha', textOf(payload, 'recaptchaToken'));
  if (captcha.state !== 'valid') {
    return refusal(['送信を確認できませんでした。お手数ですが、もう一度送信してください。']);
  }
  const invalid = validateSignup(payload, method, addresses.site);
  if (invalid.length > 0) return refusal(invalid);

  const email = textOf(payload, 'email');
  const refused = emailRefusals[email];
  if (refused) return refusal(refused);
  if (email === testEmails.failing) return { status: 500, body: 'Internal Server Error' };
  return accept(payload);
}

/** Settles a card registration after the 3-D Secure page. Asking again gives the same answer. */
function verify({ store }: SandboxContext, payload: Payload): Answer {
  const authentication = store.findAuthentication('registerToken', textOf(payload, 'registerToken'));
  if (
    authentication === undefined ||
    authentication.accessId !== textOf(payload, 'accessId') ||
    authentication.csrfToken !== textOf(payload, 'gmoCsrfToken')
  ) {
    return refusal(['カード決済を確認できませんでした。お手数ですが、もう一度お申し込みください。']);
  }
  if (authentication.result === 'open') return refusal(['カードの本人認証が完了していません。']);
  const declined = declinedMessages(authentication);
  store.setStatus(authentication.registrationId, declined ? 'failed' : 'complete');
  return declined ? refusal(declined) : answered({ success: true });
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

function tokenisedCard(data: unknown): TokenisedCard {
  // Only the gateway issues card tickets, with exactly this data.
  return data as TokenisedCard;
}

function requireBearer({ store }: SandboxContext): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const [scheme, token] = (c.req.header('Authorization') ?? '').split(' ');
    if (scheme !== 'Bearer' || store.readTicket('access', token ?? '').state !== 'valid') {
      c.header('WWW-Authenticate', 'Bearer');
      return c.json({ success: false, messages: ['認証の有効期限が切れました。'] }, 401);
    }
    await next();
  };
}

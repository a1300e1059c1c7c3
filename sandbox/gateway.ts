import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import type { TokenisedCard } from './api.ts';
import { type CardInput, cardResultCode } from './card-check.ts';
import type { SandboxContext } from './context.ts';
import { authenticationPage, endedPage, unknownPage } from './pages.ts';
import { playScenario } from './play-scenario.ts';
import { logRequests, type SandboxEnv } from './request-log.ts';
import type { Authentication, AuthenticationResult } from './store.ts';
import { behaviourOf, type CardBehaviour } from './test-cards.ts';
import { type Payload, parsePayload } from './validation.ts';

const MAX_BODY = 10 * 1024;

const scriptFile = (name: string) => readFileSync(new URL(`./third-party/${name}`, import.meta.url), 'utf8');
const tokenScript = scriptFile('mp-token.js');
const captchaScript = scriptFile('captcha.js');

const resultOfButton: Record<string, AuthenticationResult> = {
  approve: 'approved',
  decline: 'declined',
  cancel: 'cancelled',
};

/** Result codes of the test cards that never get a token. */
const tokenFaults: Partial<Record<CardBehaviour, string>> = {
  tokenFieldError: '102',
  tokenBusy: '901',
  tokenSetUpFault: '180',
};

/** The card gateway: token script, token call and 3-D Secure page; and, on the same host, the captcha. */
export function createGateway(context: SandboxContext): Hono<SandboxEnv> {
  const { addresses, lifetimes, store, log, now } = context;
  const gateway = new Hono<SandboxEnv>();

  gateway.use(bodyLimit({ maxSize: MAX_BODY }));
  // Scripts and tokens are asked for by the organisation's site.
  for (const path of ['/js/*', '/token', '/captcha/*']) {
    gateway.use(
      path,
      cors({ origin: '*', allowMethods: ['GET', 'POST'], allowHeaders: ['Content-Type'], maxAge: 600 }),
    );
  }
  // Card data comes in here, and the callback's secrets go out: neither is logged.
  for (const path of ['/js/*', '/token', '/captcha/*', '/3ds/*']) {
    gateway.use(path, logRequests(log, 'gateway', { bodies: false }));
  }

  gateway.get('/js/mp-token.js', playScenario('gatewayScript', context), (c) => {
    c.header('Cache-Control', 'no-cache');
    return c.body(tokenScript, 200, { 'Content-Type': 'text/javascript; charset=utf-8' });
  });

  gateway.post('/token', playScenario('gatewayToken', context), async (c) => {
    const payload = parsePayload(await c.req.text());
    if (!payload) return c.json({ resultCode: '511' });
    const card = cardInput(payload);
    const behaviour = behaviourOf(card.cardno);
    const checked = cardResultCode(card, now());
    const resultCode = checked === '000' ? (tokenFaults[behaviour] ?? checked) : checked;
    if (resultCode !== '000') return c.json({ resultCode });

    const maskedCardNumber = card.cardno.slice(-4).padStart(card.cardno.length, '*');
    const kept: TokenisedCard = { maskedCardNumber, behaviour };
    const tokens = Array.from({ length: Number(card.tokennumber || '1') }, () =>
      store.issueTicket('card', lifetimes.cardTokenMs, kept),
    );
    return c.json({
      resultCode,
      tokenObject: {
        token: tokens.length === 1 ? tokens[0] : tokens,
        maskedCardNo: maskedCardNumber,
        toBeExpiredAt: japaneseTime(now() + lifetimes.cardTokenMs),
        isSecurityCodeSet: card.securitycode !== '',
      },
    });
  });

  gateway.use('/3ds/*', async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('Referrer-Policy', 'no-referrer');
    c.header('X-Frame-Options', 'DENY');
  });
  gateway.get('/3ds/:id', (c) => {
    const authentication = store.findAuthentication('id', c.req.param('id'));
    if (authentication === undefined) return c.html(unknownPage(addresses), 404);
    if (authentication.result !== 'open') return c.html(endedPage(addresses), 410);
    if (authentication.behaviour === 'frictionless') {
      store.closeAuthentication(authentication.id, 'approved');
      return c.redirect(callbackLocation(authentication), 303);
    }
    return c.html(authenticationPage(authentication));
  });

  gateway.post('/3ds/:id', async (c) => {
    const authentication = store.findAuthentication('id', c.req.param('id'));
    if (authentication === undefined) return c.html(unknownPage(addresses), 404);
    const { action } = await c.req.parseBody();
    const result = typeof action === 'string' ? resultOfButton[action] : undefined;
    if (result === undefined) return c.html(authenticationPage(authentication), 400);
    if (!store.closeAuthentication(authentication.id, result)) return c.html(endedPage(addresses), 410);
    return c.redirect(callbackLocation(authentication), 303);
  });

  gateway.get('/captcha/api.js', playScenario('captchaScript', context), (c) => {
    c.header('Cache-Control', 'no-cache');
    return c.body(captchaScript, 200, { 'Content-Type': 'text/javascript; charset=utf-8' });
  });

  gateway.post('/captcha/token', playScenario('captchaToken', context), (c) =>
    c.json({ token: store.issueTicket('captcha', lifetimes.captchaTokenMs) }),
  );

  gateway.get('/', (c) => c.redirect(addresses.api));
  return gateway;
}

function cardInput(payload: Payload): CardInput {
  const text = (key: string) => {
    const value = payload[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  };
  return {
    apiKey: text('apiKey'),
    cardno: text('cardno'),
    expire: text('expire'),
    securitycode: text('securitycode'),
    holdername: text('holdername'),
    tokennumber: text('tokennumber'),
  };
}

/** Back to the shop. `event` is the same whatever the donor chose: only the server knows the outcome. */
function callbackLocation({ callbackUrl, accessId, csrfToken }: Authentication): string {
  const location = new URL(callbackUrl);
  const p = JSON.stringify({ accessId, event: 'AuthResult', csrfToken });
  location.searchParams.set('p', Buffer.from(p, 'utf8').toString('base64'));
  return location.href;
}

/** `YYYY-MM-DD-HH-mm-ss` in Japan's time, as the provider writes it. */
function japaneseTime(milliseconds: number): string {
  const nineHours = 9 * 60 * 60 * 1000;
  return new Date(milliseconds + nineHours).toISOString().slice(0, 19).replace(/[T:]/g, '-');
}

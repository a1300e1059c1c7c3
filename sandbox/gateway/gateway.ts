import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { parsePayload, textOf } from '../api/validation.ts';
import type { SandboxContext } from '../hosts.ts';
import { authenticationPage, captchaQuestion, endedPage } from '../pages.ts';
import { logRequests, type SandboxEnv } from '../request-log.ts';
import { playScenario } from '../scenarios.ts';
import type { Authentication } from '../store.ts';
import { behaviourOf, type CardBehaviour } from '../test-cards.ts';

const script = (name: string) =>
  serveStatic<SandboxEnv>({ path: fileURLToPath(new URL(`./third-party/${name}`, import.meta.url)) });

const resultOfButton = new Map<unknown, Authentication['result']>([
  ['approve', 'approved'],
  ['decline', 'declined'],
  ['cancel', 'cancelled'],
]);

/** Result codes of the test cards that never get a token. */
const tokenFaults: Partial<Record<CardBehaviour, string>> = {
  tokenFieldError: '102',
  tokenBusy: '901',
  tokenSetUpFault: '180',
};

/** True when the check digit is right (Luhn). */
function hasValidCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/**
 * The provider's result code for a card: `'000'`, `'102'` for a wrong number, `'113'` for one that has expired. A
 * scenario can answer with the other codes, which are for data that the form never sends.
 * @param expire YYYYMM; a card is valid to the end of its month
 */
function resultCodeOf(cardno: string, expire: string, now: number): string {
  if (!/^\d{10,16}$/.test(cardno) || !hasValidCheckDigit(cardno)) return '102';
  const endOfMonth = new Date(Number(expire.slice(0, 4)), Number(expire.slice(4)), 1);
  return endOfMonth.getTime() > now ? (tokenFaults[behaviourOf(cardno)] ?? '000') : '113';
}

/** The card gateway: token script, token call and 3-D Secure page; and, on the same host, the captcha. */
export function createGateway(context: SandboxContext): Hono<SandboxEnv> {
  const { addresses, store, now } = context;
  const gateway = new Hono<SandboxEnv>();
  // CORS, since the organisation's site requests scripts and tokens. No bodies in the log: requests have card data, answers
  // the callback's secrets.
  for (const path of ['/js/*', '/token', '/captcha/*', '/3ds/*']) {
    gateway.use(
      path,
      cors({ origin: '*', maxAge: 600 }),
      logRequests(context.log, 'gateway', { bodies: false }),
    );
  }

  gateway.get('/js/mp-token.js', playScenario('gatewayScript', context), script('mp-token.js'));
  gateway.get('/captcha/api.js', playScenario('captchaScript', context), script('captcha.js'));
  gateway.get('/captcha/bframe', (c) => c.html(captchaQuestion()));
  gateway.post('/captcha/token', playScenario('captchaToken', context), (c) =>
    c.json({ token: store.captchaTokens.issue(null) }),
  );

  gateway.post('/token', playScenario('gatewayToken', context), async (c) => {
    const payload = parsePayload(await c.req.text());
    const [cardno, expire] = [textOf(payload, 'cardno'), textOf(payload, 'expire')];
    const resultCode = resultCodeOf(cardno, expire, now());
    if (resultCode !== '000') return c.json({ resultCode });

    const maskedCardNumber = cardno.slice(-4).padStart(cardno.length, '*');
    const token = store.cardTokens.issue({ maskedCardNumber, behaviour: behaviourOf(cardno) });
    return c.json({ resultCode, tokenObject: { token, maskedCardNo: maskedCardNumber } });
  });

  gateway.use('/3ds/*', async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
    // `no-referrer` would turn the Origin of the page's own post into "null".
    c.header('Referrer-Policy', 'same-origin');
  });

  gateway.on(['GET', 'POST'], '/3ds/:id', async (c) => {
    const authentication = store.findAuthentication('id', c.req.param('id'));
    if (authentication?.result !== 'open') return c.html(endedPage(addresses), 410);
    const isPost = c.req.method === 'POST';
    const button = isPost
      ? (await c.req.parseBody()).action
      : authentication.behaviour === 'frictionless' && 'approve';
    const result = resultOfButton.get(button);
    if (!result) return c.html(authenticationPage(authentication), isPost ? 400 : 200);
    authentication.result = result;
    return c.redirect(callbackLocation(authentication), 303);
  });

  gateway.get('/', (c) => c.redirect(addresses.api));
  return gateway;
}

/** The address of the form's callback. `event` does not tell what the donor chose: only the server knows that. */
function callbackLocation({ callbackUrl, accessId, csrfToken }: Authentication): string {
  const location = new URL(callbackUrl);
  const p = JSON.stringify({ accessId, event: 'AuthResult', csrfToken });
  location.searchParams.set('p', Buffer.from(p, 'utf8').toString('base64'));
  return location.href;
}

import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { parsePayload, textOf } from '../api/validation.ts';
import type { SandboxContext } from '../context.ts';
import { authenticationPage, captchaQuestion, endedPage } from '../pages.ts';
import { playScenario } from '../play-scenario.ts';
import { logRequests, type SandboxEnv } from '../request-log.ts';
import type { Authentication } from '../store.ts';
import { behaviourOf, type CardBehaviour } from '../test-cards.ts';
import { cardResultCode } from './card-check.ts';

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
    const behaviour = behaviourOf(cardno);
    const checked = cardResultCode({ cardno, expire }, now());
    const resultCode = checked === '000' ? (tokenFaults[behaviour] ?? checked) : checked;
    if (resultCode !== '000') return c.json({ resultCode });

    const maskedCardNumber = cardno.slice(-4).padStart(cardno.length, '*');
    const token = store.cardTokens.issue({ maskedCardNumber, behaviour });
    return c.json({ resultCode, tokenObject: { token, maskedCardNo: maskedCardNumber } });
  });

  gateway.use('/3ds/*', async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
    // `no-referrer` would turn the Origin of the page's own post into "null".
    c.header('Referrer-Policy', 'same-origin');
  });

  const openAuthentication = (id: string) => {
    const authentication = store.findAuthentication('id', id);
    return authentication?.result === 'open' ? authentication : undefined;
  };

  gateway.get('/3ds/:id', (c) => {
    const authentication = openAuthentication(c.req.param('id'));
    if (!authentication) return c.html(endedPage(addresses), 410);
    if (authentication.behaviour !== 'frictionless') return c.html(authenticationPage(authentication));
    authentication.result = 'approved';
    return c.redirect(callbackLocation(authentication), 303);
  });

  gateway.post('/3ds/:id', async (c) => {
    const authentication = openAuthentication(c.req.param('id'));
    if (!authentication) return c.html(endedPage(addresses), 410);
    const result = resultOfButton.get((await c.req.parseBody()).action);
    if (!result) return c.html(authenticationPage(authentication), 400);
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

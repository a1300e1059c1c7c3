import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, constants } from 'node:zlib';
import { organisation } from '#organisation/organisation.ts';
import type { Addresses } from '../sandbox/context.ts';
import { asRecord } from '../src/services/as-record.ts';
import { callbackUrl, paths } from '../src/services/navigation.ts';
import { completionFields } from '../src/signup/completion-fields.ts';
import { normaliseForm } from '../src/signup/fields.ts';
import { type CardToken, emptyForm, formOf, type SignupForm } from '../src/signup/form.ts';
import { bankPayload, cardPayload } from '../src/signup/payload.ts';
import { methodOf } from '../src/signup/payment-methods.ts';
import { validateForm } from '../src/signup/schema.ts';
import { withoutScript } from './static-twin.ts';

export const plainPath = '/form/plain';
const cookieName = 'plain';

type Session = { form: SignupForm; card: CardToken | null; registerToken: string; accessToken: string };

/**
 * The sign-up as an organisation would have it without any script: three pages made by the server, which does itself
 * what the form does in the browser. Looks and words are the form's own, and nothing here is slower than it must be:
 * the server's own calls cost no time on the line, one answer completes, and no page waits for a second one.
 * A card that is not typed on the first page is asked for after the confirm screen, on one that stands for the gateway's.
 */
export function plainPages(addresses: Addresses, distFolder: string) {
  const page = withoutScript(readFileSync(join(distFolder, 'member', 'index.html'), 'utf8'));
  const [head = '', afterHead = ''] = page.split(/(?=<form )/);
  const tail = afterHead.replace(/^[\s\S]*<\/form>/, '');
  const input = page
    .replace('<form ', `<form method="post" action="${plainPath}/confirm" `)
    .replace('<button type="button" id="go-on"', '<button id="go-on"');
  const cardControls = [...input.matchAll(control)]
    .filter(([, name = '']) => /^(card|expiration|security)/.test(name))
    .map(([html]) => html);
  const sessions = new Map<string, Session>();

  /** A page that posts to the next. */
  const step = (next: string, content: string, button: string) =>
    `${head}<form method="post" action="${plainPath}/${next}">${content}<button class="button button-primary button-large">${button}</button></form>${tail}`;

  async function post(address: string, body: object, accessToken = ''): Promise<Record<string, unknown>> {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}` };
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
    return asRecord(await response.json());
  }

  async function tokenise(typed: URLSearchParams): Promise<CardToken> {
    const { tokenObject } = await post(`${addresses.gateway}/token`, {
      apiKey: 'sandbox',
      cardno: typed.get('cardNum'),
      expire: `${typed.get('expirationYear')}${typed.get('expirationMonth')}`,
      securitycode: typed.get('securityCode'),
      holdername: '',
      tokennumber: '1',
    });
    const { token, maskedCardNo } = asRecord(tokenObject);
    if (typeof token !== 'string') throw new Error('The gateway gave no token.');
    return { cardToken: token, maskedCardNumber: String(maskedCardNo), issuedAt: Date.now() };
  }

  async function confirm(typed: URLSearchParams): Promise<Answer> {
    const form = posted(typed);
    const cardNum = typed.get('cardNum') ?? '';
    const securityCode = typed.get('securityCode') ?? '';
    const errors = validateForm({ ...form, cardNum, securityCode }, { cardOnFile: cardNum === '' });
    if (Object.keys(errors).length > 0) return { html: filledIn(input, typed, errors) };
    const card = cardNum === '' ? null : await tokenise(typed);
    const { token } = asRecord(await (await fetch(`${addresses.api}/app/token.php`)).json());
    const id = randomUUID();
    sessions.set(id, { form, card, registerToken: '', accessToken: String(token) });
    const rows = Object.entries({ ...form, card: card?.maskedCardNumber ?? '' })
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `<div class="row"><dt>${name}</dt><dd>${value}</dd></div>`);
    const agreement = (name: string) =>
      `<p><label><input type="checkbox" name="${name}"> 同意します</label></p>`;
    const agreements = agreement('understood') + agreement('bankFormUnderstood');
    return { cookie: id, html: step('submit', `<dl>${rows.join('')}</dl>${agreements}`, '送信する') };
  }

  async function submit(session: Session): Promise<Answer> {
    const { form, card, accessToken } = session;
    if (!card && methodOf(form).needsCard) return { redirect: `${plainPath}/card` };
    const { token: captcha } = await post(`${addresses.gateway}/captcha/token`, {});
    const campaign = { utmSource: '', utmMedium: '', utmCampaign: '', utmContent: '' };
    if (!card) {
      const payload = bankPayload(form, String(captcha), campaign);
      const { success } = await post(`${addresses.api}/app/memberRegisterBank.php`, payload, accessToken);
      if (success !== true) throw new Error('The bank debit was refused.');
      return { html: await completionPage(form) };
    }
    const payload = cardPayload(form, card, callbackUrl(addresses.site), String(captcha), campaign);
    const answer = await post(`${addresses.api}/app/memberRegisterCard.php`, payload, accessToken);
    if (answer.success !== true) throw new Error('The card was refused.');
    session.registerToken = String(answer.registerToken);
    return { redirect: String(answer.redirectUrl) };
  }

  async function settle({ form, registerToken, accessToken }: Session, p: string): Promise<Answer> {
    const { accessId, csrfToken: gmoCsrfToken } = asRecord(JSON.parse(Buffer.from(p, 'base64').toString()));
    const payload = { accessId, gmoCsrfToken, registerToken };
    const { success } = await post(`${addresses.api}/app/memberVerifyCard.php`, payload, accessToken);
    if (success !== true) throw new Error('The payment was not settled.');
    return { html: await completionPage(form) };
  }

  async function completionPage(form: SignupForm): Promise<string> {
    const address = addresses.site + organisation.links.completion;
    const body = new URLSearchParams(completionFields(form));
    return (await fetch(address, { method: 'POST', body })).text();
  }

  async function answer(request: IncomingMessage, { pathname, searchParams }: URL): Promise<Answer | null> {
    const id = new RegExp(`${cookieName}=([^;]+)`).exec(request.headers.cookie ?? '')?.[1] ?? '';
    const session = sessions.get(id);
    if (pathname === plainPath) return { html: input };
    if (pathname === `${plainPath}/confirm`) return confirm(new URLSearchParams(await text(request)));
    if (pathname === `${plainPath}/submit` && session) return submit(session);
    if (pathname === `${plainPath}/card` && session) {
      if (request.method === 'GET') return { html: step('card', cardControls.join(''), '次へ') };
      const typed = new URLSearchParams(await text(request));
      const { expirationMonth, expirationYear } = posted(typed);
      session.form = { ...session.form, expirationMonth, expirationYear };
      session.card = await tokenise(typed);
      return submit(session);
    }
    if (pathname === paths.callback && session) return settle(session, searchParams.get('p') ?? '');
    return null;
  }

  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const send = (made: Answer | null) => {
      if (!made) return next();
      if (made.cookie) response.setHeader('Set-Cookie', `${cookieName}=${made.cookie}; Path=/; HttpOnly`);
      if (made.redirect) return response.writeHead(303, { Location: made.redirect }).end();
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
      response
        .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'br' })
        .end(brotliCompressSync(made.html ?? '', quality));
    };
    answer(request, new URL(request.url ?? '/', addresses.site)).then(send, (error: unknown) =>
      response.writeHead(500, { 'Content-Type': 'text/plain' }).end(String(error)),
    );
  };
}

/** What the server answers with: a page, or where to go. */
type Answer = { html?: string; redirect?: string; cookie?: string };

const control = /<(?:input|select)\b[^>]* name="(\w+)"[^>]*>(?:<option[\s\S]*?<\/select>)?/g;

/** The page again with what was typed, a card excepted, and with what is wrong. Boxes stay as they were at first. */
const filledIn = (page: string, typed: URLSearchParams, errors: Partial<Record<string, string>>) =>
  page.replace(control, (html: string, name: string) => {
    const value = /^(cardNum|securityCode)$/.test(name) ? '' : (typed.get(name) ?? '');
    const filled = html.includes('type="radio"')
      ? html.replace(' checked=""', '')
      : html.replace(' value=""', ` value="${value}"`);
    const error = errors[name] ? `<p class="notice notice-error">${errors[name]}</p>` : '';
    return error + filled.replace(` value="${value}"`, '$& checked selected');
  });

/** A posted form has only what was filled in or ticked. */
const posted = (typed: URLSearchParams): SignupForm =>
  normaliseForm(
    formOf((name) =>
      typeof emptyForm[name] === 'boolean' ? typed.has(name) : (typed.get(name) ?? undefined),
    ),
  );

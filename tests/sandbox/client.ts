import type { Sandbox } from '../../sandbox/sandbox.ts';
import { BANK_DEBIT, CARD } from '../../src/signup/form.ts';
import { bankPayload } from '../../src/signup/payload.ts';
import { completeDonor, withoutCard } from '../complete-donor.ts';

const campaign = { utmSource: 'letter', utmMedium: '', utmCampaign: '', utmContent: '' };

export type Json = Record<string, unknown>;

/** What a browser would do with a sandbox, wherever it runs. */
export function createClient({ site, api, gateway }: Sandbox['addresses']) {
  const json = async (url: string, init?: RequestInit): Promise<Json> =>
    parse(await (await fetch(url, init)).text());

  async function accessToken(): Promise<string> {
    return String((await json(`${api}/app/token.php`)).token);
  }

  async function post(call: string, body: unknown, token?: string, headers: Record<string, string> = {}) {
    return fetch(`${api}/app/${call}.php`, {
      method: 'POST',
      headers: {
        Origin: site,
        'Content-Type': 'application/json',
        Authorization: `Bearer ${token ?? (await accessToken())}`,
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  async function captchaToken(): Promise<string> {
    return String((await json(`${gateway}/captcha/token`, { method: 'POST', body: '{}' })).token);
  }

  /** The gateway's answer for a right card with these changes. */
  function tokenise(card: Json = {}): Promise<Json> {
    return json(`${gateway}/token`, {
      method: 'POST',
      body: JSON.stringify({
        apiKey: 'key',
        cardno: '4111111111111111',
        expire: `${new Date().getFullYear() + 3}12`,
        securitycode: '123',
        ...card,
      }),
    });
  }

  async function cardToken(cardno = '4111111111111111'): Promise<string> {
    const { tokenObject } = await tokenise({ cardno });
    return String(fields(tokenObject).token);
  }

  const donor = bankPayload(withoutCard(completeDonor), '', campaign);

  async function bankSignup(changes: Json = {}): Promise<Json> {
    return { ...donor, paymentMethod: BANK_DEBIT, recaptchaToken: await captchaToken(), ...changes };
  }

  async function cardSignup(changes: Json = {}, cardno?: string): Promise<Json> {
    return {
      ...donor,
      paymentMethod: CARD,
      recaptchaToken: await captchaToken(),
      token: await cardToken(cardno),
      cardExpiryYear: '2028',
      cardExpiryMonth: '12',
      callbackUrl: `${site}/form/member/callback`,
      ...changes,
    };
  }

  /** Presses a button of the 3-D Secure page; gives what comes back in `p`. */
  async function authenticate(redirectUrl: unknown, action: string): Promise<Json> {
    const response = await fetch(String(redirectUrl), {
      method: 'POST',
      body: new URLSearchParams({ action }),
      redirect: 'manual',
    });
    return readCallback(response);
  }

  return {
    accessToken,
    post,
    captchaToken,
    tokenise,
    cardToken,
    bankSignup,
    cardSignup,
    authenticate,
    answer: async (call: string, body: unknown): Promise<Json> =>
      parse(await (await post(call, body)).text()),
    verify: (registered: Json, { accessId, csrfToken }: Json) =>
      post('memberVerifyCard', {
        accessId,
        gmoCsrfToken: csrfToken,
        registerToken: registered.registerToken,
      }).then(async (response) => parse(await response.text())),
    setScenario: (call: string, scenario: unknown) =>
      fetch(`${api}/sandbox/scenarios/${call}`, { method: 'PUT', body: JSON.stringify(scenario) }),
    scenarios: () => json(`${api}/sandbox/scenarios`),
    reset: () => fetch(`${api}/sandbox/reset`, { method: 'POST' }),
    registrations: () => list(`${api}/sandbox/registrations`),
    requests: () => list(`${api}/sandbox/requests`),
  };
}

export function readCallback(response: Response): Json {
  const location = new URL(response.headers.get('Location') ?? '');
  const p = location.searchParams.get('p') ?? '';
  return {
    ...parse(Buffer.from(p, 'base64').toString('utf8')),
    location: `${location.origin}${location.pathname}`,
  };
}

function fields(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function parse(text: string): Json {
  return fields(JSON.parse(text));
}

async function list(url: string): Promise<Json[]> {
  const answer: unknown = await (await fetch(url)).json();
  return Array.isArray(answer) ? answer.map(fields) : [];
}

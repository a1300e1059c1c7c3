import type { Sandbox } from '../../sandbox/sandbox.ts';
import { payloadWithoutCard } from '../../src/signup/application/payload.ts';
import { BANK_DEBIT, CARD } from '../../src/signup/form.ts';
import { asRecord } from '../../src/signup/type-guards.ts';
import { completeDonor, withoutCard } from '../complete-donor.ts';

export type Json = Record<string, unknown>;

const campaign = { utmSource: 'letter', utmMedium: '', utmCampaign: '', utmContent: '' };
const donor = payloadWithoutCard(withoutCard(completeDonor), '', campaign);

/** What a browser would do with a sandbox, wherever it runs. */
export function createClient({ site, api, gateway }: Sandbox['addresses']) {
  const json = async (url: string, init?: RequestInit): Promise<Json> => (await fetch(url, init)).json();
  const list = async (url: string): Promise<Json[]> => (await fetch(url)).json();
  const accessToken = async () => String((await json(`${api}/app/token.php`)).token);
  const captchaToken = async () =>
    String((await json(`${gateway}/captcha/token`, { method: 'POST', body: '{}' })).token);

  async function post(call: string, body: Json, token?: string, headers: Record<string, string> = {}) {
    const authorization = `Bearer ${token ?? (await accessToken())}`;
    return fetch(`${api}/app/${call}.php`, {
      method: 'POST',
      headers: { Origin: site, 'Content-Type': 'application/json', Authorization: authorization, ...headers },
      body: JSON.stringify(body),
    });
  }
  const answer = async (call: string, body: Json): Promise<Json> => (await post(call, body)).json();

  /** The gateway's answer for a right card with these changes. */
  const tokenise = (changes: Json = {}) => {
    const expire = `${new Date().getFullYear() + 3}12`;
    const card = { apiKey: 'key', cardno: '4111111111111111', expire, securitycode: '123', ...changes };
    return json(`${gateway}/token`, { method: 'POST', body: JSON.stringify(card) });
  };
  const cardToken = async (changes?: Json) =>
    String(asRecord(asRecord(await tokenise(changes)).tokenObject).token);

  return {
    accessToken,
    captchaToken,
    cardToken,
    tokenise,
    post,
    answer,
    bankSignup: async (changes: Json = {}): Promise<Json> => ({
      ...donor,
      paymentMethod: BANK_DEBIT,
      recaptchaToken: await captchaToken(),
      ...changes,
    }),
    cardSignup: async (cardno?: string): Promise<Json> => ({
      ...donor,
      paymentMethod: CARD,
      recaptchaToken: await captchaToken(),
      token: await cardToken(cardno === undefined ? {} : { cardno }),
      cardExpiryYear: '2028',
      cardExpiryMonth: '12',
      callbackUrl: `${site}/form/member/callback`,
    }),
    /** Presses a button of the 3-D Secure page; gives what comes back in `p`. */
    authenticate: async (redirectUrl: unknown, action: string): Promise<Json> => {
      const body = new URLSearchParams({ action });
      return readCallback(await fetch(String(redirectUrl), { method: 'POST', body, redirect: 'manual' }));
    },
    verify: ({ registerToken }: Json, { accessId, csrfToken }: Json) =>
      answer('memberVerifyCard', { accessId, gmoCsrfToken: csrfToken, registerToken }),
    setScenario: (call: string, scenario: unknown) =>
      fetch(`${api}/sandbox/scenarios/${call}`, { method: 'PUT', body: JSON.stringify(scenario) }),
    takeBack: (call: string) => fetch(`${api}/sandbox/scenarios/${call}`, { method: 'DELETE' }),
    scenarios: () => json(`${api}/sandbox/scenarios`),
    reset: () => fetch(`${api}/sandbox/reset`, { method: 'POST' }),
    registrations: () => list(`${api}/sandbox/registrations`),
    requests: () => list(`${api}/sandbox/requests`),
  };
}

/** Where a redirect leads, and what it carries in `p`. */
export function readCallback(response: Response): Json {
  const { origin, pathname, searchParams } = new URL(response.headers.get('Location') ?? '');
  const carried = JSON.parse(Buffer.from(searchParams.get('p') ?? '', 'base64').toString('utf8'));
  return { ...carried, location: origin + pathname };
}

import { type Address, townOf } from '../signup/address/postal-address.ts';
import { prefectures } from '../signup/address/prefectures.ts';
import { CallFailure } from '../signup/call-failure.ts';
import { accessRefused, serverBusy } from '../signup/messages.ts';
import { readServerMessages } from '../signup/server-messages.ts';
import { asRecord, isNonEmpty, textOf } from '../signup/type-guards.ts';
import { requireNetwork } from './require-network.ts';
import type { SessionStore } from './session/session-store.ts';

declare global {
  /** The host's answer to the token request that an inline script sends before the app has loaded. */
  var earlyAccessToken: Promise<Response> | undefined;
}

export const ACCESS_TOKEN_PATH = '/app/token.php';

/** Where to send the donor for card authentication, and the token that verifies the payment afterwards. */
export type CardRegistration = { redirectUrl: string; registerToken: string };

type ApiSettings = {
  apiOrigin: string;
  /** The host allows the header `Idempotency-Key` (CORS) and answers a repeat as it answered the first request. */
  honoursIdempotencyKey: boolean;
};

export type Api = ReturnType<typeof createApi>;

/**
 * The calls of specification §7. Each rejects with a CallFailure and never with anything else. The chart's states limit their
 * time, and end them by `signal`.
 */
export function createApi(
  { apiOrigin, honoursIdempotencyKey }: ApiSettings,
  session: Pick<SessionStore, 'accessToken' | 'saveAccessToken'>,
) {
  async function call(
    path: string,
    init: RequestInit,
    early?: Promise<Response>,
  ): Promise<Record<string, unknown>> {
    requireNetwork();
    let response: Response;
    let body: unknown;
    try {
      const url = `${apiOrigin}${path}`;
      response = await (early ?? fetch(url, { ...init, cache: 'no-store', referrerPolicy: 'no-referrer' }));
      body = await response.json().catch(() => null);
    } catch {
      throw new CallFailure('noAnswer');
    }
    const answer = asRecord(body);
    const messages = readServerMessages(answer.messages);
    const reasonOr = (otherwise: string) => (messages.length > 0 ? messages : [otherwise]);
    if (response.status === 401) throw new CallFailure('unauthorized', reasonOr(accessRefused));
    if (response.status === 429) throw new CallFailure('notSent', reasonOr(serverBusy));
    // Messages mean a refusal, whatever the status. A 5xx without them may have stored something.
    if (messages.length > 0 && answer.success !== true) throw new CallFailure('refused', messages);
    // Also a redirect that leads nowhere: the host may have stored something.
    if (response.status >= 500 || Math.floor(response.status / 100) === 3) throw new CallFailure('noAnswer');
    if (!response.ok || answer.success === false) throw new CallFailure('refused');
    return answer;
  }

  async function post(
    path: string,
    payload: object,
    signal: AbortSignal,
    headers: Record<string, string> = {},
  ): Promise<Record<string, unknown>> {
    const accessToken = session.accessToken();
    if (!isNonEmpty(accessToken) || !isHeaderText.test(accessToken)) throw new CallFailure('unauthorized');
    return call(path, {
      method: 'POST',
      signal,
      // On a 307 or 308 the browser would send the payload a second time.
      redirect: 'error',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}`, ...headers },
      body: JSON.stringify(payload),
    });
  }

  async function postForSuccess(
    path: string,
    payload: object,
    signal: AbortSignal,
    key: string | null = null,
  ): Promise<Record<string, unknown>> {
    const headers = key !== null && honoursIdempotencyKey ? { 'Idempotency-Key': key } : {};
    const answer = await post(path, payload, signal, headers);
    if (answer.success !== true) throw new CallFailure('noAnswer');
    return answer;
  }

  async function fetchAddress(postalCode: string, signal: AbortSignal): Promise<Address | null> {
    const { data } = await post('/app/postalCode.php', { postalCode }, signal);
    const { prefName, cityName, townName } = asRecord(data);
    const town = townOf(textOf(townName));
    if (!isNonEmpty(prefName) || !isNonEmpty(cityName) || town === '') return null;
    const city = cityName + town;
    return prefectures.includes(prefName) && isPlaceName.test(city) ? { prefecture: prefName, city } : null;
  }
  /** The answers by postal code. */
  const addresses = new Map<string, Address | null>();

  return {
    /** Fetches a token and stores it for all other calls. */
    async fetchAccessToken(signal: AbortSignal): Promise<void> {
      const early = globalThis.earlyAccessToken;
      globalThis.earlyAccessToken = undefined;
      const { token, messages } = await call(ACCESS_TOKEN_PATH, { signal }, early);
      // A page that waited in vain for the early answer may have a newer token by now.
      signal.throwIfAborted();
      if (!isNonEmpty(token) || !isHeaderText.test(token.trim()))
        throw new CallFailure('noAnswer', readServerMessages(messages));
      session.saveAccessToken(token.trim());
    },

    /** Null unless prefecture, city and town all came back (specification §4). Each code is looked up once. */
    async lookUpPostalCode(postalCode: string, signal: AbortSignal): Promise<Address | null> {
      const known = addresses.get(postalCode);
      if (known !== undefined) return known;
      const address = await fetchAddress(postalCode, signal);
      addresses.set(postalCode, address);
      return address;
    },

    /** `key` identifies the application and is the same for all its tries. */
    async registerCard(payload: object, key: string, signal: AbortSignal): Promise<CardRegistration> {
      const answer = await postForSuccess('/app/memberRegisterCard.php', payload, signal, key);
      const { redirectUrl, registerToken } = answer;
      if (!isNonEmpty(redirectUrl) || !isNonEmpty(registerToken)) throw new CallFailure('noAnswer');
      return { redirectUrl, registerToken };
    },

    async registerWithoutCard(
      call: string,
      payload: object,
      key: string,
      signal: AbortSignal,
    ): Promise<void> {
      await postForSuccess(`/app/${call}.php`, payload, signal, key);
    },

    async verifyCard(
      payload: { accessId: string; gmoCsrfToken: string; registerToken: string },
      signal: AbortSignal,
    ): Promise<void> {
      await postForSuccess('/app/memberVerifyCard.php', payload, signal);
    },
  };
}

/** The characters that a token may have to fit in a header. */
const isHeaderText = /^[!-~]+$/;

/** Place names in Japan have at most about 40 letters, and no markup or control characters. */
const isPlaceName = /^(?=.*\p{L})[^<>&\p{C}\ufffd]{1,200}$/u;

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApi } from '../../src/services/api.ts';
import { callFailureOf } from '../../src/signup/call-failure.ts';
import { accessRefused, offline, serverBusy } from '../../src/signup/messages.ts';

type Answer = (response: ServerResponse) => void;
const sends =
  (status: number, body: string): Answer =>
  (response) =>
    response.writeHead(status).end(body);

let answer: Answer;
let token: string | null;
let leaving: AbortController;
let signal: AbortSignal;
let requests: (Pick<IncomingMessage, 'url' | 'headers'> & { body: string })[];
const server = createServer(async (request, response) => {
  const body = (await request.toArray()).join('');
  requests.push({ url: request.url, headers: request.headers, body });
  answer(response);
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  requests = [];
  token = 'token-1';
  leaving = new AbortController();
  signal = leaving.signal;
});

function createTestApi(honoursIdempotencyKey = false) {
  const apiOrigin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const saveAccessToken = (value: string) => {
    token = value;
  };
  return createApi({ apiOrigin, honoursIdempotencyKey }, { accessToken: () => token, saveAccessToken });
}
type Api = ReturnType<typeof createApi>;

const registerCard = (api: Api) => api.registerCard({}, 'key', signal);
const registerBank = (api: Api) => api.registerWithoutCard('memberRegisterBank', {}, 'key', signal);
const verifyCard = (api: Api) =>
  api.verifyCard({ accessId: 'a', gmoCsrfToken: 'b', registerToken: 'c' }, signal);
const lookUpPostalCode = (api: Api) => api.lookUpPostalCode('1000001', signal);
const fetchAccessToken = (api: Api) => api.fetchAccessToken(signal);

describe.each<[path: string, call: (api: Api) => Promise<unknown>]>([
  ['memberRegisterCard', registerCard],
  ['memberRegisterBank', registerBank],
  ['memberVerifyCard', verifyCard],
  ['postalCode', lookUpPostalCode],
  ['token', fetchAccessToken],
])('%s', (path, call) => {
  it.each([
    ['200 with success false', 200, '{"success":false,"messages":["A","B"]}', 'refused', ['A', 'B']],
    ['200 with success false alone', 200, '{"success":false}', 'refused', []],
    ['500 with messages', 500, '{"messages":["A"]}', 'refused', ['A']],
    ['messages that are not text', 200, '{"success":false,"messages":[1,null,"A",""]}', 'refused', ['A']],
    ['401', 401, '{}', 'unauthorized', [accessRefused]],
    ['401 with messages', 401, '{"messages":["A"]}', 'unauthorized', ['A']],
    ['404 with a page', 404, '<h1>Not found</h1>', 'refused', []],
    ['429', 429, '', 'notSent', [serverBusy]],
    ['429 with messages', 429, '{"messages":["A"]}', 'notSent', ['A']],
    ['500 without a reason', 500, '', 'noAnswer', []],
    ['200 with a page', 200, '<!doctype html><p>login</p>', 'noAnswer', []],
    ['200 with the wrong shape', 200, '{"result":"ok"}', 'noAnswer', []],
  ])('reads %s', { tags: ['@§7.12', '@§7.14', '@§7.16'] }, async (_, status, body, reason, messages) => {
    answer = sends(status, body);
    const outcome = await call(createTestApi()).catch((error: unknown) => callFailureOf(error));
    // An answer without an address is not a failure.
    if (path === 'postalCode' && status === 200 && reason === 'noAnswer') expect(outcome).toBeNull();
    else expect(outcome).toMatchObject({ reason, messages });
  });

  it('ends with the state that waits for it, and leaves no trace in caches or referrers', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch');
    const ended = new Promise<void>((resolve) => {
      answer = (response) => {
        response.once('close', resolve);
        leaving.abort();
      };
    });
    await expect(call(createTestApi())).rejects.toMatchObject({ reason: 'noAnswer' });
    await ended;
    const traceless = { cache: 'no-store', referrerPolicy: 'no-referrer' };
    expect(fetch.mock.calls).toEqual([
      [expect.stringContaining(`/app/${path}.php`), expect.objectContaining(traceless)],
    ]);
  });
});

it('no call is tried while the browser is offline, and that is what is said', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const failure = { reason: 'notSent', messages: [offline] };
  await expect(createTestApi().fetchAccessToken(signal)).rejects.toMatchObject(failure);
  expect(requests).toEqual([]);
});

it('an unforeseen error counts as no answer, since something may have been sent', () => {
  expect(callFailureOf(new TypeError()).reason).toBe('noAnswer');
});

describe('an application', () => {
  const breaks: Answer = (response) => response.socket?.destroy();
  const redirects =
    (status: number): Answer =>
    (response) =>
      response.writeHead(status, { location: '/app/memberRegisterBank.php' }).end();

  it.each<[string, string | null, Answer, string, number]>([
    ['whose connection breaks', 'token-1', breaks, 'noAnswer', 1],
    ['without an access token', null, breaks, 'unauthorized', 0],
    ['with a token that no header can carry', 'とー\nくん', breaks, 'unauthorized', 0],
    ['that a 303 would turn into another request', 'token-1', redirects(303), 'noAnswer', 1],
    ['that a 307 would send again', 'token-1', redirects(307), 'noAnswer', 1],
  ])('%s is sent once at most', async (_, accessToken, answers, reason, sent) => {
    token = accessToken;
    answer = answers;
    await expect(registerBank(createTestApi())).rejects.toMatchObject({ reason });
    expect(requests).toHaveLength(sent);
  });

  it('carries the token and the payload, and is registered whatever a host says beside', async () => {
    answer = sends(200, '{"success":true,"messages":["ありがとうございます"]}');
    await createTestApi().registerWithoutCard('memberRegisterBank', { lastName: '山田' }, 'key', signal);
    const [sent] = requests;
    expect(sent).toMatchObject({ url: '/app/memberRegisterBank.php', body: '{"lastName":"山田"}' });
    expect(sent?.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Bearer token-1',
    });
    expect(sent?.headers).not.toHaveProperty('idempotency-key');
  });

  it('has its key in a header for a host that knows it, by either payment method', async () => {
    answer = sends(200, '{"success":true,"redirectUrl":"u","registerToken":"r"}');
    for (const call of [registerCard, registerBank, verifyCard]) await call(createTestApi(true));
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['key', 'key', undefined]);
  });

  it('by card has had no answer where one lacks its parts', async () => {
    for (const parts of ['"redirectUrl":"u"', '"redirectUrl":1,"registerToken":"r"']) {
      answer = sends(200, `{"success":true,${parts}}`);
      await expect(registerCard(createTestApi())).rejects.toMatchObject({ reason: 'noAnswer' });
    }
  });
});

describe('the access token', () => {
  it('is stored and used by the next call', async () => {
    answer = sends(200, '{"token":"token-2"}');
    const api = createTestApi();
    await api.fetchAccessToken(signal);
    answer = sends(200, '{"success":true}');
    await verifyCard(api);
    const sent = requests.map(({ headers }) => headers.authorization);
    expect(sent).toEqual([undefined, 'Bearer token-2']);
  });

  it('is at first the one that the page has requested early, unless that is too late', async () => {
    const api = createTestApi();
    answer = sends(200, '{"token":"token-2"}');
    vi.stubGlobal('earlyAccessToken', Promise.resolve(Response.json({ token: ' early ' })));
    await api.fetchAccessToken(signal);
    expect(token).toBe('early');
    await api.fetchAccessToken(signal);
    expect(token).toBe('token-2');
    const refusal = Response.json({ messages: ['A'] }, { status: 400 });
    vi.stubGlobal('earlyAccessToken', Promise.resolve(refusal));
    await expect(api.fetchAccessToken(signal)).rejects.toMatchObject({ reason: 'refused', messages: ['A'] });

    let comeLate = (_: Response) => {};
    vi.stubGlobal('earlyAccessToken', new Promise((resolve) => (comeLate = resolve)));
    const failed = api.fetchAccessToken(signal);
    leaving.abort();
    comeLate(Response.json({ token: 'late' }));
    await expect(failed).rejects.toThrow();
    expect(token).toBe('token-2');
  });

  it('is requested early without a trace in caches or referrers, and not taken from an error', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('{"token":"x"}', { status: 500 }));
    vi.stubGlobal('fetch', fetch);
    vi.stubGlobal('location', new URL('https://example.org/form/member/confirm'));
    vi.stubGlobal('document', { documentElement: {}, currentScript: null });
    vi.stubGlobal('addEventListener', () => {});
    vi.stubGlobal('earlyAccessToken', undefined);
    await import('../../src/start/inline/loading-page.ts');
    await expect(createTestApi().fetchAccessToken(signal)).rejects.toMatchObject({ reason: 'noAnswer' });
    const traceless = { cache: 'no-store', referrerPolicy: 'no-referrer' };
    expect(fetch.mock.calls).toEqual([[expect.stringMatching(/\/app\/token\.php$/), traceless]]);
  });

  it('is not taken from an answer that holds none, or one that no header can carry', async () => {
    for (const body of ['{}', '{"token":""}', '{"token":7}', '{"token":"a\\nb"}', '{"token":"とーくん"}']) {
      answer = sends(200, body);
      await expect(createTestApi().fetchAccessToken(signal)).rejects.toMatchObject({ reason: 'noAnswer' });
      expect(token).toBe('token-1');
    }
  });
});

describe('the postal lookup', () => {
  const found = { prefName: '東京都', cityName: '千代田区', townName: '千代田' };
  it.each<[what: string, data: unknown, address: object | null]>([
    ['an address', found, { prefecture: '東京都', city: '千代田区千代田' }],
    ['the sign for no town', { ...found, townName: '以下に掲載がない場合' }, null],
    ['no town', { ...found, townName: undefined }, null],
    ['no city', { ...found, cityName: undefined }, null],
    ['no prefecture', { ...found, prefName: undefined }, null],
    ['an unknown prefecture', { ...found, prefName: '東京府' }, null],
    ['markup', { ...found, cityName: '<b>千代田区</b>' }, null],
    ['a line break', { ...found, townName: '千\n代田' }, null],
    ['blanks', { ...found, cityName: ' ', townName: '　' }, null],
    ['10,000 letters', { ...found, townName: '田'.repeat(10_000) }, null],
    ['nothing', undefined, null],
  ])('reads an answer with %s', { tags: ['@§4.30', '@§7.7'] }, async (_, data, address) => {
    answer = sends(200, JSON.stringify({ data }));
    expect(await lookUpPostalCode(createTestApi())).toEqual(address);
    expect(requests[0]?.body).toBe('{"postalCode":"1000001"}');
  });

  it('asks for a code once, and again only where no answer came', {
    tags: ['@§7.8', '@§7.9'],
  }, async () => {
    const api = createTestApi();
    answer = sends(200, JSON.stringify({ data: found }));
    const first = await lookUpPostalCode(api);
    expect(await lookUpPostalCode(api)).toEqual(first);
    expect(requests).toHaveLength(1);

    answer = sends(500, '');
    await expect(api.lookUpPostalCode('1500001', signal)).rejects.toThrow();
    answer = sends(200, '{"data":null}');
    expect(await api.lookUpPostalCode('1500001', signal)).toBeNull();
    expect(requests).toHaveLength(3);
  });
});

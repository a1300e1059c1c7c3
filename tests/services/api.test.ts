import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApi } from '../../src/services/api.ts';
import { callFailureOf } from '../../src/signup/call-failure.ts';
import { accessRefused, serverBusy } from '../../src/signup/messages.ts';

let server: Server;
let settings: Parameters<typeof createApi>[0];
type Answer = (response: ServerResponse) => void;
let answer: Answer;
let requests: {
  url: string | undefined;
  type: string | undefined;
  authorization: string | undefined;
  key: string | string[] | undefined;
  body: string;
}[];
let token: string | null;

const session = {
  accessToken: () => token,
  saveAccessToken: (value: string) => {
    token = value;
  },
};

beforeEach(async () => {
  requests = [];
  token = 'token-1';
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    requests.push({
      url: request.url,
      type: request.headers['content-type'],
      authorization: request.headers.authorization,
      key: request.headers['idempotency-key'],
      body: Buffer.concat(chunks).toString(),
    });
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  settings = { apiOrigin: `http://localhost:${address.port}`, honoursIdempotencyKey: false };
});

afterEach(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});

const sends =
  (status: number, body: string): Answer =>
  (response) =>
    response.writeHead(status).end(body);

type Call = (api: ReturnType<typeof createApi>) => Promise<unknown>;

const calls = {
  registerCard: (api) => api.registerCard({}, 'key'),
  registerBank: (api) => api.registerBank({}, 'key'),
  verifyCard: (api) => api.verifyCard({ accessId: 'a', gmoCsrfToken: 'b', registerToken: 'c' }),
  lookUpPostalCode: (api) => api.lookUpPostalCode('1000001'),
  fetchAccessToken: (api) => api.fetchAccessToken(),
} satisfies Record<string, Call>;

describe.each(Object.entries(calls))('%s', (name, call) => {
  it.each([
    ['200 with success false', 200, '{"success":false,"messages":["A","B"]}', 'refused', ['A', 'B']],
    ['200 with success false alone', 200, '{"success":false}', 'refused', []],
    ['400 with messages', 400, '{"messages":["A"]}', 'refused', ['A']],
    ['500 with messages', 500, '{"messages":["A"]}', 'refused', ['A']],
    ['messages that are not text', 200, '{"success":false,"messages":[1,null,"A",""]}', 'refused', ['A']],
    ['messages that are one text', 200, '{"success":false,"messages":"A"}', 'refused', ['A']],
    ['400 without a reason', 400, '{}', 'refused', []],
    ['401', 401, '{}', 'unauthorized', [accessRefused]],
    ['401 with messages', 401, '{"messages":["A"]}', 'unauthorized', ['A']],
    ['403', 403, '', 'refused', []],
    ['404 with a page', 404, '<h1>Not found</h1>', 'refused', []],
    ['429', 429, '', 'notSent', [serverBusy]],
    ['429 with messages', 429, '{"messages":["A"]}', 'notSent', ['A']],
    ['500 without a reason', 500, '', 'noAnswer', []],
    ['502 with a page', 502, '<h1>Bad gateway</h1>', 'noAnswer', []],
    ['200 with broken JSON', 200, '{"success":tr', 'noAnswer', []],
    ['200 with a page', 200, '<!doctype html><p>login</p>', 'noAnswer', []],
    ['200 with the wrong shape', 200, '{"result":"ok"}', 'noAnswer', []],
    ['200 with a list', 200, '["success"]', 'noAnswer', []],
    ['200 with null', 200, 'null', 'noAnswer', []],
  ])('reads %s', { tags: ['@§7.12', '@§7.14', '@§7.16'] }, async (_, status, body, reason, messages) => {
    answer = sends(status, body);
    const outcome = await call(createApi(settings, session)).catch((error: unknown) => callFailureOf(error));
    // An answer without an address is no failure.
    if (name === 'lookUpPostalCode' && status === 200 && reason === 'noAnswer') expect(outcome).toBeNull();
    else expect(outcome).toMatchObject({ reason, messages });
  });
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
    ['with a token that ends a header', 'to\nken', breaks, 'unauthorized', 0],
    ['with a token that no header can carry', 'とーくん', breaks, 'unauthorized', 0],
    ['that a 303 would turn into another request', 'token-1', redirects(303), 'noAnswer', 1],
    ['that a 307 would send again', 'token-1', redirects(307), 'noAnswer', 1],
  ])('%s', async (_, accessToken, answers, reason, sent) => {
    token = accessToken;
    answer = answers;
    await expect(calls.registerBank(createApi(settings, session))).rejects.toMatchObject({ reason });
    expect(requests).toHaveLength(sent);
  });

  it('carries the token and the payload, and is registered whatever a host says beside', async () => {
    answer = sends(200, '{"success":true,"messages":["ありがとうございます"]}');
    await createApi(settings, session).registerBank({ lastName: '山田' }, 'key');
    expect(requests).toEqual([
      {
        url: '/app/memberRegisterBank.php',
        type: 'application/json',
        authorization: 'Bearer token-1',
        key: undefined,
        body: '{"lastName":"山田"}',
      },
    ]);
  });

  it('has its key in a header for a host that knows it, by either payment method; settling has none', async () => {
    answer = sends(200, '{"success":true,"redirectUrl":"u","registerToken":"r"}');
    const api = createApi({ ...settings, honoursIdempotencyKey: true }, session);
    for (const call of [calls.registerCard, calls.registerBank, calls.verifyCard]) await call(api);
    expect(requests.map(({ key }) => key)).toEqual(['key', 'key', undefined]);
  });

  it.each(['{"success":true,"redirectUrl":"u"}', '{"success":true,"redirectUrl":1,"registerToken":"r"}'])(
    'by card has had no answer where one lacks its parts: %s',
    async (body) => {
      answer = sends(200, body);
      await expect(calls.registerCard(createApi(settings, session))).rejects.toMatchObject({
        reason: 'noAnswer',
      });
    },
  );
});

describe('the access token', () => {
  it('is stored and used by the next call', async () => {
    answer = sends(200, '{"token":"token-2"}');
    const api = createApi(settings, session);
    await api.fetchAccessToken();
    answer = sends(200, '{"success":true}');
    await api.verifyCard({ accessId: 'a', gmoCsrfToken: 'c', registerToken: 'r' });
    expect(requests.map(({ authorization }) => authorization)).toEqual([undefined, 'Bearer token-2']);
  });

  it('is at first the one that the page has requested early', async () => {
    const api = createApi(settings, session);
    answer = sends(200, '{"token":"token-2"}');
    vi.stubGlobal('earlyAccessToken', Promise.resolve({ token: ' early ' }));
    await api.fetchAccessToken();
    expect(token).toBe('early');
    await api.fetchAccessToken();
    expect(token).toBe('token-2');
    vi.stubGlobal('earlyAccessToken', Promise.resolve({ messages: ['A'] }));
    await expect(api.fetchAccessToken()).rejects.toMatchObject({ reason: 'noAnswer', messages: ['A'] });
  });

  it.each(['{}', '{"token":""}', '{"token":7}', '{"token":"a\\nb"}', '{"token":"とーくん"}', 'nonsense'])(
    'is not taken from %s',
    async (body) => {
      answer = sends(200, body);
      await expect(createApi(settings, session).fetchAccessToken()).rejects.toMatchObject({
        reason: 'noAnswer',
      });
      expect(token).toBe('token-1');
    },
  );
});

describe('the postal lookup', () => {
  it.each([
    [
      '{"data":{"prefName":"東京都","cityName":"千代田区","townName":"千代田"}}',
      { prefecture: '東京都', city: '千代田区千代田' },
    ],
    ['{"data":{"prefName":"東京都","cityName":"千代田区","townName":""}}', null],
    ['{"data":{"prefName":"東京都","cityName":"千代田区","townName":"以下に掲載がない場合"}}', null],
    ['{"data":{"prefName":"東京都","cityName":"千代田区"}}', null],
    ['{"data":{"prefName":"東京都","townName":"千代田"}}', null],
    ['{"data":{"cityName":"千代田区","townName":"千代田"}}', null],
    ['{"data":{"prefName":"東京府","cityName":"千代田区","townName":"千代田"}}', null],
    ['{"data":{"prefName":"東京都","cityName":"<b>千代田区</b>","townName":"千代田"}}', null],
    ['{"data":{"prefName":"東京都","cityName":"千代田区","townName":"千\\n代田"}}', null],
    ['{"data":{"prefName":"東京都","cityName":" ","townName":"　"}}', null],
    [`{"data":{"prefName":"東京都","cityName":"千代田区","townName":"${'田'.repeat(10_000)}"}}`, null],
    ['{}', null],
  ])('reads %s', { tags: ['@§4.30', '@§7.7'] }, async (body, address) => {
    answer = sends(200, body);
    expect(await createApi(settings, session).lookUpPostalCode('1000001')).toEqual(address);
    expect(requests[0]?.body).toBe('{"postalCode":"1000001"}');
  });

  it('asks for a code once, also before the first answer, and again only where no answer came', {
    tags: ['@§7.8', '@§7.9'],
  }, async () => {
    const api = createApi(settings, session);
    answer = sends(200, '{"data":{"prefName":"東京都","cityName":"千代田区","townName":"千代田"}}');
    const [first, second] = await Promise.all([
      api.lookUpPostalCode('1000001'),
      api.lookUpPostalCode('1000001'),
    ]);
    expect(second).toBe(first);
    await api.lookUpPostalCode('1000001');
    expect(requests).toHaveLength(1);

    answer = sends(500, '');
    await expect(api.lookUpPostalCode('1500001')).rejects.toThrow();
    answer = sends(200, '{"data":null}');
    expect(await api.lookUpPostalCode('1500001')).toBeNull();
    expect(requests).toHaveLength(3);
  });
});

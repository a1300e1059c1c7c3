import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOwnHost } from '../../sandbox/origins.ts';
import { startTestSandbox } from './client.ts';

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
beforeAll(async () => {
  sandbox = await startTestSandbox({ allowedHosts: ['forwarded.test:8080'] });
});
afterAll(() => sandbox.close());

/** What the server answers to a request that names this host, as a browser would on a page of that name. */
function statusFor(origin: string, path: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(origin + path, { headers: { Host: host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('a page that points its own name at this machine', () => {
  it.each([
    ['api', '/sandbox/registrations'],
    ['api', '/app/token.php'],
    ['api', '/'],
    ['site', '/form/member'],
    ['gateway', '/js/mp-token.js'],
  ] as const)('reads nothing from the %s at %s', async (server, path) => {
    const origin = sandbox.addresses[server];
    const port = new URL(origin).port;
    const others = [`evil.example:${port}`, 'localhost', 'localhost:1', `localhost.evil.example:${port}`];
    for (const host of others) expect(await statusFor(origin, path, host), host).toBe(421);
    const own = [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, 'forwarded.test:8080'];
    for (const host of own) expect(await statusFor(origin, path, host), host).not.toBe(421);
  });

  it('is told apart on port 80 too, where a browser sends none', () => {
    expect(
      ['localhost', 'LOCALHOST:80', 'evil.example', undefined].map((host) => isOwnHost(host, 80, [])),
    ).toEqual([true, true, false, false]);
  });
});

describe('a body nested thousands deep', () => {
  const nested = (depth: number) => '{"a":'.repeat(depth) + 1 + '}'.repeat(depth);

  it.each([51, 5000, 15_000])(
    '%i levels are no sign-up, and everything can still be listed',
    async (depth) => {
      for (const call of ['memberRegisterBank', 'memberRegisterCard', 'memberVerifyCard', 'postalCode']) {
        expect((await sandbox.client.post(call, nested(depth))).status, call).toBe(400);
      }
      expect((await sandbox.client.setScenario('token', nested(depth))).status).toBe(400);
      expect(await sandbox.client.registrations()).toEqual([]);
      expect((await sandbox.client.requests()).length).toBeGreaterThan(0);
    },
  );

  it('is no scenario', async () => {
    const url = `${sandbox.addresses.api}/sandbox/scenarios/token`;
    for (const body of [nested(5000), `{"body":${nested(200_000)}}`]) {
      expect((await fetch(url, { method: 'PUT', body })).status).toBe(400);
    }
  });
});

it('a card number that came where none belongs is not in the log, whatever it came in', async () => {
  for (const body of [
    '{"cardNum":"4111111111111111"',
    `{"a":"${'x'.repeat(30_000)}","cardNum":"4111111111111111"}`,
    `{"cardNum":"4111 1111-1111 1111","a":"${'x'.repeat(30_000)}"}`,
    '[[{"cardNum":"4111111111111111"}]]',
  ]) {
    await sandbox.client.post('memberRegisterBank', body);
  }
  expect(JSON.stringify(await sandbox.client.requests())).not.toMatch(/4111.?1111/);
});

it('no answer is a fault of the sandbox', async () => {
  const { site, api, gateway } = sandbox.addresses;
  const urls = [
    `${site}/support/donation/member/complete.php`,
    `${api}/app/token.php`,
    `${api}/app/memberRegisterCard.php?a=%`,
    `${api}/sandbox/scenarios/%E3%81`,
    `${api}/sandbox/scenarios/token`,
    `${api}/%E3%81`,
    `${gateway}/token`,
    `${gateway}/captcha/token`,
    `${gateway}/3ds/%E3%81`,
    `${gateway}/3ds/x`,
  ];
  const bodies = [
    '',
    '{',
    'null',
    '[1]',
    '{"__proto__":{"a":1}}',
    '{"email":{"a":1},"token":[]}',
    '\u0000',
    '%',
  ];
  const types = [
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'x; charset=none',
  ];
  for (const url of urls) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
      const sent = method === 'GET' ? [undefined] : bodies;
      for (const [index, body] of sent.entries()) {
        const contentType = types[index % types.length] ?? '';
        const init = body === undefined ? {} : { body, headers: { 'Content-Type': contentType } };
        const { status } = await fetch(url, { method, ...init, redirect: 'manual' });
        expect(status, `${method} ${url} ${body} ${contentType}`).toBeLessThan(500);
      }
    }
  }
});

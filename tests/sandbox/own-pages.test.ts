import { request } from 'node:http';
import { expect } from 'vitest';
import { it, startTestSandbox, type TestSandbox } from './test-sandbox.ts';

/** The status of a request with these headers; `fetch` would not send a Host of the test's. */
function ask(address: string, headers: Record<string, string>, method = 'GET'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject).end();
  });
}

const addressesOf = ({ addresses: { site, api, gateway } }: TestSandbox) => [
  `${site}/app/token.php`,
  `${api}/app/token.php`,
  `${api}/sandbox/registrations`,
  `${api}/`,
  `${gateway}/js/mp-token.js`,
];

it.for(['localhost', '127.0.0.1'])('pages at %s are answered, and may call', async (name, { sandbox }) => {
  for (const address of addressesOf(sandbox)) {
    const { host, port } = new URL(address);
    const origin = sandbox.addresses.site.replace('localhost', name);
    const asked = await Promise.all([
      ask(address, { host: `${name}:${port}` }),
      ask(address, { host, origin }),
    ]);
    expect(asked, address).toEqual([200, 200]);
  }
  const origin = sandbox.addresses.site.replace('localhost', name);
  const answer = await fetch(`${sandbox.addresses.api}/app/token.php`, { headers: { origin } });
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(origin);
});

it('pages of others are refused, also under a name of theirs for this machine', async ({ sandbox }) => {
  const { api, site } = sandbox.addresses;
  const otherPort = new URL(site.replace(/\d+$/, '1')).origin;
  for (const address of addressesOf(sandbox)) {
    for (const origin of ['https://evil.example', 'null', otherPort, site.replace('http', 'https')])
      expect(await ask(address, { origin }), `${address} for ${origin}`).toBe(403);
    const { port } = new URL(address);
    for (const host of [`evil.example:${port}`, 'localhost', `localhost.evil.example:${port}`])
      expect(await ask(address, { host }), `${address} at ${host}`).toBe(403);
  }
  await sandbox.client.answer('memberRegisterBank', await sandbox.client.bankSignup());
  expect(await ask(`${api}/sandbox/reset`, { origin: 'https://evil.example' }, 'POST')).toBe(403);
  expect(await sandbox.client.registrations()).toHaveLength(1);
  expect((await fetch(api)).headers.get('Content-Security-Policy')).toBe("frame-ancestors 'none'");
});

it('a rehearsal answers the pages of the site that is tried out', async () => {
  const formOrigin = 'https://test.example.org';
  const sandbox = await startTestSandbox({ formOrigin });
  const asked = [formOrigin, 'https://evil.example'].map((origin) =>
    ask(`${sandbox.addresses.api}/app/token.php`, { origin }),
  );
  expect(await Promise.all(asked)).toEqual([200, 403]);
  await sandbox.close();
});

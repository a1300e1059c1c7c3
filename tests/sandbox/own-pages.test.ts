import { request } from 'node:http';
import { expect } from 'vitest';
import { it } from './test-sandbox.ts';

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

// Browser tests prove that pages of this machine are answered under each of its names, and those of a rehearsal's site.
it('pages of others are refused, also under a name of theirs for this machine', async ({ sandbox }) => {
  const { site, api, gateway } = sandbox.addresses;
  const calls = [`${site}/app/token.php`, `${api}/app/token.php`, `${api}/sandbox/registrations`];
  const otherPort = new URL(site.replace(/\d+$/, '1')).origin;
  for (const address of [...calls, `${api}/`, `${gateway}/js/mp-token.js`]) {
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

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestSandbox } from './client.ts';

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

const control = (path: string, init?: RequestInit) => fetch(`${sandbox.addresses.api}/sandbox${path}`, init);

describe('an answer', () => {
  it('with a text is sent as it is, readable for the site', async () => {
    await sandbox.client.setScenario('postalCode', {
      status: 502,
      body: '<h1>Bad',
      contentType: 'text/html',
    });
    const response = await sandbox.client.post('postalCode', {});
    expect(response.status).toBe(502);
    expect(response.headers.get('Content-Type')).toBe('text/html');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(sandbox.addresses.site);
    expect(await response.text()).toBe('<h1>Bad');
  });
});

describe('times', () => {
  it('counts requests down and then lets go', async () => {
    await sandbox.client.setScenario('token', { status: 500, times: 2 });
    const statuses: number[] = [];
    for (let call = 0; call < 3; call++) {
      statuses.push((await fetch(`${sandbox.addresses.api}/app/token.php`)).status);
    }
    expect(statuses).toEqual([500, 500, 200]);
  });

  it('is not used up by a preflight', async () => {
    await sandbox.client.setScenario('token', { status: 500, times: 1 });
    await fetch(`${sandbox.addresses.api}/app/token.php`, { method: 'OPTIONS' });
    expect((await fetch(`${sandbox.addresses.api}/app/token.php`)).status).toBe(500);
  });
});

describe('a dropped connection', () => {
  it('before: nothing was stored', async () => {
    const payload = await sandbox.client.bankSignup();
    await sandbox.client.setScenario('memberRegisterBank', { drop: 'before', times: 1 });
    await expect(sandbox.client.post('memberRegisterBank', payload)).rejects.toThrow();
    expect(await sandbox.client.registrations()).toEqual([]);
    expect(await sandbox.client.answer('memberRegisterBank', payload)).toEqual({ success: true });
  });

  it('after: it was stored, and the token is spent', async () => {
    const payload = await sandbox.client.bankSignup();
    await sandbox.client.setScenario('memberRegisterBank', { drop: 'after', times: 1 });
    await expect(sandbox.client.post('memberRegisterBank', payload)).rejects.toThrow();
    expect(await sandbox.client.registrations()).toMatchObject([{ status: 'complete', payload }]);
    expect(await sandbox.client.answer('memberRegisterBank', payload)).toMatchObject({ success: false });
    expect(await sandbox.client.registrations()).toHaveLength(1);
  });
});

describe('a delay', () => {
  it('is cut off by a reset, and stores nothing after it', async () => {
    const payload = await sandbox.client.bankSignup();
    await sandbox.client.setScenario('memberRegisterBank', { delayMs: 3_600_000 });
    const call = sandbox.client.post('memberRegisterBank', payload).catch(() => 'dropped');
    await expect
      .poll(async () => (await sandbox.client.requests())[0]?.path)
      .toBe('/app/memberRegisterBank.php');
    await control('/reset', { method: 'POST' });
    expect(await call).toBe('dropped');
    expect(await sandbox.client.registrations()).toEqual([]);
  });
});

describe('control', () => {
  it.each([
    ['unknownCall', { status: 500 }, 'unknownCall'],
    ['token', { status: 99 }, 'status'],
    ['token', { delayMs: -1 }, 'delayMs'],
    ['token', { delayMs: '5' }, 'delayMs'],
    ['token', { drop: 'sometimes' }, 'drop'],
    ['token', { status: 500, times: 0 }, 'times'],
    ['token', { slow: true }, 'slow'],
    ['token', { times: 3 }, 'delayMs'],
    ['token', [], 'object'],
  ])('refuses %s %o and names what is wrong', async (call, scenario, word) => {
    const response = await sandbox.client.setScenario(call, scenario);
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain(word);
    expect(await (await control('/scenarios')).json()).toEqual({});
  });

  it('lists the scenarios in force, with what is left of them', async () => {
    await sandbox.client.setScenario('token', { status: 500, times: 3 });
    await fetch(`${sandbox.addresses.api}/app/token.php`);
    expect(await (await control('/scenarios')).json()).toEqual({ token: { status: 500, times: 2 } });
    await control('/scenarios/token', { method: 'DELETE' });
    expect(await (await control('/scenarios')).json()).toEqual({});
  });

  it('logs requests newest first, as the contract says', async () => {
    await sandbox.client.accessToken();
    await sandbox.client.post('postalCode', { postalCode: '1000001' }, 'wrong');
    expect(await sandbox.client.requests()).toMatchObject([
      {
        at: '2027-01-15T00:00:00.000Z',
        method: 'POST',
        path: '/app/postalCode.php',
        status: 401,
        body: { postalCode: '1000001' },
      },
      { method: 'GET', path: '/app/token.php', status: 200, body: null },
    ]);
  });

  it('forgets registrations, scenarios and requests on reset', async () => {
    await sandbox.client.post('memberRegisterBank', await sandbox.client.bankSignup());
    await sandbox.client.setScenario('token', { status: 500 });
    expect((await control('/reset', { method: 'POST' })).status).toBe(200);
    expect(await sandbox.client.registrations()).toEqual([]);
    expect(await sandbox.client.requests()).toEqual([]);
    expect((await fetch(`${sandbox.addresses.api}/app/token.php`)).status).toBe(200);
  });
});

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestSandbox } from './client.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const start = () => startTestSandbox({ databaseFile: join(folder, 'deep', 'sandbox.db') });

it('keeps registrations over a restart, and a card that is half way through can be finished', async () => {
  const first = await start();
  const payload = await first.client.cardSignup();
  const registered = await first.client.answer('memberRegisterCard', payload);
  const callback = await first.client.authenticate(registered.redirectUrl, 'approve');
  await first.close();

  const second = await start();
  expect(await second.client.registrations()).toMatchObject([{ status: 'pending', payload }]);
  expect(await second.client.verify(registered, callback)).toEqual({ success: true });
  expect(await second.client.registrations()).toMatchObject([{ status: 'complete' }]);
  // Numbers are never given twice, and spent tokens stay spent.
  expect(await second.client.answer('memberRegisterCard', payload)).toMatchObject({ success: false });
  await second.close();
});

it('never has a card number or security code in its file, its log or its answers', async () => {
  const sandbox = await start();
  const { client } = sandbox;
  const cardno = '5105105105105100';
  const registered = await client.answer('memberRegisterCard', await client.cardSignup({}, cardno));
  await client.verify(registered, await client.authenticate(registered.redirectUrl, 'approve'));
  // An app at fault that sends them must not get them stored either.
  await client.answer(
    'memberRegisterBank',
    await client.bankSignup({ cardNum: cardno, securityCode: '9753' }),
  );
  const spoken = JSON.stringify([await client.registrations(), await client.requests(), registered]);
  await sandbox.close();

  const files = readdirSync(join(folder, 'deep')).map((name) =>
    readFileSync(join(folder, 'deep', name), 'latin1'),
  );
  expect(files.join()).toContain('hanako@example.com');
  for (const kept of [...files, spoken]) {
    expect(kept).not.toContain(cardno);
    expect(kept).not.toContain('9753');
  }
});

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { createClient, type Json, startTestSandbox } from './client.ts';

const program = `
  import { startSandbox } from './sandbox/sandbox.ts';
  const { addresses } = await startSandbox({ port: 0, distFolder: '.', databaseFile: process.argv[1] });
  console.log(JSON.stringify(addresses));
`;

let folder: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** A sandbox in a process of its own. */
async function spawnSandbox(databaseFile: string, ...options: string[]): Promise<Sandbox['addresses']> {
  child = spawn(process.execPath, [...options, '--input-type=module', '-e', program, databaseFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('The process has no output.');
  for await (const line of createInterface(child.stdout)) return JSON.parse(line);
  throw new Error('The sandbox did not start.');
}

it('killed in the middle of writing, it keeps every sign-up that it answered, whole, and takes the others once', {
  timeout: 60_000,
}, async () => {
  const databaseFile = join(folder, 'sandbox.db');
  /** By idempotency key: what was sent, and whether it was answered. */
  const sent = new Map<string, { payload: Json; isAnswered: boolean }>();

  for (const answersBeforeKill of [3, 17]) {
    const client = createClient(await spawnSandbox(databaseFile));
    const token = await client.accessToken();
    let answers = 0;
    const signUpForEver = async (donor: number): Promise<void> => {
      for (let time = 0; ; time++) {
        const key = `${answersBeforeKill}-${donor}-${time}`;
        const payload = await client.bankSignup({ street: key.repeat(20) });
        const one = { payload, isAnswered: false };
        sent.set(key, one);
        const response = await client.post('memberRegisterBank', payload, token, { 'Idempotency-Key': key });
        expect(await response.json()).toEqual({ success: true });
        one.isAnswered = true;
        if (++answers === answersBeforeKill) child?.kill('SIGKILL');
      }
    };
    const donors = await Promise.allSettled([1, 2, 3, 4, 5].map(signUpForEver));
    for (const donor of donors) expect(String(Reflect.get(donor, 'reason'))).toContain('TypeError');
  }

  const { client, close } = await startTestSandbox({ databaseFile, now: Date.now });
  const stored = (await client.registrations()).map(({ payload }) => payload);
  const answered = [...sent.values()].filter(({ isAnswered }) => isAnswered).map(({ payload }) => payload);
  expect(answered.length).toBeGreaterThanOrEqual(3 + 17);
  expect(stored).toEqual(expect.arrayContaining(answered));

  for (const [key, { payload }] of sent) {
    const response = await client.post('memberRegisterBank', payload, undefined, { 'Idempotency-Key': key });
    expect(await response.json()).toEqual({ success: true });
  }
  const all = (await client.registrations()).map(({ payload }) => JSON.stringify(payload));
  expect(all.toSorted()).toEqual([...sent.values()].map(({ payload }) => JSON.stringify(payload)).toSorted());
  await close();
});

it('with a heap of 48 MB it outlives bodies of 40 MB, and the largest that it takes again and again', {
  timeout: 60_000,
}, async () => {
  const addresses = await spawnSandbox(':memory:', '--max-old-space-size=48');
  const client = createClient(addresses);
  const token = await client.accessToken();
  const huge = new Uint8Array(40 * 1024 * 1024).fill(32);
  // What fetch wants to hear before it sends a stream.
  const halfDuplex = { duplex: 'half' };
  const requests: [method: string, path: string, body: BodyInit][] = [
    ['POST', '/app/memberRegisterBank.php', huge],
    ['POST', '/app/memberRegisterBank.php', new Blob([huge]).stream()],
    ['PUT', '/sandbox/scenarios/token', huge],
  ];
  for (const [method, path, body] of requests) {
    const response = await fetch(addresses.api + path, { method, body, ...halfDuplex });
    expect(response.status, path).toBe(413);
  }
  // Parsed, each takes several times its length.
  const large = `[${'[],'.repeat(33_000)}[]]`;
  for (let call = 0; call < 70; call++) await client.post('memberRegisterBank', large, token);
  expect((await client.requests()).map(({ status }) => status)).toEqual([...Array(70).fill(400), 200]);
  expect(child?.exitCode).toBeNull();
});

import { tmpdir } from 'node:os';
import { test } from 'vitest';
import { type SandboxOptions, startSandbox } from '../../sandbox/sandbox.ts';
import { createClient } from './client.ts';

/** A sandbox on free ports with an empty store, a clock that the test moves, and what a browser would do with it. */
export async function startTestSandbox(options: Partial<SandboxOptions> = {}) {
  const clock = { now: Date.UTC(2027, 0, 15) };
  const sandbox = await startSandbox({ port: 0, distFolder: tmpdir(), now: () => clock.now, ...options });
  return { ...sandbox, clock, client: createClient(sandbox.addresses) };
}

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>;

/** Gives each test a sandbox of its own. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads here what the fixture needs, which is nothing
export const it = test.extend('sandbox', async ({}, { onCleanup }) => {
  const sandbox = await startTestSandbox();
  onCleanup(sandbox.close);
  return sandbox;
});

import { expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { accessTokenMachine } from '../../src/machines/access-token.ts';

it('the next token is fetched after 14 minutes, or after a failure in 10 s, doubled up to 5 minutes', {
  tags: ['@§4.16', '@§9.1'],
}, async () => {
  const clock = new SimulatedClock();
  let isDown = true;
  let fetches = 0;
  const fetchAccessToken = fromPromise<void>(async () => {
    fetches += 1;
    if (isDown) throw new Error('down');
  });
  // It runs without the sign-up chart here, which hears of each outcome.
  const actions = { sendReady: () => {}, sendUnavailable: () => {} };
  const machine = accessTokenMachine.provide({ actors: { fetchAccessToken }, actions });
  const actor = createActor(machine, { clock });
  actor.start();
  const settled = () => expect.poll(() => actor.getSnapshot().value).not.toBe('fetching');
  /** The next fetch comes after so many seconds, and not before. */
  const comesAfter = async (seconds: number) => {
    await settled();
    const before = fetches;
    clock.increment(seconds * 1000 - 1);
    expect(fetches, `${seconds} s`).toBe(before);
    clock.increment(1);
    expect(fetches, `${seconds} s`).toBe(before + 1);
  };
  for (const seconds of [10, 20, 40, 80, 160, 300, 300]) await comesAfter(seconds);
  isDown = false;
  await comesAfter(300);
  isDown = true;
  await comesAfter(14 * 60);
  await comesAfter(10);
});

import { afterEach, expect, it } from 'vitest';
import { type AnyActorRef, type AnyStateMachine, createActor, waitFor } from 'xstate';
import { createFeed } from '../../inspector/statechart/index.ts';
import {
  channelName,
  type FeedMessage,
  hello,
  type StepMessage,
} from '../../inspector/statechart/protocol.ts';
import { SECRET, secretive } from './sample-machines.ts';

const open: { close: () => void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** Runs a machine beside an inspector, which keeps what it hears, parsed and as raw text. */
function run(machine: AnyStateMachine) {
  const channel = new BroadcastChannel(channelName);
  const raw: string[] = [];
  const messages: FeedMessage[] = [];
  channel.onmessage = ({ data }: MessageEvent<FeedMessage[]>) => {
    raw.push(JSON.stringify(data));
    messages.push(...data);
  };
  const feed = createFeed({ name: 'test' });
  const actor: AnyActorRef = createActor(machine, { inspect: feed.inspect }).start();
  open.push(channel, feed, { close: () => actor.stop() });
  const steps = () => messages.filter((message): message is StepMessage => message.kind === 'step');
  return {
    actor,
    raw,
    messages,
    steps,
    hears: (event: string, times = 1) =>
      expect.poll(() => steps().filter((step) => step.event === event).length).toBe(times),
    replay: () => channel.postMessage(hello),
  };
}

it('orders causes before effects, and an event that is sent twice', async () => {
  const { actor, steps, hears } = run(secretive);
  const child: AnyActorRef = actor.getSnapshot().children.child;
  child.send({ type: 'work.done' });
  await hears('child.told');
  await hears('work.done');
  const order = steps().toSorted((a, b) => a.order - b.order);
  expect(order.map(({ event }) => event).slice(-2)).toEqual(['work.done', 'child.told']);
  expect(order.at(-1)?.from).toBe(child.sessionId);
  const told = { type: 'child.told' };
  for (const event of [told, told]) actor.send(event);
  await hears('child.told', 3);
  expect(new Set(steps().map(({ order }) => order)).size).toBe(steps().length);
});

it('sends only names, whatever context, payloads, inputs, outputs, errors and ids hold', async () => {
  const { actor, raw, messages, steps, hears, replay } = run(secretive);
  actor.send({ type: 'spawn.requested', secret: SECRET });
  actor.send({ type: 'work.requested', secret: SECRET });
  await waitFor(actor, (snapshot) => snapshot.value === 'late');
  actor.send({ type: SECRET, secret: SECRET });
  actor.send({ type: `xstate.done.actor.${SECRET}`, output: SECRET });
  actor.send({ type: 'child.told', secret: SECRET });
  await hears('child.told');
  replay();
  await expect.poll(() => messages.filter(({ order }) => order === 0).length).toBe(2);
  // Each was a message, live and again.
  expect(messages).toHaveLength(2 * (raw.length - 1));
  expect(steps().map(({ event }) => event)).toContain('(unknown event)');
  const names = messages.flatMap((message) => (message.kind === 'actor' ? [message.name] : []));
  expect(new Set(names)).toEqual(new Set(['secretive', 'child', 'work', 'fail', 'actor']));
  expect(raw.filter((text) => text.includes(SECRET))).toEqual([]);
});

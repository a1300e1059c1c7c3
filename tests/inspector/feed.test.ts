import { afterEach, describe, expect, it } from 'vitest';
import { type AnyActorRef, type AnyStateMachine, createActor, SimulatedClock, waitFor } from 'xstate';
import { createFeed, type FeedOptions } from '../../inspector/statechart/index.ts';
import {
  type FeedMessage,
  parseFeedMessage,
  parseReplay,
  type StepMessage,
} from '../../inspector/statechart/protocol.ts';
import { crossing, guarded, SECRET, secretive } from './sample-machines.ts';

const open: { close: () => void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** An inspector's end of the channel, with the raw text of all messages. */
function listen() {
  const channel = new BroadcastChannel(`test-${crypto.randomUUID()}`);
  const raw: string[] = [];
  const messages: FeedMessage[] = [];
  const waiting = new Set<() => void>();
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    raw.push(JSON.stringify(data));
    const live = parseFeedMessage(data);
    messages.push(...(live ? [live] : parseReplay(data)));
    for (const check of waiting) check();
  };
  open.push(channel);
  return {
    name: channel.name,
    raw,
    messages,
    send: (message: unknown) => channel.postMessage(message),
    steps: () => messages.filter((message): message is StepMessage => message.kind === 'step'),
    until: (condition: () => boolean) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!condition()) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}

function run(machine: AnyStateMachine, options: FeedOptions = {}) {
  const inspector = listen();
  const feed = createFeed({ channel: inspector.name, ...options });
  const clock = new SimulatedClock();
  const actor: AnyActorRef = createActor(machine, { inspect: feed.inspect, clock });
  open.push(feed, { close: () => actor.stop() });
  actor.start();
  return { inspector, feed, clock, actor };
}

const said = (inspector: ReturnType<typeof listen>, event: string) =>
  inspector.steps().some((step) => step.event === event);

describe('the feed', () => {
  it('tells of charts, actors and steps, with the edges taken and the states reached', async () => {
    const { inspector, actor } = run(crossing);
    actor.send({ type: 'mode.flash' });
    await inspector.until(() => said(inspector, 'mode.flash'));
    expect(inspector.messages.map(({ kind }) => kind)).toEqual(['opened', 'actor', 'step', 'step']);
    expect(inspector.steps()[1]).toMatchObject({
      event: 'mode.flash',
      edges: ['crossing|mode.flash|0'],
      states: expect.arrayContaining(['crossing.cars.flashing', 'crossing.people.waiting']),
      status: 'active',
    });
  });

  it('orders causes before effects', async () => {
    const { inspector, actor } = run(secretive);
    const child: AnyActorRef = actor.getSnapshot().children.child;
    child.send({ type: 'work.done' });
    await inspector.until(() => said(inspector, 'child.told') && said(inspector, 'work.done'));
    const order = inspector.steps().toSorted((a, b) => a.order - b.order);
    const names = order.map(({ event }) => event);
    expect(names.indexOf('work.done')).toBeLessThan(names.indexOf('child.told'));
    expect(order.find(({ event }) => event === 'child.told')?.from).toBe(child.sessionId);
  });

  it('keeps apart the steps of an event object that is sent twice', async () => {
    const { inspector, actor } = run(crossing);
    const event = { type: 'lamp.broken' };
    actor.send(event);
    actor.send(event);
    await inspector.until(() => inspector.steps().length === 3);
    expect(new Set(inspector.steps().map(({ order }) => order)).size).toBe(3);
  });

  it('sends only names, whatever context, payloads, inputs, outputs, errors and ids hold', async () => {
    const { inspector, actor } = run(secretive);
    actor.send({ type: 'spawn.requested', secret: SECRET });
    actor.send({ type: 'work.requested', secret: SECRET });
    await waitFor(actor, (snapshot) => snapshot.value === 'late');
    actor.send({ type: SECRET, secret: SECRET });
    actor.send({ type: `xstate.done.actor.${SECRET}`, output: SECRET });
    actor.send({ type: 'child.told', secret: SECRET });
    await inspector.until(() => said(inspector, 'child.told'));
    inspector.send({ kind: 'hello' });
    await inspector.until(() => inspector.raw.some((text) => text.includes('"replay"')));
    expect(inspector.steps().map(({ event }) => event)).toContain('(unknown event)');
    const names = inspector.messages.flatMap((message) => (message.kind === 'actor' ? [message.name] : []));
    expect(new Set(names)).toEqual(new Set(['secretive', 'child', 'work', 'fail', 'actor']));
    for (const text of inspector.raw) expect(text).not.toContain(SECRET);
  });

  it('replays everything to an inspector that comes late', async () => {
    const { inspector, actor } = run(crossing);
    actor.send({ type: 'mode.flash' });
    await inspector.until(() => said(inspector, 'mode.flash'));
    const before = [...inspector.messages];
    inspector.messages.length = 0;
    inspector.send({ kind: 'hello' });
    await inspector.until(() => inspector.messages.length > 0);
    expect(inspector.messages).toEqual(before);
  });

  it('says of each guard whether it holds now or depends on the event', async () => {
    const { inspector, actor } = run(guarded);
    actor.send({ type: 'coin.inserted' });
    await inspector.until(() => said(inspector, 'coin.inserted'));
    const verdicts = inspector.steps().map(({ guards }) => guards.map(({ edge, holds }) => [edge, holds]));
    const id = (event: string, index = 0) => `turnstile|${event}|${index}`;
    const depending = [
      [id('ticket.shown'), null],
      [id('ticket.shown', 1), null],
    ];
    expect(verdicts).toEqual([
      [[id('bar.pushed'), false], [id('bar.pushed', 1), true], ...depending],
      [[id('bar.pushed'), true], [id('bar.pushed', 1), false], ...depending],
    ]);
  });
});

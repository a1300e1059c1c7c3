import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { createFeed } from '../../inspector/statechart/index.ts';
import { Inspector } from '../../inspector/statechart/page/Inspector.tsx';
import { gate } from './sample-machines.ts';

// jsdom has no layout.
Element.prototype.scrollIntoView = () => {};

const closing: (() => void)[] = [];
function closePages(): void {
  for (const close of closing.splice(0)) close();
}
afterEach(() => {
  closePages();
  sessionStorage.clear();
});

/** A page of this tab, with a gate. */
function openPage() {
  const { close, inspect } = createFeed({ name: 'the gate' });
  closing.push(close);
  return createActor(gate, { inspect }).start();
}
/** What it logs of a page that opens, the last first. */
const ofOpening = ['lamp.lit', 'xstate.init', 'xstate.init', 'page loaded'];
const openInspector = () => render(<Inspector pageUrl="/gate" />);

const all = (selector: string) => [...document.querySelectorAll(selector)];
const words = (selector: string) => all(selector).map(({ textContent }) => textContent);
/** How the edge on which a push opens the gate is highlighted. */
const marksOfPush = () =>
  all('.label[data-edge-id="gate.closed|pushed|0"]').flatMap(({ classList }) =>
    [...classList].filter((name) => name.startsWith('is-')),
  );
const button = (name: RegExp | string) => screen.getByRole('button', { name });
/** Waits for the chart, too. */
const press = (name: RegExp | string) => act(async () => button(name).click());
const status = () => screen.getByRole('status').textContent;
/** Waits until these states are highlighted, and no others. */
const lights = (...ids: string[]) =>
  waitFor(() =>
    expect(all('.state.is-active').map((element) => element.getAttribute('data-state-id'))).toEqual(ids),
  );

test('without a page, the inspector says what to do', () => {
  openInspector();
  screen.getByText('Nothing to inspect yet');
  expect(screen.getByRole('link', { name: 'beside the chart' }).getAttribute('href')).toBe('?split');
});

test('it shows what can happen now, innermost state first', async () => {
  const actor = openPage();
  openInspector();
  await lights('gate', 'gate.closed');
  expect(status()).toBe('connected to the gate');
  expect(words('[data-actor=lamp] .actor-state')).toEqual(['lit']);
  expect(button(/lamp.lit/).textContent).toContain('lamp → gate');
  expect(words('.possible li')).toEqual(['pushed [isPaid] → open', 'lamp.lit → stays', 'coin.given → stays']);
  expect(marksOfPush()).toEqual(['is-possible']);
  actor.stop();
  await screen.findByText('Nothing more can happen here.');
});

test('it shows an earlier moment as it was then', async () => {
  const actor = openPage();
  openInspector();
  for (const type of ['coin.given', 'pushed'] as const) actor.send({ type });
  await lights('gate', 'gate.open');
  await press(/xstate.initgateclosed/);
  screen.getByText(/As it was then/);
  await lights('gate', 'gate.closed');
  await press(/pushedgate/);
  await lights('gate', 'gate.open');
  expect(marksOfPush()).toEqual(['is-taken']);
  await press(/Back to now/);
  expect(screen.queryByText(/As it was then/)).toBeNull();
  await waitFor(() => expect(words('.event')).toContain('done count'));
  expect(marksOfPush()).toEqual([]);
});

test('its log says what each event has changed, and by which guard', async () => {
  const actor = openPage();
  openInspector();
  for (const type of ['pushed', 'coin.given', 'pushed'] as const) actor.send({ type });
  const events = ['done count', 'pushed', 'coin.given', 'pushed', ...ofOpening];
  await waitFor(() => expect(words('.entries .event')).toEqual(events));
  expect(words('.entries .what').filter((what) => what?.startsWith('pushed'))).toEqual([
    'pushedgateclosed → open [isPaid]',
    'pushedgatestays in closed (changes nothing)',
  ]);
});

test('it shows the chart of the actor that is chosen, or of the chosen line of the log', async () => {
  openPage();
  openInspector();
  await lights('gate', 'gate.closed');
  await press(/^lamp/);
  await lights('lamp', 'lamp.lit');
  await press(/lamp → gate/);
  await lights('gate', 'gate.closed');
});

test('it replays a recording, and says what is wrong with another file', async () => {
  const links: HTMLAnchorElement[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    links.push(this);
  });
  const actor = openPage();
  openInspector();
  await lights('gate', 'gate.closed');
  actor.send({ type: 'coin.given' });
  await screen.findByText('coin.given', { selector: '.event' });
  await press('Export');
  const recording = await (await fetch(links[0]?.href ?? '')).text();
  const load = (name: string, content: string) =>
    fireEvent.change(screen.getByLabelText('Load'), { target: { files: [new File([content], name)] } });
  load('bad.json', '{"format":"something else"}');
  await screen.findByText(/^bad.json: This file is no statechart recording/);
  load('cut.json', recording.replace('"kind"', '"sort"'));
  await screen.findByText('cut.json: Message 1 of this recording is damaged.');
  load('bug.json', recording);
  await waitFor(() => expect(status()).toBe('recording bug.json'));
  expect(screen.queryByRole('alert')).toBeNull();
  await press(/xstate.initgateclosed/);
  await press('Close recording');
  expect(status()).toBe('connected to the gate');
});

test('of several tabs, it shows one that is open', async () => {
  openInspector();
  openPage();
  // The next page is in a new tab, later.
  sessionStorage.clear();
  vi.setSystemTime(Date.now() + 1000);
  openPage().send({ type: 'coin.given' });
  await waitFor(() => expect(words('.entries .event')).toEqual(['coin.given', ...ofOpening]));
  closing.pop()?.();
  await waitFor(() => expect(words('.entries .event')).toEqual(ofOpening));
  expect(status()).toBe('connected to the gate');
});

test('it has all pages of a tab in one log', async () => {
  openInspector();
  openPage();
  closePages();
  vi.setSystemTime(Date.now() + 1000);
  openPage();
  await waitFor(() => expect(words('.entries .event')).toEqual([...ofOpening, ...ofOpening]));
  window.dispatchEvent(new Event('pagehide'));
  await waitFor(() => expect(status()).toBe('no page connected'));
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await screen.findByText('page shown again');
});

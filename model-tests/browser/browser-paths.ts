import { readFileSync } from 'node:fs';
import { methodOf } from '../../src/signup/payment-methods.ts';
import { coveringPaths } from '../chart/covering-paths.ts';
import type { Step } from '../events.ts';
import {
  createSignupModel,
  type Edge,
  edgesOf,
  eventsOf,
  factsOf,
  type ModelTab,
  pathAlong,
  type SignupPath,
  shipped,
} from '../signup-model.ts';
import { type Difference, differencesFrom, tableFile, tableTextOf } from '../table/table.ts';

/** What a browser cannot show, with the reason. */
export const outOfReach: Readonly<Record<string, string>> = {
  '毎月のご支援金額: chosen once more': 'a radio that is chosen does not change',
  'storage is full': 'a test fills storage in a page of its own',
  'storage has room again': 'a test fills storage in a page of its own',
  'the gateway is not asked, the network is away': 'the browser asks nobody',
  'the same application is opened in another tab': 'the sandbox can tell a repeat from a second application',
  'the other tab with the application is closed': 'the sandbox can tell a repeat from a second application',
  'the same application is finished in another tab': 'a test signs up in two pages of its own',
  'the lookup finds the access token refused': 'nothing on the screen shows it',
  'the gateway does not answer for 30 s': 'its script, which is asked for first, has a shorter limit',
  'another postal code’s address comes late': 'nothing on the screen shows it',
  'the answer names no page': 'the services let no such answer pass',
  'sending: something unforeseen breaks': 'a fault of our own program cannot be provoked from outside',
  'verifying: something unforeseen breaks': 'a fault of our own program cannot be provoked from outside',
};

/** Whether a browser can make an event happen now. */
function isInReach(event: Step, tab: ModelTab): boolean {
  const { page, at } = tab;
  if (!page) return true;
  if (outOfReach[event.title]) return false;
  const { form, card } = page.context;
  const isDone = /^(field\.left|input\.confirmed|page\.opened|time|accessToken|address\.|xstate)/.test(
    event.type,
  );
  // A field is left before anything else is done.
  if (form.phone.includes('-') && !isDone) return false;
  switch (event.type) {
    case 'cardNotice.opened':
      return methodOf(form).needsCard;
    case 'field.left':
      return at !== 'input.cardNotice';
    case 'time.passed':
      // The child charts have waits of their own.
      return tab.token === 'here' && tab.lookup === null;
    case 'input.confirmed':
      // The view lets go of a stale card before it goes on.
      return !(methodOf(form).needsCard && card && factsOf(tab, page.context).card.endsWith('minutes'));
    case 'field.changed':
      return !(form.expatriate && ['zip', 'prefecture'].includes(event.change.name));
    // A page looks each code up once, and knows the answer after it is cleared, too.
    case 'address.found':
    case 'address.missing':
      return page.context.lookups.missing !== tab.lookup?.code;
    case 'draft.cleared':
      return page.context.lookups.answer === null && page.context.lookups.missing === null;
    case 'page.opened':
      // Playwright's browser ends a held call before the page is left.
      return !at.startsWith('callback.verifying');
    case 'connection.restored':
      // The browser then looks at the tab, too.
      return tab.token !== 'away';
    case 'page.restored':
      // Such a page opens anew.
      return !page.context.isOpenedByBank;
    default:
      return true;
  }
}

/** What a donor sees or presses beyond what the chart tells apart. Paths show each kind once. */
function alsoWorthSeeing({ state: { at, page } }: SignupPath['steps'][number]): string[] {
  const { form, unanswered, registration } = page?.context ?? {};
  if (at !== 'confirm.reviewing') return [];
  return [
    `confirm ${form?.paymentMethod}`,
    `confirm warns of ${unanswered ?? (registration && !registration.isDeclined ? 'registration' : 'nothing')}`,
  ];
}

/** The names of each path's test events after the first visit, always the same. */
function exploredPaths(edges: readonly Edge[]): string[][] {
  const usual = coveringPaths<ModelTab, Step, undefined>(
    edges.filter(({ from, event }) => isInReach(event, from)),
    {
      coverageOf: (step) => [...step.state.covered, ...alsoWorthSeeing(step)],
      longest: 30,
      // As measured: filling in everything takes a browser as long as eight other steps.
      costOf: ({ type }) => (type === 'form.filled' ? 8 : type === 'page.opened' ? 3 : 1),
    },
  );
  const paths = createSignupModel(shipped).getPaths(usual, {
    events: (tab: ModelTab) => eventsOf(tab).filter((event) => isInReach(event, tab)),
    allowDuplicatePaths: true,
  });
  return paths.map(({ steps }) => steps.slice(2).map(({ event }) => event.title));
}

type Explored = { paths: string[][]; differences: Difference[] };

function explore(): Explored {
  const edges = edgesOf(createSignupModel(shipped));
  const differences = differencesFrom(readFileSync(tableFile, 'utf8'), tableTextOf(shipped, edges));
  // Fewer differences than the failures after which a run stops; `npm run model` has all.
  return { paths: exploredPaths(edges), differences: differences.slice(0, 9) };
}

// It takes seconds, so Playwright's first process does it, and its workers get it from there.
if (process.env.TEST_WORKER_INDEX === undefined) process.env.EXPLORED = JSON.stringify(explore());
const explored: Explored = JSON.parse(process.env.EXPLORED ?? '');

/** The paths that a browser takes. */
export function browserPaths(): SignupPath[] {
  const model = createSignupModel(shipped);
  return explored.paths.map((names) => pathAlong(model, names));
}

/** The first of what differs from the approved table. */
export const { differences } = explored;

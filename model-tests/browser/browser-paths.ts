import type { SignupState } from '../../src/machines/signup.ts';
import { barredBy, samples } from '../signup/events.ts';
import { emptyLedger, isFresh, type Ledger } from '../signup/ledger.ts';
import { paymentOf } from '../signup/payments.ts';
import { screens, type Title } from '../signup/screens.ts';
import {
  createSignupModel,
  type SignupPath,
  shipped,
  sightsIn,
  signupPaths,
} from '../signup/signup-model.ts';
import { distanceTo } from './history.ts';

type Step = SignupPath['steps'][number];

/** A path for a browser. It begins at its last page, which storage prepares as the steps before would. */
export type BrowserPath = {
  /** The steps before, taken in memory to know what the tab has stored. */
  before: SignupPath['steps'];
  steps: SignupPath['steps'];
};

/** Something that no path shows, with the reason. */
export type LeftOut = { title: Title; state: string; reason: string };

/** Why a step cannot be taken in a browser, or null where it can. */
function whyOutOfReach(steps: SignupPath['steps'], index: number): string | null {
  const step = steps[index];
  const ledger = steps[index - 1]?.state.ledger;
  if (!step || !ledger || index === 1) return null;
  const { event } = step;
  const named = samples.find(({ name }) => name === event.sample)?.outOfReach(ledger);
  if (named) return named;
  const isDeed =
    !/^(field\.left|input\.confirmed|page|time|accessToken|address\.(found|missing)|xstate)/.test(event.type);
  if (ledger.form.phone.includes('-') && isDeed) return 'a field is left before anything else is done';
  switch (event.type) {
    case 'route.requested':
      return distanceTo(event.route, steps.slice(0, index)) === null
        ? 'nothing in the history of the tab leads there'
        : null;
    case 'field.left':
      return ledger.at === 'input.cardNotice' ? 'the notes lie over the field' : null;
    case 'input.confirmed':
      return paymentOf(event.typed).needsCard && ledger.card && !isFresh(ledger, ledger.now + 1)
        ? 'the view lets go of a stale card before it goes on'
        : null;
    case 'field.changed':
      return ledger.form.expatriate && ['zip', 'prefecture'].includes(event.change.name)
        ? 'the field belongs to an address at home'
        : null;
    default:
      return null;
  }
}

/** What a donor sees or presses beyond what the chart distinguishes. Paths show each kind once. */
function alsoWorthSeeing({ state: { ledger } }: Step): string[] {
  const { at, form, unanswered, registration } = ledger;
  if (at !== 'confirm.reviewing') return [];
  return [
    `confirm for ${form.paymentMethod}`,
    `confirm warns of ${unanswered ?? (registration && !registration.isDeclined ? 'registration' : 'nothing')}`,
  ];
}

/** By then all of it has been seen, as model-tests/in-memory knows; to look further takes three times as long. */
export const BROWSER_STEPS = 13;

export const browserSights = (steps: SignupPath['steps']): string[] => [
  ...sightsIn(steps),
  ...steps.flatMap(alsoWorthSeeing),
];

/** The step that opens the last page of a path; the first step if the browser takes them all. */
function beginning(steps: SignupPath['steps']): number {
  return Math.max(
    1,
    steps.findLastIndex(({ event }) => event.type === 'page.opened'),
  );
}

/** The paths, always the same and in the same order, and what none of them can show. */
export function browserPaths(): { paths: readonly BrowserPath[]; leftOut: readonly LeftOut[] } {
  const leftOut = new Map<string, LeftOut>();
  const inMemory = createSignupModel(shipped).getPaths(signupPaths(browserSights), {
    stopWhen: ({ ledger }) => ledger.count >= BROWSER_STEPS,
  });
  const reachable = inMemory.map(({ steps }) => {
    const from = beginning(steps);
    const stop = steps.findIndex((_, index) => index > from && whyOutOfReach(steps, index) !== null);
    const step = steps[stop];
    if (step) {
      const reason = whyOutOfReach(steps, stop) ?? '';
      const state = steps[stop - 1]?.state.ledger.at ?? '';
      leftOut.set(`${step.event.sample} ${reason}`, { title: titleOf(step.event.sample), state, reason });
    }
    return stop === -1 ? steps : steps.slice(0, stop);
  });
  // Leaves out a path that shows nothing more, and one with which another path begins.
  const seen = new Set<string>();
  const paths = reachable
    .toSorted((one, other) => other.length - beginning(other) - (one.length - beginning(one)))
    .filter((steps) => {
      const sights = browserSights(steps.slice(beginning(steps)));
      if (sights.every((sight) => seen.has(sight))) return false;
      for (const sight of sights) seen.add(sight);
      return true;
    })
    .map((steps) => ({ before: steps.slice(1, beginning(steps)), steps: steps.slice(beginning(steps)) }));
  return { paths, leftOut: [...leftOut.values()] };
}

/** The ledger before a step. */
const ledgerBefore = ({ before, steps }: BrowserPath, index: number): Ledger =>
  (steps[index - 1] ?? before.at(-1))?.state.ledger ?? emptyLedger;

/** A path's title for a list: where it begins, what is special about it, where it ends. */
export function titleOfPath(path: BrowserPath): Title {
  const { before, steps } = path;
  const [last, beforeLast] = steps.toReversed();
  if (!last) throw new Error('A path has steps');
  const nameOf = ({ state }: Step) => titleOfState(state.ledger.at);
  const past = before.at(-1);
  const parts = [
    ...(past ? [nameOf(past)] : []),
    ...(beforeLast ? [nameOf(beforeLast)] : []),
    titleOfStep(last, ledgerBefore(path, steps.length - 1)),
    nameOf(last),
  ];
  return { ja: parts.map(({ ja }) => ja).join(' → '), en: parts.map(({ en }) => en).join(' → ') };
}

/** What testers call a state of the chart. */
export const titleOfState = (state: string): Title =>
  screens[state as SignupState] ?? { ja: state, en: state };

/** What a step does, for the list and the report. */
function titleOf(sample: string): Title {
  return (
    samples.find(({ name }) => name === sample)?.title ?? {
      ja: 'はじめてフォームを開く',
      en: 'open the form for the first time',
    }
  );
}

export function titleOfStep({ event }: Step, before: Ledger): Title {
  const { ja, en } = titleOf(event.sample);
  return barredBy(event, before)
    ? { ja: `できないことを確かめる：${ja}`, en: `cannot be done: ${en}` }
    : { ja, en };
}

/** Whether a step follows at once from the one before, so that there is nothing to see in between. */
export const isNeverSent = (step: Step | undefined): boolean =>
  step !== undefined && /^(register|verifyCard) error 2$/.test(step.event.sample);

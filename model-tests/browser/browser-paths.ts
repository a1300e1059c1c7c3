import { savedSessionOf } from '../../src/machines/signup.ts';
import type { SignupContext, SignupEvent, SignupInput } from '../../src/machines/signup-parts.ts';
import { type Opening, type Sample, type Step, statePathOf, type Title } from '../chart/chart-model.ts';
import { coveringPaths, sightsOf } from '../chart/coverage.ts';
import { type Exploration, explore, type Path, pathAlong, stepperOf } from '../chart/explore.ts';
import { freshCard } from '../signup/samples.ts';
import { signupModel } from '../signup/signup-model.ts';
import { distanceTo, isByButton } from './history.ts';

const BANK_DEBIT = '引落（銀行・郵便）';

/** How the screen keeps a donor from what a guard forbids. */
export type Barred = { button: string; is: 'disabled' | 'absent' };

/** How a step is kept from being taken; null where it can be. Such a step is looked at, and counts as nothing done. */
export function barring({ sample, before }: Step): Barred | null {
  if (!sample || !before) return null;
  const { agreements, form, completion }: SignupContext = before.context;
  const state = statePathOf(before);
  const isOffered = isAddressOffered(before.context);
  switch (sample.event.type) {
    case 'confirm.submitted': {
      if (state !== 'confirm.reviewing') return null;
      const hasAgreed =
        agreements.understood && (form.paymentMethod !== BANK_DEBIT || agreements.bankFormUnderstood);
      return hasAgreed ? null : { button: '送信する', is: 'disabled' };
    }
    case 'address.accepted':
      return isOffered ? null : { button: 'この住所にする', is: 'absent' };
    case 'address.declined':
      return isOffered ? null : { button: '入力した住所のままにする', is: 'absent' };
    case 'retry.requested':
      return state === 'complete.remembered' && completion === null
        ? { button: '完了画面を開く', is: 'absent' }
        : null;
    default:
      return null;
  }
}

/** The samples know one code with an address: it is offered where the donor's own words are others. */
function isAddressOffered({ form, lookups: { answer, declined } }: SignupContext): boolean {
  const code = form.zip.replace('-', '');
  return (
    !form.expatriate &&
    answer?.postalCode === code &&
    declined !== code &&
    form.prefecture + form.city !== '' &&
    form.prefecture + form.city !== answer.prefecture + answer.city
  );
}

/** Whether the page has an access token after these steps; a lookup has had one, or there is no answer to it. */
export function hasToken(steps: readonly Step[]): boolean {
  const last = steps.findLast(
    ({ sample }) =>
      !sample || /^(?:accessToken\.ready|address\.|(?:register|verifyCard) error 1$)/.test(sample.name),
  );
  return last?.sample?.event.type.startsWith('xstate.') === false;
}

/** A token that is there already is given at once: nobody sees the chart wait for it. */
function isGivenToken(steps: readonly Step[]): boolean {
  const last = steps.at(-1);
  return last !== undefined && statePathOf(last.after).endsWith('awaitingAccessToken') && hasToken(steps);
}

/** A call that never leaves the browser, since it knows that it is offline. */
export function isNeverSent(step: Step | undefined): boolean {
  return step?.sample?.name === 'register error 2' || step?.sample?.name === 'verifyCard error 2';
}

/** Whether the last of the steps follows at once from the one before: then there is nothing to do, or to see in between. */
export function happensByItself(steps: readonly Step[]): boolean {
  const last = steps.at(-1);
  return (
    isNeverSent(last) ||
    (last?.sample?.event.type === 'accessToken.ready' && isGivenToken(steps.slice(0, -1)))
  );
}

/** Why the last of the steps cannot be taken in a browser, or null where it can. */
function whyOutOfReach(steps: readonly Step[]): string | null {
  const step = steps.at(-1);
  if (!step?.sample || !step.before) return null;
  const { sample, before } = step;
  const context: SignupContext = before.context;
  const { form, card, lookups, agreements } = context;
  const paysByBank = form.paymentMethod === BANK_DEBIT;
  const hasSeededCard = !paysByBank && card?.cardToken === freshCard.cardToken;
  if (/^(?:register|verifyCard) error 6$/.test(sample.name))
    return 'a fault of our own program cannot be provoked from outside';

  // Events come from the typed table, or from XState.
  const event = sample.event as SignupEvent;
  switch (event.type) {
    case 'accessToken.refused':
      return 'nothing on the screen shows it';
    case 'copy.found':
      return 'the sandbox can tell a repeat from a second application';
    case 'name.composed':
      return 'a Japanese keyboard is played elsewhere';
    case 'accessToken.ready':
    case 'accessToken.unavailable':
      if (happensByItself(steps)) return null;
      return hasToken(steps.slice(0, -1)) ? 'no token comes that was not asked for' : null;
    case 'address.found':
    case 'address.missing': {
      if (event.postalCode !== '1000001') return 'nothing on the screen shows that an address came too late';
      const isAskedFor =
        statePathOf(before).startsWith('input.form') &&
        form.zip === '100-0001' &&
        !form.expatriate &&
        lookups.answer === null &&
        lookups.unanswered === null;
      return isAskedFor ? null : 'no answer comes that was not asked for';
    }
    case 'route.requested': {
      if (isByButton(step)) return event.route === 'input' ? null : 'the button leads to the form';
      return distanceTo(event.route, steps.slice(0, -1)) === null
        ? 'nothing in the history of the tab leads there'
        : null;
    }
    case 'field.changed': {
      const { name, value } = event.change;
      if (form.expatriate && (name === 'zip' || name === 'prefecture'))
        return 'the field belongs to an address at home';
      return form[name] === value ? 'the field holds just that' : null;
    }
    case 'field.left':
      return statePathOf(before) === 'input.cardNotice' ? 'the notes lie over the field' : null;
    case 'input.confirmed':
      return sample.name === 'input.confirmed 2' && card !== null
        ? 'the view lets go of a stale card before it goes on'
        : null;
    case 'input.rejected':
      return form.email === '' ? null : 'nothing in the form is wrong';
    case 'card.discarded':
      return card === null || paysByBank ? 'without a kept card there is no button to let go of it' : null;
    case 'agreement.changed': {
      if (event.name === 'bankFormUnderstood' && !paysByBank) return 'a card has no second box to tick';
      return agreements[event.name] === event.checked ? 'the box is as it shall be' : null;
    }
    default:
  }
  switch (sample.name) {
    case 'register done 1':
      if (paysByBank) return 'a bank debit is not answered like a card';
      return hasSeededCard ? 'the gateway knows nothing of a card that was there when the page opened' : null;
    case 'register done 2':
      return paysByBank ? 'a bank debit is not answered like a card' : null;
    case 'register done 3':
      return paysByBank ? null : 'a card is not answered like a bank debit';
    case 'register error 3':
      return hasSeededCard ? 'the gateway knows nothing of a card that was there when the page opened' : null;
    default:
      return null;
  }
}

/** What a donor sees or presses that the chart does not tell apart: each kind is walked once. */
function alsoWorthSeeing(step: Step): string[] {
  const { unanswered, registration, form }: SignupContext = step.after.context;
  const state = statePathOf(step.after);
  if (isByButton(step)) return ['the way back where the bank does not open'];
  if (state !== 'confirm.reviewing') return [];
  const warning = unanswered ?? (registration ? 'registration' : 'nothing');
  return [`confirm for ${form.paymentMethod}`, `confirm warns of ${warning}`];
}

/** Donors who begin with an empty form and go all the way, one for each way of paying. */
function wholeWays(): Path[] {
  const [opening] = signupModel.openings;
  if (!opening) throw new Error('A sign-up begins with an opening');
  const typed = ['accessToken.ready', 'field.changed 2', 'address.found 1'];
  const toBank = pathAlong(signupModel, opening, [
    ...[...typed, 'input.confirmed 1', 'tokeniseCard done', 'agreement.changed 1'],
    ...['confirm.submitted 1', 'solveCaptcha done', 'accessToken.ready', 'register done 1'],
  ]);
  const fromBank = pathAlong(signupModel, returnFromBank(opening, toBank.steps), [
    'accessToken.ready',
    'verifyCard done',
  ]);
  const byBank = pathAlong(signupModel, opening, [
    ...[...typed, 'input.confirmed 3', 'agreement.changed 1', 'agreement.changed 3'],
    ...['confirm.submitted 1', 'solveCaptcha done', 'accessToken.ready', 'register done 3'],
  ]);
  return [{ opening, steps: [...toBank.steps, ...fromBank.steps] }, byBank];
}

/** The page that the bank opens once the donor has authenticated, in the same tab. */
function returnFromBank({ input: opened }: Opening, steps: readonly Step[]): Opening {
  const last = steps.at(-1);
  const input: SignupInput = {
    // typed where it is written
    ...(opened as SignupInput),
    route: 'callback',
    isOpenedByBank: true,
    callback: { accessId: 'access', event: '3DSecure', csrfToken: 'csrf' },
    saved: last ? savedSessionOf(last.after) : null,
  };
  return {
    name: 'authenticated',
    title: { ja: 'カード会社の画面で「認証する」を押す', en: 'authenticate at the bank' },
    input,
  };
}

/** Something that no path shows, with the step that stands in the way. */
export type LeftOut = { sample: Sample; state: string; reason: string };

export type BrowserPaths = {
  paths: readonly Path[];
  exploration: Exploration;
  leftOut: readonly LeftOut[];
};

/**
 * The paths of the sign-up chart that a browser can walk, for those who walk them. To find them takes more than a second,
 * so Playwright's workers are told by its first process which ones they are.
 */
export function pathsToWalk(): readonly Path[] {
  process.env.MODEL_PATHS ??= JSON.stringify(browserPaths().paths.slice(wholeWays().length).map(namesOf));
  const told: string[][] = JSON.parse(process.env.MODEL_PATHS);
  const followed = told.map(([first, ...names]) => {
    const opening = signupModel.openings.find(({ name }) => name === first);
    if (!opening) throw new Error(`No path begins with ${first}`);
    return pathAlong(signupModel, opening, names);
  });
  return [...wholeWays(), ...followed];
}

let found: BrowserPaths | undefined;

/** The same ones every time, in the same order, with what stands in the way of others. */
export const browserPaths = (): BrowserPaths => (found ??= findPaths());

function findPaths(): BrowserPaths {
  // What is wrong in memory is said by the checks in memory; the paths are there all the same.
  const exploration = explore(signupModel, () => {});
  const blocks = new Map(
    exploration.steps.map((step) => [step, blockOn(exploration.pathWith(step).steps)] as const),
  );
  const sightsIn = (step: Step) => [...sightsOf(step), ...alsoWorthSeeing(step)];
  const first = wholeWays();
  const covering = coveringPaths(
    { ...exploration, steps: exploration.steps.filter((step) => !blocks.get(step)) },
    { first, sightsIn },
  );
  const paths = [...first, ...prolonged(covering.slice(first.length), first, sightsIn)];
  const shown = new Set(paths.flatMap(({ steps }) => steps.flatMap(sightsIn)));
  const leftOut = new Map<string, LeftOut>();
  for (const [step, block] of blocks) {
    if (block && sightsIn(step).some((sight) => !shown.has(sight)))
      leftOut.set(`${block.sample.name} ${block.reason}`, block);
  }
  return { paths, exploration, leftOut: [...leftOut.values()] };
}

/** Where a step fails, nothing is seen of those after it. */
const MOST_STEPS = 12;

/**
 * Shows what these paths show, beside others, with fewer beginnings: a page that opens costs as much as several steps,
 * so each path goes on for as long as there is something new within a step.
 */
function prolonged(paths: readonly Path[], others: readonly Path[], sightsIn: typeof sightsOf): Path[] {
  const { next } = stepperOf(signupModel, () => {});
  const unseen = new Set(paths.flatMap(({ steps }) => steps.flatMap(sightsIn)));
  const isNew = (step: Step) => sightsIn(step).some((sight) => unseen.has(sight));
  const note = (step: Step) => {
    for (const sight of sightsIn(step)) unseen.delete(sight);
  };
  for (const { steps } of others) steps.forEach(note);
  const follower = (steps: readonly Step[]): Step | undefined => {
    const last = steps.at(-1);
    if (!last || steps.length >= MOST_STEPS || !signupModel.isWorthExploring(last.after)) return undefined;
    return signupModel.samples
      .map((sample) => next(last, sample))
      .filter((step) => step !== null)
      .find(
        (step) => step.edges.length + step.guards.length > 0 && isNew(step) && !blockOn([...steps, step]),
      );
  };
  return paths.flatMap(({ opening, steps }) => {
    if (!steps.some(isNew)) return [];
    const longer = [...steps];
    steps.forEach(note);
    for (let step = follower(longer); step; step = follower(longer)) {
      longer.push(step);
      note(step);
    }
    return { opening, steps: longer };
  });
}

/** The first step that cannot be taken. */
function blockOn(steps: readonly Step[]): LeftOut | null {
  for (const [index, { sample, before }] of steps.entries()) {
    const done = steps.slice(0, index + 1);
    const waitsInVain = isGivenToken(done) && !happensByItself(steps.slice(0, index + 2));
    const reason = waitsInVain ? 'a token that is there already is not waited for' : whyOutOfReach(done);
    if (reason !== null && sample && before) return { sample, state: statePathOf(before), reason };
  }
  return null;
}

/** What happens on a path, by the names of its samples: it stays the same when other paths come and go. */
export const nameOfPath = (path: Path): string => namesOf(path).join(' → ');

const namesOf = ({ steps }: Path): string[] =>
  steps.map(({ sample, opening }) => sample?.name ?? opening.name);

/** What a step does, for whoever reads the list or the report. */
export function titleOfStep(step: Step): Title {
  const { ja, en } = (step.sample ?? step.opening).title;
  return barring(step) ? { ja: `できないことを確かめる：${ja}`, en: `cannot be done: ${en}` } : { ja, en };
}

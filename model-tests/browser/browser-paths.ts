import type { SignupContext } from '../../src/machines/signup-parts.ts';
import { BANK_DEBIT } from '../../src/signup/form.ts';
import { codeToLookUp } from '../../src/signup/postal-address.ts';
import { type Step, statePathOf } from '../chart/chart-model.ts';
import { coveringPaths } from '../chart/coverage.ts';
import { type Exploration, explore, type Path } from '../chart/explore.ts';
import { freshCard } from '../signup/samples.ts';
import { signupModel } from '../signup/signup-model.ts';

/** What nobody outside the program can make happen, or see; it is covered in memory. */
export const outOfReach: Readonly<Record<string, string>> = {
  'register error 6': 'a fault of our own program cannot be provoked from outside',
  'verifyCard error 6': 'a fault of our own program cannot be provoked from outside',
  'accessToken.refused': 'nothing on the screen shows it',
  'address.found 2': 'nothing on the screen shows that an address came too late',
};

/** Why a step cannot be taken in a browser, or null where it can. */
function whyOutOfReach({ sample, before }: Step): string | null {
  if (!sample || !before) return null;
  const context: SignupContext = before.context;
  const paysByBank = context.form.paymentMethod === BANK_DEBIT;
  if (/^register done [12]$/.test(sample.name) && paysByBank)
    return 'a bank debit is not answered like a card';
  if (sample.name === 'register done 3' && !paysByBank) return 'a card is not answered like a bank debit';
  if (sample.name === 'input.confirmed 2' && context.card !== null) {
    return 'the view lets go of a stale card before it goes on';
  }
  if (sample.name === 'address.found 1' || sample.name === 'address.missing') {
    const isAskedFor =
      statePathOf(before).startsWith('input.form') &&
      codeToLookUp(context.form, context.lookups) === '1000001' &&
      context.lookups.unanswered === null;
    if (!isAskedFor) return 'no answer comes that was not asked for';
  }
  if (sample.name === 'agreement.changed 3' && !paysByBank) return 'a card has no second box to tick';
  const isRegistered = sample.name === 'register done 1' || sample.name === 'register error 3';
  if (isRegistered && !paysByBank && context.card?.cardToken === freshCard.cardToken)
    return 'the gateway knows nothing of a card that was there when the page opened';
  return outOfReach[sample.name] ?? null;
}

/** Where the token has come already, the chart's question is answered at once, and nobody sees it wait. */
function waitsInVain(steps: readonly Step[]): boolean {
  let hasToken = false;
  return steps.some(({ sample, after }) => {
    const name = sample?.name ?? '';
    const isAsking = statePathOf(after).endsWith('awaitingAccessToken');
    // A lookup has a token, or there is no answer; a call that is repeated had none.
    if (/^(accessToken\.ready|address\.)/.test(name)) hasToken = true;
    else if (isAsking && name.endsWith('error 1')) hasToken = false;
    return hasToken && isAsking;
  });
}

export type BrowserPaths = { paths: readonly Path[]; exploration: Exploration };

/** The paths of the sign-up chart that a browser can walk; the same ones every time, in the same order. */
export function browserPaths(): BrowserPaths {
  // What is wrong in memory is said by the checks in memory; the paths are there all the same.
  const exploration = explore(signupModel, () => {});
  const steps = exploration.steps.filter((step) => {
    const path = exploration.pathWith(step).steps;
    return path.every((each) => whyOutOfReach(each) === null) && !waitsInVain(path);
  });
  return { paths: coveringPaths({ ...exploration, steps }), exploration };
}

/** What happens on a path, by the names of its samples: it stays the same when other paths come and go. */
export function nameOfPath({ steps }: Path): string {
  return steps.map(({ sample, opening }) => sample?.name ?? opening.name).join(' → ');
}

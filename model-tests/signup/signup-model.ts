import type { AnyMachineSnapshot } from 'xstate';
import { signupMachine } from '../../src/machines/signup.ts';
import type { SignupContext } from '../../src/machines/signup-parts.ts';
import { type ChartModel, samplesOf, statePathOf } from '../chart/chart-model.ts';
import { untouchedForm } from '../walks/donors.ts';
import { checkSignupStep } from './expectations.ts';
import { signupOpenings } from './openings.ts';
import { bankForm, cardForm, signupSamples } from './samples.ts';

/** What decides everywhere: an address may arrive from a lookup at any time. */
const everywhere = ['form', 'lookups'] as const;

/** What else decides on one screen. A value that is set anew before it is read again does not count. */
const onScreen: Record<string, readonly (keyof SignupContext)[]> = {
  input: ['isReviewed', 'card', 'fieldToChange', 'hiddenAddress', 'application'],
  confirm: ['card', 'application', 'agreements', 'accessTokenRenewed', 'allowedRedirectOrigins'],
  callback: ['accessTokenRenewed', 'callback', 'registrations'],
  complete: ['completion', 'finished'],
};

export const signupModel: ChartModel = {
  machine: signupMachine,
  openings: signupOpenings,
  samples: samplesOf(signupMachine, signupSamples),
  decisive: (state) => [...everywhere, ...(onScreen[state.split('.')[0] ?? ''] ?? [])],
  isWorthExploring,
  isGoal: (state) => state.startsWith('complete.'),
  teller(eventType) {
    if (eventType.startsWith('accessToken.'))
      return eventType === 'accessToken.refused' ? 'postalLookup' : 'accessToken';
    if (eventType === 'address.found' || eventType === 'address.missing') return 'postalLookup';
    return eventType === 'route.requested' || eventType.startsWith('page.') ? 'browser' : null;
  },
  outsideActions: ['showRoute', 'trackPageView', 'goToBank', 'postCompletion', 'forgetCompletion'],
  lasting: ['accessToken', 'postalLookup', 'browser'],
  checkStep: checkSignupStep,
  delays: Object.fromEntries(
    Object.entries(signupSamples.after).map(([name, { milliseconds }]) => [name, milliseconds]),
  ),
};

const wholeForms = [untouchedForm, cardForm, bankForm].map((form) => JSON.stringify(form));

/**
 * Filling the address by postal code has nothing to do with the rest: it is explored on its own, before
 * anything else has happened. Everything else goes on with forms that the samples leave whole.
 */
function isWorthExploring(snapshot: AnyMachineSnapshot): boolean {
  const { form, isReviewed, card, lookups }: SignupContext = snapshot.context;
  const { answer, declined, unanswered } = lookups;
  if (declined !== null || unanswered !== null) return false;
  if (answer === null && wholeForms.includes(JSON.stringify(form))) return true;
  if (form.phone !== '' || (form.expatriate && form.prefecture + form.city !== '')) return false;
  return statePathOf(snapshot) === 'input.form.filling' && !isReviewed && card === null;
}

import type { AnyMachineSnapshot } from 'xstate';
import { signupMachine } from '../../src/machines/signup.ts';
import { type ChartModel, samplesOf, statePathOf } from '../chart/chart-model.ts';
import { untouchedForm } from '../walks/donors.ts';
import { cardExpiry, checkSignupStep, knownOf } from './expectations.ts';
import { signupOpenings } from './openings.ts';
import { bankForm, cardForm, signupSamples, unfoldedForm } from './samples.ts';

/**
 * Values that decide on some screens only, or on none: elsewhere they are set anew before they are read, or are read
 * when a page opens. Whatever is not named here decides everywhere.
 */
const decidesOn: Readonly<Record<string, readonly string[]>> = {
  arrival: [],
  isOpenedByBank: [],
  now: [],
  seed: [],
  furigana: [],
  isDayEmptied: [],
  problems: ['confirm'],
  clearedAt: [],
  errors: [],
  fieldToChange: ['input.form.filling'],
  captchaToken: [],
  redirectUrl: [],
  unanswered: ['input.form.outcomeUnknown', 'input.checkingCard', 'confirm'],
  isAtBank: [],
  refusals: [],
  processedAccessIds: [],
  hiddenAddress: ['input.form.filling'],
  card: ['input', 'confirm'],
  application: [],
  namesGiven: [],
  agreements: ['confirm'],
  accessTokenRenewed: ['confirm', 'callback'],
  registration: ['callback'],
  callback: ['callback'],
  completion: ['complete'],
  finished: ['complete'],
};

export const signupModel: ChartModel = {
  machine: signupMachine,
  files: {
    chart: 'src/machines/signup.ts',
    samples: 'model-tests/signup/samples.ts or openings.ts',
    promises: 'model-tests/signup/expectations.ts',
  },
  openings: signupOpenings,
  samples: samplesOf(signupMachine, signupSamples),
  isDecisive: (state, name) => decidesOn[name]?.some((place) => state.startsWith(place)) ?? true,
  // A chart that has lost track of its repeat looks like one that has not, and names are told apart by what they mean.
  noted(snapshot) {
    const { facts, told } = knownOf(snapshot);
    const state = statePathOf(snapshot);
    const isNamed = /^(input|confirm)/.test(state) && facts.application?.maskedCardNumber;
    return [isNamed, /^(confirm|callback)/.test(state) && told.isRepeat];
  },
  isWorthExploring,
  // Beyond a page that opens anew there is an opening.
  isGoal: (state) => state.startsWith('complete.') || state === 'callback.reopening',
  teller(eventType) {
    if (eventType.startsWith('accessToken.'))
      return eventType === 'accessToken.refused' ? 'postalLookup' : 'accessToken';
    if (eventType === 'address.found' || eventType === 'address.missing') return 'postalLookup';
    if (eventType === 'copy.found') return 'copies';
    return eventType === 'route.requested' || eventType.startsWith('page.') ? 'browser' : null;
  },
  outsideActions: [
    'showRoute',
    'trackPageView',
    'goToBank',
    'postCompletion',
    'forgetCompletion',
    'openFreshPage',
    'openOverlay',
    'closeOverlay',
  ],
  lasting: ['accessToken', 'postalLookup', 'browser', 'copies'],
  checkStep: checkSignupStep,
  delays: {
    LEAVE_TIMEOUT: 10_000,
    SLOW_ANSWER: 10_000,
    CARD_EXPIRY: (before) => cardExpiry(knownOf(before)),
  },
};

const wholeForms = [untouchedForm, cardForm, unfoldedForm, bankForm].map((form) => JSON.stringify(form));

/**
 * Filling the address by postal code has nothing to do with the rest: it is explored on its own, before
 * anything else has happened. Everything else goes on with forms that the samples leave whole.
 */
function isWorthExploring(snapshot: AnyMachineSnapshot): boolean {
  const { facts, shown } = knownOf(snapshot);
  const { form, isReviewed, card, answer } = facts;
  if (shown.codeWithoutAddress !== null) return false;
  const isFilling = statePathOf(snapshot) === 'input.form.filling';
  if (wholeForms.includes(JSON.stringify(form)) && (answer === null || isFilling)) return true;
  if (form.phone + form.furigana !== '' || (form.expatriate && form.prefecture + form.city !== ''))
    return false;
  return isFilling && !isReviewed && card === null;
}

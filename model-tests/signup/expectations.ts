import assert from 'node:assert/strict';
import type { AnyMachineSnapshot } from 'xstate';
import { savedSessionOf } from '../../src/machines/signup.ts';
import type { SignupContext, SignupEvent, SignupInput } from '../../src/machines/signup-parts.ts';
import { CallFailure } from '../../src/signup/call-failure.ts';
import type { CompletionFields } from '../../src/signup/completion-fields.ts';
import type { AddressWords, SignupForm } from '../../src/signup/form.ts';
import type { Agreement } from '../../src/signup/payment-methods.ts';
import type { PostalLookups } from '../../src/signup/postal-address.ts';
import { type SavedSession, serialiseSavedSession } from '../../src/signup/saved-session.ts';
import { type Effect, type Step, statePathOf } from '../chart/chart-model.ts';
import { completionOf, missingIn, untouchedForm } from '../walks/donors.ts';
import { ALLOWED_ORIGIN } from './samples.ts';
import { unknownOutcomes, words } from './words.ts';

const BANK_DEBIT = '引落（銀行・郵便）';
/** A card is kept for 25 minutes (decision 6). */
const CARD_LIFETIME = 25 * 60_000;

/** What a step must lead to: a state, what of the data is new, and what else is set going. The rest stays. */
type Outcome = { state?: string; data?: Partial<SignupContext>; effects?: Effect[] };

type Happening =
  | SignupEvent
  | { type: 'done'; id: string; output: unknown }
  | { type: 'error'; id: string; error: unknown }
  | { type: 'after' };

const noWords: AddressWords = { prefecture: '', city: '', street: '' };

/** What is known of a donor who has done nothing yet. */
const nothing: SavedSession = {
  form: untouchedForm,
  isReviewed: false,
  hiddenAddress: noWords,
  lookups: { answer: null, filled: null, declined: null, unanswered: null },
  card: null,
  application: null,
  registrations: [],
  callback: null,
  processedAccessIds: [],
  unanswered: null,
  isAtBank: false,
  finished: null,
};

const noAgreement: Readonly<Record<Agreement, boolean>> = { understood: false, bankFormUnderstood: false };
const failed = (message: string): Outcome => ({
  state: 'input.form.failed',
  data: { errors: [message] },
});

/** Checks one step of the sign-up against the specification. Throws an AssertionError that says what differs. */
export function checkSignupStep(step: Step): void {
  const context: SignupContext = step.after.context;
  const expected = step.before
    ? afterEvent(statePathOf(step.before), step.before.context, happeningOf(step), coveredForm(step.before))
    : afterOpening(inputOf(step));
  const before = step.before ? statePathOf(step.before) : '';
  const start: SignupContext = step.before ? step.before.context : contextAtOpening(inputOf(step));
  const state = expected.state ?? before;

  assert.equal(statePathOf(step.after), state, 'the state');
  assert.equal(step.after.status, 'active', 'the chart goes on');
  const arrival = onArrival(before, state, { ...start, ...expected.data }, expected.state !== undefined);
  assert.deepEqual(context, { ...start, ...expected.data, ...arrival.data }, 'the data');
  checkSaved(step, state, { ...start, ...expected.data, ...arrival.data });
  const effects = [...(expected.effects ?? []), ...(arrival.effects ?? [])];
  assert.deepEqual(sorted(step.effects), sorted(effects), 'what is set going outside');
}

const registrationOf = ({ form }: SignupContext) =>
  form.paymentMethod === BANK_DEBIT ? 'registerBank' : 'registerCard';

/** What a reload finds again: all of the draft and of what is under way, and almost nothing after completion. */
function checkSaved({ after }: Step, state: string, context: SignupContext): void {
  const { processedAccessIds, finished } = context;
  const isSending = state === 'confirm.submitting.registering';
  const expected: SavedSession = isWithin(state, 'complete')
    ? { ...nothing, processedAccessIds, finished }
    : { ...context, ...(isSending && { unanswered: registrationOf(context), isAtBank: false }) };
  const saved: SavedSession = savedSessionOf(after);
  const keys = Object.keys(nothing);
  const pick = (session: SavedSession) =>
    Object.entries(session)
      .filter(([key]) => keys.includes(key))
      .sort();
  assert.deepEqual(pick(saved), pick(expected), 'what a reload finds again');
  const json = serialiseSavedSession(saved, 0);
  if (json !== null)
    assert.deepEqual(Object.keys(JSON.parse(json)), ['savedAt', ...keys], 'nothing else is stored');
}

const sorted = (effects: readonly Effect[]) => effects.map((effect) => JSON.stringify(effect)).sort();

/** The input of an opening is ours; the step only carries it untyped. */
function inputOf(step: Step): SignupInput {
  return step.opening.input as SignupInput;
}

/** The state of the form that the notes lie over, if they do. */
function coveredForm({ historyValue }: AnyMachineSnapshot): string {
  const [form] = historyValue['signup.input.form.lastShown'] ?? [];
  return form ? form.path.join('.') : '';
}

function happeningOf({ sample }: Step): Happening {
  if (!sample) throw new Error('an opening is no event');
  const [, kind, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(sample.event.type) ?? [];
  const payload: Record<string, unknown> = { ...sample.event };
  if (kind === 'done' && id) return { type: 'done', id, output: payload.output };
  if (kind === 'error' && id) return { type: 'error', id, error: payload.error };
  if (sample.event.type.startsWith('xstate.after.')) return { type: 'after' };
  // Every other sample comes from the typed table.
  return sample.event as SignupEvent;
}

function contextAtOpening(input: SignupInput): SignupContext {
  const { route, now, callback, saved, completion, allowedRedirectOrigins, seed } = input;
  return {
    ...(saved ?? nothing),
    callback: callback ?? saved?.callback ?? null,
    arrival: route,
    openedAt: now,
    allowedRedirectOrigins,
    seed,
    errors: [],
    agreements: noAgreement,
    fieldToChange: null,
    draft: 0,
    submittedAt: null,
    captchaToken: '',
    redirectUrl: '',
    completion,
    accessTokenRenewed: false,
  };
}

/** Where a page that opens belongs (specification §4, decisions 7 and 9 to 13). */
function afterOpening(input: SignupInput): Outcome {
  const context = contextAtOpening(input);
  const { callback, registrations, processedAccessIds, unanswered, isAtBank } = context;
  const isRepeated = callback !== null && processedAccessIds.includes(callback.accessId);
  const effects: Effect[] = ['accessToken', 'postalLookup', 'browser'].map((id) => ({
    do: 'start',
    id,
    input: undefined,
  }));

  const outcome = (): Outcome => {
    if (input.route === 'callback' && callback && registrations.length > 0 && !isRepeated)
      return towardsVerifying();
    if (context.finished) return { state: 'complete.remembered' };
    if (unanswered) return { state: 'input.form.outcomeUnknown' };
    if (input.route === 'callback') return failed(words.invalidAccess);
    if (isAtBank) return withData(failed(words.cardNotAuthenticated), { card: null, isAtBank: false });
    if (input.route === 'confirm' && mayReview(context, input.now)) return { state: 'confirm.reviewing' };
    return { state: 'input.form.filling' };
  };
  const { state = '', data, effects: more = [] } = outcome();
  return { state, ...(data && { data }), effects: [...effects, ...more] };
}

/** What arriving at a screen always means, however the donor got there. */
function onArrival(from: string, to: string, context: SignupContext, moves: boolean): Outcome {
  const data: Partial<SignupContext> = {};
  const effects: Effect[] = [];
  const arrivesAt = (state: string) => isWithin(to, state) && !isWithin(from, state);
  const entersAnew = (state: string) => moves && to === state;
  const call = (name: string, params: unknown) => effects.push({ do: 'call', name, params });

  if (arrivesAt('input')) {
    call('showRoute', { route: 'input' });
    call('trackPageView', { page: 'input' });
    effects.push(lookUp(context.form, context.lookups));
  }
  if (entersAnew('input.form.outcomeUnknown'))
    Object.assign(data, { card: null, errors: outcomeOf(context) });
  if (entersAnew('input.checkingCard'))
    effects.push({ do: 'start', id: 'tokeniseCard', input: { form: context.form } });
  if (arrivesAt('confirm')) {
    Object.assign(data, { errors: [], agreements: noAgreement, fieldToChange: null });
    call('showRoute', { route: 'confirm' });
    call('trackPageView', { page: 'confirm' });
  }
  if (entersAnew('confirm.submitting.solvingCaptcha'))
    effects.push({ do: 'start', id: 'solveCaptcha', input: undefined });
  if (entersAnew('confirm.submitting.registering')) {
    const { form, card, captchaToken, application } = context;
    effects.push({
      do: 'start',
      id: 'register',
      input: { form, card, captchaToken, key: application?.key },
    });
  }
  if (arrivesAt('cardRedirect')) Object.assign(data, { unanswered: null, isAtBank: true });
  if (entersAnew('cardRedirect.leaving')) call('goToBank', { redirectUrl: context.redirectUrl });
  if (arrivesAt('callback')) {
    call('showRoute', { route: 'callback' });
  }
  if (entersAnew('callback.verifying')) {
    const { callback, registrations, processedAccessIds } = context;
    const registerTokens = registrations.map(({ registerToken }) => registerToken);
    data.processedAccessIds = [...processedAccessIds, ...(callback ? [callback.accessId] : [])];
    Object.assign(data, { unanswered: 'verifyCard', isAtBank: false });
    effects.push({ do: 'start', id: 'verifyCard', input: { callback, registerTokens } });
  }
  if (entersAnew('complete.leaving')) call('postCompletion', { fields: context.completion });
  if (entersAnew('complete.remembered')) call('showRoute', { route: 'input' });
  return { data, effects };
}

/** That nobody knows stands first, once, and then what the host said. */
function outcomeOf({ unanswered, errors }: SignupContext): string[] {
  const unknown = unanswered && unknownOutcomes[unanswered];
  return unknown === null ? [...errors] : [unknown, ...errors.filter((error) => error !== unknown)];
}

/** What each event promises in each place; nothing where it cannot mean anything. */
function afterEvent(state: string, context: SignupContext, event: Happening, covered: string): Outcome {
  const isOn = (place: string) => isWithin(state, place);
  const isFresh = (at: number) => context.card !== null && at - context.card.issuedAt < CARD_LIFETIME;
  const show = (route: string): Effect => ({ do: 'call', name: 'showRoute', params: { route } });
  const tell = (to: string, type: string): Effect => ({ do: 'send', to, event: { type } });

  switch (event.type) {
    case 'field.changed': {
      if (!isOn('input.form')) return {};
      const { name, value } = event.change;
      const isChange = context.form[name] !== value;
      const form = { ...context.form, [name]: value };
      const application = isChange ? null : context.application;
      const data = { form, isReviewed: false, application };
      if (name === 'zip') {
        const after = filled(form, context.lookups);
        return {
          data: { ...data, ...after },
          effects: [shows(after.form), lookUp(after.form, after.lookups)],
        };
      }
      if (name === 'expatriate' && isChange) {
        const { prefecture, city, street } = form;
        const after = filled({ ...form, ...context.hiddenAddress }, context.lookups);
        return {
          data: { ...data, ...after, hiddenAddress: { prefecture, city, street } },
          effects: [shows(after.form), lookUp(after.form, after.lookups)],
        };
      }
      return { data };
    }

    case 'address.accepted': {
      const { answer } = context.lookups;
      if (!isOn('input.form') || answer === null || !isOffered(context)) return {};
      const { prefecture, city } = answer;
      const form = { ...context.form, prefecture, city };
      return {
        data: {
          form,
          lookups: { ...context.lookups, filled: answer, declined: null },
          isReviewed: context.isReviewed && isEqual(form, context.form),
          application: isEqual(form, context.form) ? context.application : null,
        },
        effects: [shows(form)],
      };
    }

    case 'address.declined': {
      if (!isOn('input.form') || !isOffered(context)) return {};
      const declined = context.form.zip.replace('-', '');
      return { data: { lookups: { ...context.lookups, declined } } };
    }

    case 'input.rejected':
      return isOn('input.form') ? { state: 'input.form.correcting' } : {};

    case 'input.confirmed': {
      if (!isOn('input.form')) return {};
      const application = isEqual(event.form, context.form) ? context.application : null;
      const data = { form: event.form, isReviewed: true, application };
      if (event.form.paymentMethod === BANK_DEBIT)
        return { state: 'confirm.reviewing', data: { ...data, card: null } };
      return { state: isFresh(event.at) ? 'confirm.reviewing' : 'input.checkingCard', data };
    }

    case 'card.discarded':
      return isOn('input.form') ? { data: { card: null } } : {};

    case 'draft.cleared':
      if (!isOn('input.form')) return {};
      return {
        state: 'input.form.filling',
        data: { ...nothing, completion: null, errors: [], draft: context.draft + 1 },
        effects: [lookUp(nothing.form, nothing.lookups)],
      };

    case 'cardNotice.opened':
      return isOn('input.form') ? { state: 'input.cardNotice' } : {};

    case 'cardNotice.closed':
      return isOn('input.cardNotice') ? { state: covered } : {};

    case 'agreement.changed':
      if (!isOn('confirm.reviewing')) return {};
      return { data: { agreements: { ...context.agreements, [event.name]: event.checked } } };

    case 'change.requested':
      if (!isOn('confirm.reviewing')) return {};
      return { state: 'input.form.filling', data: { errors: [], fieldToChange: event.field } };

    case 'confirm.submitted': {
      if (!isOn('confirm.reviewing')) return {};
      const { agreements, form, card, application } = context;
      const paysByBank = form.paymentMethod === BANK_DEBIT;
      if (!agreements.understood || (paysByBank && !agreements.bankFormUnderstood)) return {};
      if (!paysByBank && !isFresh(event.at)) return withData(failed(words.cardExpired), { card: null });
      return {
        state: 'confirm.submitting.solvingCaptcha',
        data: {
          errors: [],
          accessTokenRenewed: false,
          submittedAt: event.at,
          application:
            application && application.maskedCardNumber === (card?.maskedCardNumber ?? null)
              ? application
              : {
                  key: `${context.seed}-${event.at}`,
                  maskedCardNumber: card ? card.maskedCardNumber : null,
                },
        },
      };
    }

    case 'signup.restarted':
      if (!isOn('complete.remembered')) return {};
      return {
        state: 'input.form.filling',
        data: { ...nothing, completion: null, draft: context.draft + 1 },
        effects: [{ do: 'call', name: 'forgetCompletion', params: undefined }],
      };

    case 'retry.requested':
      if (isOn('cardRedirect.stalled')) return { state: 'cardRedirect.leaving' };
      if (isOn('complete.stalled') || (isOn('complete.remembered') && context.completion))
        return { state: 'complete.leaving' };
      if (isOn('callback.notSent'))
        return withData(towardsVerifying(), { errors: [], accessTokenRenewed: false });
      return {};

    case 'route.requested':
      if (isOn('input.form') && event.route === 'confirm' && mayReview(context, event.at)) {
        return { state: 'confirm.reviewing' };
      }
      if (isOn('confirm.reviewing') && event.route === 'input') {
        return { state: 'input.form.filling', data: { errors: [] } };
      }
      if (isOn('cardRedirect')) return withData(failed(words.cardNotAuthenticated), { isAtBank: false });
      if (isOn('complete.remembered')) return { effects: [show('input')] };
      if (isOn('complete')) return {};
      return { effects: [show(state.split('.')[0] ?? '')] };

    case 'page.restored':
      if (isOn('cardRedirect')) return withData(failed(words.cardNotAuthenticated), { isAtBank: false });
      return isOn('complete.leaving') ? { state: 'complete.remembered' } : {};

    case 'page.revisited':
      return { effects: [tell('accessToken', 'accessToken.needed')] };

    case 'accessToken.ready': {
      if (isOn('callback.awaitingAccessToken')) return { state: 'callback.verifying' };
      const effects = [tell('postalLookup', 'accessToken.ready')];
      return isOn('confirm.submitting.awaitingAccessToken')
        ? { state: 'confirm.submitting.registering', effects }
        : { effects };
    }

    case 'accessToken.refused':
      return { effects: [tell('accessToken', 'accessToken.rejected')] };

    case 'accessToken.unavailable':
      if (isOn('confirm.submitting.awaitingAccessToken')) {
        return { state: 'confirm.reviewing', data: { errors: [words.networkFailed] } };
      }
      if (isOn('callback.awaitingAccessToken')) {
        return { state: 'callback.notSent', data: { errors: [words.settlingNotSent] } };
      }
      return {};

    case 'address.found': {
      const { postalCode, address } = event;
      if (context.form.zip.replace('-', '') !== postalCode) return {};
      const lookups = { ...context.lookups, answer: { postalCode, ...address } };
      if (!isOn('input') || isOn('input.checkingCard')) return { data: { lookups } };
      const after = filled(context.form, lookups);
      const isReviewed = context.isReviewed && isEqual(after.form, context.form);
      const application = isEqual(after.form, context.form) ? context.application : null;
      return { data: { ...after, isReviewed, application }, effects: [shows(after.form)] };
    }

    case 'address.missing':
      return { data: { lookups: { ...context.lookups, unanswered: event.postalCode } } };

    case 'done':
      return afterAnswer(context, event);

    case 'error':
      return afterFailure(state, context, event);

    case 'after':
      return { state: state.replace('leaving', 'stalled') };
  }
}

function afterAnswer(context: SignupContext, { id, output }: { id: string; output: unknown }): Outcome {
  const answer: Record<string, unknown> = typeof output === 'object' ? { ...output } : {};
  const { redirectUrl, registerToken } = answer;
  switch (id) {
    case 'tokeniseCard':
      return {
        state: 'confirm.reviewing',
        data: {
          card: {
            cardToken: String(answer.cardToken),
            maskedCardNumber: String(answer.maskedCardNumber),
            issuedAt: Number(answer.issuedAt),
          },
        },
      };
    case 'solveCaptcha':
      return towardsRegistering({ captchaToken: String(output) });
    case 'register':
      if (context.form.paymentMethod === BANK_DEBIT) return finished(context, completionOf(context.form));
      if (typeof redirectUrl !== 'string' || new URL(redirectUrl).origin !== ALLOWED_ORIGIN)
        return withData(failed(words.untrustedRedirect), { card: null, application: null });
      return {
        state: 'cardRedirect.leaving',
        data: {
          redirectUrl,
          application: null,
          card: null,
          registrations: [
            { registerToken: String(registerToken), completion: completionOf(context.form) },
            ...context.registrations,
          ].slice(0, 5),
        },
      };
    case 'verifyCard':
      return settled(context, String(output));
    default:
      throw new Error(`Nothing is promised for an answer of ${id}`);
  }
}

function afterFailure(
  state: string,
  context: SignupContext,
  { id, error }: { id: string; error: unknown },
): Outcome {
  const { reason, messages } = error instanceof CallFailure ? error : new CallFailure('noAnswer');
  const noReason = id === 'verifyCard' ? words.notSettledWithoutReason : words.refusedWithoutReason;
  const why = messages.length > 0 ? messages : [reason === 'notSent' ? words.networkFailed : noReason];
  if (id === 'tokeniseCard') return { state: 'input.form.failed', data: { errors: why } };
  if (id === 'solveCaptcha') return { state: 'confirm.reviewing', data: { errors: why } };

  const isRegistering = isWithin(state, 'confirm');
  // nobody acted on the call, so nothing new is in doubt: not the outcome, and not whether the callback may run
  const undone: Partial<SignupContext> = isRegistering
    ? {}
    : {
        unanswered: null,
        isAtBank: true,
        processedAccessIds: context.processedAccessIds.filter((id) => id !== context.callback?.accessId),
      };
  if (reason === 'unauthorized' && !context.accessTokenRenewed) {
    return {
      state: isRegistering ? 'confirm.submitting.awaitingAccessToken' : 'callback.awaitingAccessToken',
      data: { ...undone, accessTokenRenewed: true },
      effects: [
        { do: 'send', to: 'accessToken', event: { type: 'accessToken.rejected' } },
        { do: 'send', to: 'accessToken', event: { type: 'accessToken.needed' } },
      ],
    };
  }
  if (reason === 'notSent') {
    return isRegistering
      ? { state: 'confirm.reviewing', data: { ...undone, errors: why } }
      : { state: 'callback.notSent', data: { ...undone, errors: [words.settlingNotSent] } };
  }
  const forgotten = isRegistering ? {} : { callback: null };
  const refusesRepeat = reason === 'refused' && context.accessTokenRenewed;
  if (reason === 'noAnswer' || refusesRepeat) {
    const errors = [...messages];
    return {
      state: 'input.form.outcomeUnknown',
      data: isRegistering
        ? { errors, unanswered: registrationOf(context), isAtBank: false }
        : { ...forgotten, errors },
    };
  }
  // a refusal settles the payment it was asked for; it says nothing of an application that was sent before
  const settled = isRegistering ? { application: null, card: null } : { unanswered: null, isAtBank: false };
  return { state: 'input.form.failed', data: { ...forgotten, ...settled, errors: why } };
}

/** Of several registrations it is the one that the answer names. */
function settled(context: SignupContext, token: string): Outcome {
  const [registration] = context.registrations.filter(({ registerToken }) => registerToken === token);
  // An answer that names none leaves nothing to tell.
  return registration ? finished(context, registration.completion) : { state: 'complete.leaving' };
}

/** What was registered is what completion is told, whatever has been typed since. */
function finished({ submittedAt, openedAt }: SignupContext, completion: CompletionFields): Outcome {
  const at = submittedAt === null ? openedAt : submittedAt;
  return {
    state: 'complete.leaving',
    data: { completion, finished: { at, amount: Number(completion.price) } },
  };
}

const isEqual = (one: SignupForm, other: SignupForm) =>
  Object.entries(one).every(([name, value]) =>
    Object.entries(other).some(([n, v]) => n === name && v === value),
  );

/** The code's own address is known, is not what is typed, and has not been waved away. */
function isOffered({ form, lookups: { answer, declined } }: SignupContext): boolean {
  if (answer === null || !belongs(form, answer.postalCode) || declined === answer.postalCode) return false;
  return form.prefecture !== answer.prefecture || !(form.city + form.street).startsWith(answer.city);
}

const belongs = (form: SignupForm, postalCode: string) =>
  !form.expatriate && form.zip.replace('-', '') === postalCode;

/** The samples' own words are none of a code's address, so empty and filled by a lookup is all there is here. */
function filled(form: SignupForm, lookups: PostalLookups): { form: SignupForm; lookups: PostalLookups } {
  const { answer, filled: before } = lookups;
  if (answer === null || !belongs(form, answer.postalCode)) return { form, lookups };
  const { prefecture, city } = answer;
  const isFree = (value: string, ...free: (string | undefined)[]) => value === '' || free.includes(value);
  return isFree(form.prefecture, prefecture, before?.prefecture) && isFree(form.city, city, before?.city)
    ? { form: { ...form, prefecture, city }, lookups: { ...lookups, filled: answer, declined: null } }
    : { form, lookups };
}

function shows({ prefecture, city, street }: SignupForm): Effect {
  return { do: 'emit', event: { type: 'address.changed', address: { prefecture, city, street } } };
}

/** Asks for the code's address unless it is known; without a whole code at home there is nothing to ask for. */
function lookUp(form: SignupForm, { answer }: PostalLookups): Effect {
  const code = form.zip.replace('-', '');
  const isAsked = !form.expatriate && code.length === 7 && answer?.postalCode !== code;
  return {
    do: 'send',
    to: 'postalLookup',
    event: { type: 'postalCode.changed', postalCode: isAsked ? code : null },
  };
}

/** No call without a token: it is asked for each time. */
function towardsRegistering(data: Partial<SignupContext>): Outcome {
  return {
    state: 'confirm.submitting.awaitingAccessToken',
    data,
    effects: [{ do: 'send', to: 'accessToken', event: { type: 'accessToken.needed' } }],
  };
}

function towardsVerifying(): Outcome {
  return {
    state: 'callback.awaitingAccessToken',
    effects: [{ do: 'send', to: 'accessToken', event: { type: 'accessToken.needed' } }],
  };
}

function withData(outcome: Outcome, data: Partial<SignupContext>): Outcome {
  return { ...outcome, data: { ...outcome.data, ...data } };
}

function mayReview({ form, isReviewed, card }: SignupContext, at: number): boolean {
  return (
    isReviewed &&
    missingIn(form).length === 0 &&
    (form.paymentMethod === BANK_DEBIT || (card !== null && at - card.issuedAt < CARD_LIFETIME))
  );
}

function isWithin(state: string, place: string): boolean {
  return state === place || state.startsWith(`${place}.`);
}

import assert from 'node:assert/strict';
import type { AnyMachineSnapshot } from 'xstate';
import type { SignupEvent, SignupInput } from '../../src/machines/signup-parts.ts';
import { CallFailure } from '../../src/signup/call-failure.ts';
import type { CompletionFields } from '../../src/signup/completion-fields.ts';
import type { Address, CardToken, FieldChange, SignupForm } from '../../src/signup/form.ts';
import { type Effect, type Step, statePathOf } from '../chart/chart-model.ts';
import { completionOf, missingIn } from '../walks/donors.ts';
import { signupOpenings } from './openings.ts';
import { ALLOWED_ORIGIN } from './samples.ts';
import { type Facts, nothing, nothingShown, type Shown, seenOf, toSavedSession } from './seen.ts';
import { unknownOutcomes, words } from './words.ts';

const BANK_DEBIT = '引落（銀行・郵便）';
/** A card is kept for 25 minutes (decision 6). */
const CARD_LIFETIME = 25 * 60_000;

/** What these tests have noted on the way to a step; nothing of it is read off the chart. */
type Known = {
  facts: Facts;
  shown: Shown;
  /** What only later steps bring to light. */
  told: {
    seed: string;
    now: number;
    captchaToken: string;
    redirectUrl: string;
    completion: CompletionFields | null;
    /** This try has been repeated with another access token already. */
    isRepeat: boolean;
    namesGiven: number;
  };
};

const noted = new WeakMap<AnyMachineSnapshot, Known>();

/** What is known where a step that was checked has led to. */
export function knownOf(snapshot: AnyMachineSnapshot): Known {
  const known = noted.get(snapshot);
  assert.ok(known, 'steps are checked in the order in which they are taken');
  return known;
}

/**
 * Checks one step of the sign-up against the specification, by what somebody outside can see: the state, the screen,
 * what a reload would find, and what is set going. Throws an AssertionError that says what differs.
 */
export function checkSignupStep({ opening, before, sample, after, effects }: Step): void {
  const state = statePathOf(after);
  const promised = before ? new Outcome(statePathOf(before), knownOf(before)) : opened(opening);
  if (before && sample) promised.happen(sample.event, coveredForm(before));
  const { facts, shown, told } = promised;
  if (after !== before) noted.set(after, { facts, shown, told });

  assert.equal(state, promised.state, 'the state');
  assert.equal(after.status, 'active', 'the chart goes on');
  const seen = { ...shown, saved: toSavedSession(promised.saved()) };
  assert.deepEqual(seenOf(after), seen, 'what is shown, and what a reload finds again');
  assert.deepEqual(byReceiver(effects), byReceiver(promised.effects), 'what is set going outside');
}

/** How long the kept card may still be sent, in milliseconds; as long as a new one where there is none. */
export function cardExpiry({ facts: { card }, told: { now } }: Known): number {
  return (card ? card.issuedAt : now) + CARD_LIFETIME - now;
}

/** In order, as each receiver gets to know of it. */
function byReceiver(effects: readonly Effect[]): Effect[] {
  const receiverOf = (effect: Effect) =>
    effect.do === 'send' ? effect.to : effect.do === 'emit' ? 'view' : 'world';
  return effects.toSorted((one, other) => receiverOf(one).localeCompare(receiverOf(other)));
}

/** The state of the form that the notes lie over, if they do. */
function coveredForm({ historyValue }: AnyMachineSnapshot): string {
  const [form] = Object.values(historyValue).flat();
  return form ? form.path.join('.') : '';
}

/** Where a page that opens belongs (specification §4, decisions 7 and 9 to 13). */
function opened(opening: Step['opening']): Outcome {
  const known = signupOpenings.find((each) => each === opening);
  assert.ok(known, 'the opening is one of ours');
  const { facts, input } = known;
  const { now, completion, seed } = input;
  const told = {
    seed,
    now,
    captchaToken: '',
    redirectUrl: '',
    completion,
    isRepeat: false,
    namesGiven: 0,
  };
  const outcome = new Outcome('', {
    facts: { ...facts, callback: input.callback ?? facts.callback },
    shown: nothingShown,
    told,
  });
  outcome.open(input);
  return outcome;
}

/** What a step must lead to: begins as things were before it, and is changed by what the specification promises. */
class Outcome {
  state: string;
  readonly facts: Facts;
  readonly shown: Shown;
  readonly told: Known['told'];
  readonly effects: Effect[] = [];

  constructor(state: string, { facts, shown, told }: Known) {
    this.state = state;
    this.facts = { ...facts };
    this.shown = { ...shown };
    this.told = { ...told };
  }

  /** All of the draft and of what is under way, and almost nothing after completion. */
  saved(): Facts {
    const { settled, finished } = this.facts;
    if (this.#isOn('complete')) return { ...nothing, settled, finished };
    return this.#isOn('confirm.submitting.registering')
      ? { ...this.facts, pending: this.#registration() }
      : this.facts;
  }

  open({ route, now, isOpenedByBank }: SignupInput): void {
    const { callback, registration, settled, pending, refusals, finished } = this.facts;
    this.shown.errors = refusals;
    this.facts.refusals = [];
    for (const id of ['accessToken', 'postalLookup', 'browser']) this.#start(id, undefined);
    const isNew = callback !== null && !settled.includes(callback.accessId);
    if (isNew && registration) this.#goTo('callback.awaitingAccessToken');
    else if (isOpenedByBank) {
      this.facts.callback = null;
      this.#goTo('callback.reopening');
    } else if (finished) this.#goTo('complete.remembered');
    else if ((pending && pending !== 'bank') || refusals.length > 0) {
      this.#goTo(pending ? 'input.form.outcomeUnknown' : 'input.form.failed');
    } else if (route === 'callback') {
      this.facts.callback = null;
      this.#fail(words.invalidAccess);
    } else if (pending) {
      Object.assign(this.facts, { card: null, pending: null });
      this.#fail(words.authenticationOpen);
    } else
      this.#goTo(route === 'confirm' && this.#mayReview(now) ? 'confirm.reviewing' : 'input.form.filling');
  }

  /** What each event promises in each place; nothing where it cannot mean anything. */
  happen(event: { type: string; output?: unknown; error?: unknown }, covered: string): void {
    const [, kind, id = ''] = /^xstate\.(done|error|after)\.(?:actor\.)?(.+)$/.exec(event.type) ?? [];
    if (kind === 'done') this.#answered(id, event.output);
    else if (kind === 'error') this.#failed(id, event.error);
    else if (kind === 'after') this.#waited(id);
    // Every other sample comes from the typed table.
    else this.#took(event as SignupEvent, covered);
  }

  #waited(id: string) {
    if (id.startsWith('SLOW_ANSWER')) this.#goTo('callback.verifying.slow');
    else if (!id.startsWith('CARD_EXPIRY')) this.#goTo(this.state.replace('leaving', 'stalled'));
    else if (!this.#paysByBank()) this.#expire();
  }

  #took(event: SignupEvent, covered: string) {
    const { facts, shown, told } = this;
    const isTyping = this.#isOn('input.form');
    const isReviewing = this.#isOn('confirm.reviewing');
    const hasExpired = this.#isOn('confirm.cardExpired');

    switch (event.type) {
      case 'field.changed':
        if (isTyping) this.#type(event.change);
        return;

      case 'field.left':
        if (isTyping || this.#isOn('input.cardNotice'))
          this.#keep({ ...facts.form, phone: facts.form.phone.replaceAll('-', '') });
        return;

      case 'name.composed':
        // The donor's own furigana stays.
        if (isTyping && facts.form.furigana === '') this.#keep({ ...facts.form, furigana: 'やまだ' });
        return;

      case 'address.accepted':
        if (isTyping && facts.answer && this.#isOffered(facts.answer)) this.#fillIn(facts.answer);
        return;

      case 'address.declined':
        if (isTyping && facts.answer && this.#isOffered(facts.answer)) facts.declined = codeOf(facts.form);
        return;

      case 'input.rejected':
        if (!isTyping) return;
        shown.problems = event.problems;
        this.#goTo('input.form.correcting');
        return;

      case 'input.confirmed':
        if (!isTyping) return;
        this.#keep(event.form);
        facts.isReviewed = true;
        shown.problems = [];
        told.now = event.at;
        this.#goTo(
          this.#paysByBank() || this.#isFresh(event.at) ? 'confirm.reviewing' : 'input.checkingCard',
        );
        return;

      case 'card.discarded':
        if (isTyping) facts.card = null;
        return;

      case 'draft.cleared':
        if (!isTyping) return;
        this.#beginAnew();
        Object.assign(shown, { errors: [], clearedAt: event.at });
        this.#goTo('input.form.filling');
        this.#lookUp();
        return;

      case 'cardNotice.opened':
        if (!isTyping) return;
        this.#goTo('input.cardNotice');
        this.#call('openOverlay', undefined);
        return;

      case 'cardNotice.closed':
        if (!this.#isOn('input.cardNotice')) return;
        this.#goTo(covered);
        this.#call('closeOverlay', undefined);
        return;

      case 'agreement.changed':
        if (isReviewing) shown.agreements = { ...shown.agreements, [event.name]: event.checked };
        return;

      case 'change.requested':
        if (!isReviewing && !hasExpired) return;
        Object.assign(shown, { errors: [], fieldToChange: event.field });
        if (hasExpired) facts.card = null;
        this.#goTo('input.form.filling');
        return;

      case 'confirm.submitted': {
        const { understood, bankFormUnderstood } = shown.agreements;
        if (!isReviewing || !understood || (this.#paysByBank() && !bankFormUnderstood)) return;
        if (!this.#paysByBank() && !this.#isFresh(event.at)) return this.#expire();
        shown.errors = [];
        told.isRepeat = false;
        told.now = event.at;
        this.#goTo('confirm.submitting.solvingCaptcha');
        return;
      }

      case 'signup.restarted':
        if (!this.#isOn('complete.remembered')) return;
        this.#beginAnew();
        this.#call('forgetCompletion', undefined);
        this.#goTo('input.form.filling');
        return;

      case 'waiting.ended':
        if (!this.#isOn('callback.verifying.slow')) return;
        facts.callback = null;
        this.#goTo('callback.reopening');
        return;

      case 'retry.requested':
        if (this.#isOn('cardRedirect.stalled')) this.#goTo('cardRedirect.leaving');
        if (this.#isOn('complete.stalled') || (this.#isOn('complete.remembered') && told.completion))
          this.#goTo('complete.leaving');
        if (this.#isOn('callback.notSent')) {
          shown.errors = [];
          told.isRepeat = false;
          this.#goTo('callback.awaitingAccessToken');
        }
        return;

      case 'route.requested': {
        const [screen = ''] = this.state.split('.');
        if (screen === 'cardRedirect') this.#comeBackFromBank();
        else if (this.#isOn('complete.remembered')) this.#call('showRoute', { route: 'input' });
        else if (isTyping && event.route === 'confirm' && this.#mayReview(event.at)) {
          told.now = event.at;
          this.#goTo('confirm.reviewing');
        } else if ((isReviewing || hasExpired) && event.route === 'input') {
          shown.errors = [];
          if (hasExpired) facts.card = null;
          this.#goTo('input.form.filling');
        } else if (this.#isOn('input.cardNotice')) {
          this.#goTo(covered);
          this.#call('showRoute', { route: 'input' });
        } else if (screen !== 'complete') this.#call('showRoute', { route: screen });
        return;
      }

      case 'page.restored':
        if (this.#isOn('cardRedirect')) this.#comeBackFromBank();
        if (this.#isOn('complete.leaving')) this.#goTo('complete.remembered');
        return;

      case 'page.revisited':
        if (isReviewing && !this.#paysByBank() && !this.#isFresh(event.at)) this.#expire();
        this.#tell('accessToken', 'accessToken.needed');
        return;

      case 'copy.found':
        if (this.#isOn('confirm') && facts.application)
          facts.application = { ...facts.application, isCopied: true };
        return;

      case 'accessToken.ready':
        if (!this.#isOn('callback.awaitingAccessToken')) this.#tell('postalLookup', 'accessToken.ready');
        if (this.#isOn('callback.awaitingAccessToken')) this.#goTo('callback.verifying.waiting');
        if (this.#isOn('confirm.submitting.awaitingAccessToken'))
          this.#goTo('confirm.submitting.registering');
        return;

      case 'accessToken.refused':
        this.#tell('accessToken', 'accessToken.rejected');
        return;

      case 'accessToken.unavailable':
        if (!this.state.endsWith('awaitingAccessToken')) return;
        shown.errors = [this.#isOn('confirm') ? words.networkFailed : words.settlingNotSent];
        this.#goTo(this.#isOn('confirm') ? 'confirm.reviewing' : 'callback.notSent');
        return;

      case 'address.found':
        if (codeOf(facts.form) !== event.postalCode) return;
        facts.answer = { postalCode: event.postalCode, ...event.address };
        if (this.#isOn('input') && !this.#isOn('input.checkingCard')) this.#mayFillIn();
        return;

      case 'address.missing':
        shown.codeWithoutAddress = event.postalCode;
        return;

      default:
        // An event that is new promises something: write it above.
        event satisfies never;
    }
  }

  #answered(id: string, output: unknown) {
    const { facts, told } = this;
    switch (id) {
      case 'tokeniseCard':
        facts.card = output as CardToken;
        told.now = facts.card.issuedAt;
        return this.#goTo('confirm.reviewing');
      case 'solveCaptcha':
        told.captchaToken = String(output);
        return this.#goTo('confirm.submitting.awaitingAccessToken');
      case 'register': {
        if (this.#paysByBank()) return this.#finish(completionOf(facts.form));
        Object.assign(facts, { application: null, card: null });
        const { redirectUrl, registerToken } = Object(output);
        if (!redirectUrl || new URL(redirectUrl).origin !== ALLOWED_ORIGIN)
          return this.#fail(words.untrustedRedirect);
        told.redirectUrl = redirectUrl;
        facts.registration = { registerToken, completion: completionOf(facts.form) };
        facts.callback = null;
        return this.#goTo('cardRedirect.leaving');
      }
      case 'verifyCard':
        return this.#finish(facts.registration?.completion);
      default:
        throw new Error(`Nothing is promised for an answer of ${id}`);
    }
  }

  #failed(id: string, error: unknown) {
    const { facts, shown, told } = this;
    const { reason, messages } = error instanceof CallFailure ? error : new CallFailure('noAnswer');
    const isRegistering = id === 'register';
    const noReason = id === 'verifyCard' ? words.notSettledWithoutReason : words.refusedWithoutReason;
    const nothingLeft = isRegistering || id !== 'verifyCard' ? words.networkFailed : words.settlingNotSent;
    const noMessage =
      reason === 'notSent' || (!isRegistering && id !== 'verifyCard') ? nothingLeft : noReason;
    const why = messages.length > 0 ? messages : [noMessage];
    const goTo = (state: string, errors: readonly string[]) => {
      shown.errors = errors;
      this.#goTo(state);
    };
    if (id === 'tokeniseCard') return goTo('input.form.failed', why);
    if (id === 'solveCaptcha') return goTo('confirm.reviewing', why);

    const isStale = reason === 'unauthorized' && !told.isRepeat;
    if (!isRegistering && (isStale || reason === 'notSent')) {
      // Nobody has acted on the call, so the callback may run again.
      facts.pending = 'bank';
      facts.settled = facts.settled.filter((accessId) => accessId !== facts.callback?.accessId);
    }
    if (isStale) {
      told.isRepeat = true;
      this.#tell('accessToken', 'accessToken.rejected');
      return this.#goTo(`${isRegistering ? 'confirm.submitting' : 'callback'}.awaitingAccessToken`);
    }
    if (reason === 'notSent') return goTo(isRegistering ? 'confirm.reviewing' : 'callback.notSent', why);
    const isUnknown = reason === 'noAnswer' || (reason === 'refused' && told.isRepeat);
    if (!isRegistering) {
      // A refusal settles the payment it was asked for. Said by the page that takes the place of the one with `p`.
      Object.assign(facts, { callback: null, refusals: isUnknown ? messages : why });
      if (!isUnknown) facts.pending = null;
      return this.#goTo('callback.reopening');
    }
    if (isUnknown) {
      facts.pending = this.#registration();
      return goTo('input.form.outcomeUnknown', messages);
    }
    // A refusal says nothing of an application that was sent before.
    Object.assign(facts, { application: null, card: null });
    goTo('input.form.failed', why);
  }

  /** What arriving in a state always means, however the donor got there. */
  #goTo(to: string) {
    const { facts, shown, told } = this;
    const from = this.state;
    this.state = to;
    const arrivesAt = (place: string) => isWithin(to, place) && !isWithin(from, place);

    if (arrivesAt('confirm')) this.#review();
    for (const route of ['input', 'confirm', 'callback'])
      if (arrivesAt(route)) this.#call('showRoute', { route });
    for (const page of ['input', 'confirm']) if (arrivesAt(page)) this.#call('trackPageView', { page });
    if (arrivesAt('confirm')) this.#start('copies', { key: facts.application?.key });
    if (arrivesAt('input')) this.#lookUp();
    if (arrivesAt('cardRedirect')) facts.pending = 'bank';

    switch (to) {
      case 'input.form.outcomeUnknown': {
        const { pending } = facts;
        const unknown = pending && pending !== 'bank' ? [unknownOutcomes[pending]] : [];
        facts.card = null;
        shown.errors = [...unknown, ...shown.errors.filter((error) => !unknown.includes(error))];
        return;
      }
      case 'input.checkingCard':
        return this.#start('tokeniseCard', { form: facts.form });
      case 'confirm.submitting.solvingCaptcha':
        return this.#start('solveCaptcha', undefined);
      case 'confirm.submitting.awaitingAccessToken':
      case 'callback.awaitingAccessToken':
        return this.#tell('accessToken', 'accessToken.needed');
      case 'confirm.submitting.registering': {
        const { form, application } = facts;
        const card = this.#paysByBank() ? null : facts.card;
        const { captchaToken } = told;
        return this.#start('register', { form, card, captchaToken, key: application?.key });
      }
      case 'callback.verifying.waiting': {
        const { callback, registration } = facts;
        const registerToken = registration?.registerToken;
        facts.settled = [...facts.settled, ...(callback ? [callback.accessId] : [])];
        facts.pending = 'verifyCard';
        return this.#start('verifyCard', { callback, registerToken });
      }
      case 'cardRedirect.leaving':
        return this.#call('goToBank', { redirectUrl: told.redirectUrl });
      case 'complete.leaving':
        return this.#call('postCompletion', { fields: told.completion });
      case 'callback.reopening':
        return this.#call('openFreshPage', undefined);
      case 'complete.remembered':
        return this.#call('showRoute', { route: 'input' });
    }
  }

  /** What is to be sent has a name from here on; another card makes it another application. */
  #review(): void {
    const { facts, shown, told } = this;
    Object.assign(shown, { ...nothingShown, codeWithoutAddress: shown.codeWithoutAddress });
    const maskedCardNumber = this.#paysByBank() || !facts.card ? null : facts.card.maskedCardNumber;
    if (facts.application === null || facts.application.maskedCardNumber !== maskedCardNumber) {
      told.namesGiven += 1;
      facts.application = { key: `${told.seed}-${told.namesGiven}`, maskedCardNumber, isCopied: false };
    }
  }

  #expire(): void {
    this.shown.errors = [words.cardExpired];
    this.#goTo('confirm.cardExpired');
  }

  #fail(message: string): void {
    this.shown.errors = [message];
    this.#goTo('input.form.failed');
  }

  #comeBackFromBank(): void {
    this.facts.pending = null;
    this.#fail(words.authenticationOpen);
  }

  /** What was registered is what completion is told, whatever has been typed since. */
  #finish(completion: CompletionFields | undefined): void {
    if (completion) {
      this.told.completion = completion;
      this.facts.finished = { at: this.told.now, amount: Number(completion.price) };
    }
    this.#goTo('complete.leaving');
  }

  #beginAnew(): void {
    Object.assign(this.facts, nothing);
    const { errors, agreements } = this.shown;
    Object.assign(this.shown, { ...nothingShown, errors, agreements });
    this.told.completion = null;
  }

  #type({ name, value }: FieldChange): void {
    const { form, otherAddress } = this.facts;
    const isChange = form[name] !== value;
    this.#keep({ ...form, [name]: value });
    this.facts.isReviewed = false;
    if (name === 'expatriate' && isChange) {
      const { prefecture, city, street } = form;
      this.#keep({ ...this.facts.form, ...otherAddress });
      this.facts.otherAddress = { prefecture, city, street };
    }
    if (name !== 'zip' && !(name === 'expatriate' && isChange)) return;
    this.#mayFillIn();
    this.#lookUp();
  }

  /** A form that stays the same stays as reviewed, and as named, as it was. */
  #keep(form: SignupForm): void {
    const isChange = Object.entries(this.facts.form).some(([name, value]) => Object(form)[name] !== value);
    if (isChange) Object.assign(this.facts, { isReviewed: false, application: null });
    this.facts.form = form;
  }

  /** The samples' own words are no part of a code's address, so empty and filled by a lookup is all there is here. */
  #mayFillIn(): void {
    const { form, answer, filled } = this.facts;
    const isFree = (name: keyof Address) => ['', answer?.[name], filled?.[name]].includes(form[name]);
    if (answer && this.#isAddressOf(answer) && isFree('prefecture') && isFree('city')) this.#fillIn(answer);
  }

  #fillIn(answer: NonNullable<Facts['answer']>): void {
    const { prefecture, city } = answer;
    this.#keep({ ...this.facts.form, prefecture, city });
    Object.assign(this.facts, { filled: answer, declined: null });
  }

  /** Asks for the code's address unless it is known; without a whole code at home there is nothing to ask for. */
  #lookUp(): void {
    const { form, answer } = this.facts;
    const code = codeOf(form);
    const isAsked = !form.expatriate && code.length === 7 && answer?.postalCode !== code;
    const event = { type: 'postalCode.changed', postalCode: isAsked ? code : null };
    this.effects.push({ do: 'send', to: 'postalLookup', event });
  }

  #call(name: string, params: unknown): void {
    this.effects.push({ do: 'call', name, params });
  }

  #start(id: string, input: unknown): void {
    this.effects.push({ do: 'start', id, input });
  }

  #tell(to: string, type: string): void {
    this.effects.push({ do: 'send', to, event: { type } });
  }

  #isOn(place: string): boolean {
    return isWithin(this.state, place);
  }

  #paysByBank(): boolean {
    return this.facts.form.paymentMethod === BANK_DEBIT;
  }

  #registration(): 'registerBank' | 'registerCard' {
    return this.#paysByBank() ? 'registerBank' : 'registerCard';
  }

  #isFresh(at: number): boolean {
    const { card } = this.facts;
    return card !== null && at - card.issuedAt < CARD_LIFETIME;
  }

  #mayReview(at: number): boolean {
    const { form, isReviewed } = this.facts;
    return isReviewed && missingIn(form).length === 0 && (this.#paysByBank() || this.#isFresh(at));
  }

  #isAddressOf({ postalCode }: { postalCode: string }): boolean {
    return !this.facts.form.expatriate && codeOf(this.facts.form) === postalCode;
  }

  /** The code's own address is known, is not what is typed, and has not been waved away. */
  #isOffered(answer: NonNullable<Facts['answer']>): boolean {
    const { form, declined } = this.facts;
    const isOther =
      form.prefecture !== answer.prefecture || !(form.city + form.street).startsWith(answer.city);
    return this.#isAddressOf(answer) && isOther && declined !== answer.postalCode;
  }
}

const codeOf = ({ zip }: SignupForm): string => zip.replace('-', '');

function isWithin(state: string, place: string): boolean {
  return state === place || state.startsWith(`${place}.`);
}

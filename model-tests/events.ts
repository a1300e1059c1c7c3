import type { SnapshotFrom } from 'xstate';
import { formatDuration } from '../inspector/statechart/chart.ts';
import { signupMachine } from '../src/machines/signup.ts';
import type { SignupContext, SignupEvent } from '../src/machines/signup-parts.ts';
import type { Registered } from '../src/services/application/registration.ts';
import type { Route } from '../src/services/navigation/routes.ts';
import type { CallbackParameter } from '../src/signup/application/callback-parameter.ts';
import { CallFailure } from '../src/signup/call-failure.ts';
import { CARD_TOKEN_LIFETIME } from '../src/signup/card/kept-card.ts';
import { isComplete, label } from '../src/signup/fields.ts';
import { definitions, type FieldChange, type SignupForm } from '../src/signup/form.ts';
import {
  captchaUnavailable,
  cardCheckFailed,
  cardCheckUnavailable,
  offline,
} from '../src/signup/messages.ts';
import { type Agreement, methodOf } from '../src/signup/payment-methods.ts';
import { asRecord } from '../src/signup/type-guards.ts';
import { addressBook, donorsAtHome, donorsOverseas, largestAmount } from './donors.ts';

type SignupSnapshot = SnapshotFrom<typeof signupMachine>;
type Children = SignupSnapshot['children'];
/** Actors of the chart that never end: child charts and callbacks. */
type Lasting = 'accessToken' | 'postalLookup' | 'browser' | 'storage' | 'copies' | 'captchaQuestion';
/** The actors that end. A new one does not compile until it has test events of its end. */
export type Call = Exclude<keyof Children & string, Lasting>;

type OutputOf<Child> = Child extends { getSnapshot(): { output?: infer Output } }
  ? Exclude<Output, undefined>
  : never;
type Answered = {
  [Id in Call]: { type: `xstate.done.actor.${Id}`; output: OutputOf<Children[Id]> };
}[Call];
type Failed = { [Id in Call]: { type: `xstate.error.actor.${Id}`; error: unknown } }[Call];

/** What happens to a tab beside the events of its chart. */
type OfTheTab =
  | {
      type: 'page.opened';
      route: Route;
      callback: CallbackParameter | null;
      isOpenedByBank: boolean;
      isReload: boolean;
    }
  | { type: 'time.passed'; milliseconds: number }
  /** The donor changes each field that differs, and leaves none of them. */
  | { type: 'form.filled'; typed: SignupForm };

/** Everything that can happen to a sign-up, by the donor, the browser or a host. */
export type Happening = SignupEvent | Answered | Failed | OfTheTab;
/** One with the name of its test event. */
export type Step = Happening & { title: string };
export type Opened = Extract<Happening, { type: 'page.opened' }>;

/** The parts of a browser's tab that decide what can happen next; for a running page and for the model's. */
export type Tab = {
  /** Null before the first page opens. */
  page: SignupSnapshot | null;
  /** The innermost state as a dotted path, and since when (milliseconds since the epoch, as `now`). */
  at: string;
  since: number;
  now: number;
  /** The address bar. */
  address: Route;
  /** How many things have happened, and how many pages were opened. The hosts' tokens are named after them. */
  count: number;
  pages: number;
  /** The access token is asked for, has come, or is unavailable. */
  token: 'asked' | 'here' | 'away';
  /** The postal code that is looked up, or looked up again after a refused access token. Null for none. */
  lookup: { code: string; isAgain: boolean } | null;
};

/** The event's properties; null where it cannot happen. */
type Given<Carried> = (tab: Known) => Carried | null;
/** A tab with an open page, and its context at hand. */
export type Known = Omit<Tab, 'page'> & { context: SignupContext };
type TestEvents<Type> = Readonly<Record<string, Given<Omit<Extract<Happening, { type: Type }>, 'type'>>>>;

/** What testers call the checkboxes of the confirm screen. */
export const boxes: Readonly<Record<Agreement, string>> = {
  understood: 'the understanding',
  bankFormUnderstood: 'the paper form',
};
export const ALLOWED_ORIGIN = 'https://bank.example.org';
export const CARD_NUMBER = '4111111111111111';

const happens = () => ({});
const next = ({ now }: Known) => ({ at: now + 1 });
const failing = (error: unknown) => () => ({ error });
const failures = (what: string) => ({
  [`${what}: the access token is refused`]: failing(
    new CallFailure('unauthorized', ['ただいまお申し込みを受け付けられません。']),
  ),
  [`${what}: nothing is sent, the host is busy`]: failing(
    new CallFailure('notSent', ['ただいま混み合っています。']),
  ),
  [`${what}: it is sent and no answer comes`]: failing(new CallFailure('noAnswer')),
  [`${what}: the server refuses and says why`]: failing(
    new CallFailure('refused', [
      'この内容では<b>受け付けられません</b>。',
      'メールアドレスをご確認ください。',
    ]),
  ),
  [`${what}: the server refuses and gives no reason`]: failing(new CallFailure('refused')),
  [`${what}: something unforeseen breaks`]: failing(new Error('a fault of our own')),
});

const isUnderWay = ({ at }: Known) => /registering$|verifying/.test(at);
const page = { route: 'callback', callback: null, isOpenedByBank: false, isReload: false } as const;
const opening =
  (how: (tab: Known) => Partial<Opened> | null) =>
  (tab: Known): Omit<Opened, 'type'> | null => {
    const given = how(tab);
    return given && { ...page, ...given };
  };
/** The bank leads back with this access id. */
const byBank = (accessId: string) => ({
  callback: { accessId, event: '3DSecure', csrfToken: `csrf of ${accessId}` },
  isOpenedByBank: true,
});
/** The access id of what was registered last. */
const registeredId = ({ context: { registration } }: Known): string | null =>
  registration && `access of ${registration.registerToken}`;

const typing = <Name extends keyof SignupForm>(
  name: Name,
  ...values: readonly SignupForm[Name][]
): TestEvents<'field.changed'> =>
  Object.fromEntries(
    values.map((value) => [
      `${label(name)}: ${value === true ? 'ticked' : value === false ? 'unticked' : value || 'emptied'}`,
      ({ context: { form } }: Known) =>
        definitions[name].isAsked !== false && form[name] !== value
          ? { change: { name, value } as FieldChange }
          : null,
    ]),
  );
const ticking =
  (name: Agreement, checked: boolean) =>
  ({ context: { form, agreements } }: Known) =>
    methodOf(form).agreements.some((one) => one.name === name) && agreements[name] !== checked
      ? { name, checked }
      : null;
const filling = (donors: Readonly<Record<string, SignupForm>>): TestEvents<'form.filled'> =>
  Object.fromEntries(
    Object.entries(donors).map(([by, typed]) => [
      `fill in everything, ${by}`,
      ({ context: { form } }: Known) => {
        // Fields that the donor is not asked for keep their values.
        const { zip, country, zipExpatriate, receipt, annualReport, expirationMonth, expirationYear } = form;
        const place = typed.expatriate ? { zip, receipt, annualReport } : { country, zipExpatriate };
        const date = methodOf(typed).needsCard ? {} : { expirationMonth, expirationYear };
        const wanted = { ...typed, ...place, ...date };
        const isSo = Object.entries(form).every(([name, value]) => asRecord(wanted)[name] === value);
        return isSo ? null : { typed: wanted };
      },
    ]),
  );
const goingTo = (route: Route) => (tab: Known) =>
  tab.address === route && !/leaving|stalled/.test(tab.at) ? null : { route, ...next(tab) };
/** Whether the form as the test events fill it in breaks no rule. */
export const isWhole = (form: SignupForm): boolean =>
  isComplete(form, true) &&
  (form.expatriate || form.zip !== '100') &&
  !Object.values(form).includes(CARD_NUMBER);
/** The code that the host can answer now. */
const askedCode = ({ lookup, token }: Known): string | null =>
  token === 'here' && lookup ? lookup.code : null;
const tokenising = (lastDigits: string) => ({
  [`the gateway takes the card ${lastDigits}`]: ({ count, now }: Known) => ({
    output: {
      cardToken: `card ${count}`,
      maskedCardNumber: `************${lastDigits}`,
      issuedAt: now + 1,
    },
  }),
});
/** The chart's own waits, each with the states in which it is the only one. */
const waiting = (words: string, delay: string, where: RegExp): TestEvents<'time.passed'> => {
  const milliseconds = Number(signupMachine.implementations.delays[delay]);
  return {
    [`${words} ${formatDuration(milliseconds)}`]: ({ at, since, now }) =>
      where.test(at) ? { milliseconds: Math.max(1, since + milliseconds - now) } : null,
  };
};
const registering = (output: (tab: Known) => Registered) => (tab: Known) =>
  methodOf(tab.context.form).needsCard ? { output: output(tab) } : null;

/** TestEvents of everything that can happen, by name. A new event of the chart does not compile until it has some. */
const events: { readonly [Type in Happening['type']]: TestEvents<Type> } = {
  // ── what a donor does at the form ─────────────────────────────────────────────────────────────────────────────
  'form.filled': { ...filling(donorsAtHome), ...filling(donorsOverseas) },
  'field.changed': {
    ...typing('phone', '090-1234-5678'),
    ...typing('zip', '100-0001', '100', '530-0001'),
    ...typing('prefecture', '東京都', '大阪府'),
    ...typing('city', '大阪市北区', '千代田区', ''),
    ...typing('street', CARD_NUMBER),
    ...typing('price', largestAmount),
    '毎月のご支援金額: chosen once more': ({ context: { form } }) => ({
      change: { name: 'price', value: form.price },
    }),
    '毎月のご支援金額: chosen by the page’s link': () => ({
      change: { name: 'price', value: largestAmount },
      isByLink: true,
    }),
    ...typing('expatriate', true, false),
    '海外在住: taken over once more': ({ context: { form } }) => ({
      change: { name: 'expatriate', value: form.expatriate },
    }),
  },
  'field.left': {
    'leave the telephone number': ({ context: { form } }) =>
      form.phone.includes('-') ? { name: 'phone' } : null,
  },
  'input.confirmed': {
    'press 入力内容を確認する': (tab) => (isWhole(tab.context.form) ? next(tab) : null),
  },
  'input.rejected': {
    'press 入力内容を確認する, with a mistake': (tab) =>
      isWhole(tab.context.form) ? null : { wrongFields: ['email'], ...next(tab) },
  },
  'card.discarded': {
    'press カードを変更する': ({ context: { form, card } }) => (methodOf(form).needsCard && card ? {} : null),
  },
  'address.accepted': { 'press この住所にする': happens },
  'address.declined': { 'press 入力した住所のままにする': happens },
  'draft.cleared': { 'clear the draft': next },
  'cardNotice.opened': { 'open the card notice': happens },
  'cardNotice.closed': { 'close the card notice': happens },

  // ── … on the confirm screen ───────────────────────────────────────────────────────────────────────────────────
  'agreement.changed': {
    ...Object.fromEntries(
      Object.entries(boxes).flatMap(([name, box]) =>
        [true, false].map((isTicked) => [
          `${isTicked ? 'tick' : 'untick'} ${box}`,
          ticking(name as Agreement, isTicked),
        ]),
      ),
    ),
  },
  'change.requested': {
    'press 入力画面に戻る': () => ({ field: null }),
    'press 変更する at the e-mail': ({ at }) => (at.startsWith('confirm') ? { field: 'email' } : null),
  },
  'confirm.submitted': { 'press 送信する': next },

  // ── … on a screen that waits for something outside, and back in a tab that has signed up ──────────────────────
  'retry.requested': { 'try again': happens },
  'waiting.ended': { 'press 待たずに入力画面に戻る': happens },
  'signup.restarted': { 'press 別のお申し込みを始める': happens },

  // ── what the browser does ─────────────────────────────────────────────────────────────────────────────────────
  'page.opened': {
    'reload the page': opening(({ address }) => ({
      route: address,
      isReload: true,
      isOpenedByBank: address === 'callback',
    })),
    'the fresh page opens': (tab) => (tab.at === 'callback.reopening' ? page : null),
    'open the form’s address': opening((tab) => (isUnderWay(tab) ? null : { route: 'input' })),
    'open the confirm screen’s address': opening(() => ({ route: 'confirm' })),
    'open the page that follows the callback': opening(() => ({})),
    'come back from the bank': opening((tab) => {
      const accessId = registeredId(tab);
      return accessId && !isUnderWay(tab) ? byBank(accessId) : null;
    }),
    'open the form before the bank’s answer is used': opening((tab) => {
      const accessId = registeredId(tab);
      return accessId && tab.at.startsWith('cardRedirect')
        ? { ...byBank(accessId), route: 'input', isOpenedByBank: false }
        : null;
    }),
    'open somebody else’s callback link': (tab) =>
      isUnderWay(tab) ? null : { ...page, ...byBank('somebody else') },
  },
  'route.requested': {
    'go to the form in the browser': goingTo('input'),
    'go to the confirm screen in the browser': goingTo('confirm'),
    'go to the callback in the browser': goingTo('callback'),
  },
  'page.restored': { 'come back to the page in the browser’s memory': happens },
  'page.revisited': { 'look at the tab again': next },
  'connection.restored': { 'the network is there again': happens },
  'storage.changed': {
    'storage is full': () => ({ problem: 'full' }),
    'storage has room again': () => ({ problem: null }),
  },
  'copy.finished': {
    'the same application is finished in another tab': (tab) =>
      methodOf(tab.context.form).needsCard ? null : next(tab),
  },
  'copy.found': { 'the same application is opened in another tab': happens },
  'copy.closed': { 'the other tab with the application is closed': happens },
  'time.passed': {
    ...waiting('the next page does not open for', 'LEAVE_TIMEOUT', /leaving$/),
    ...waiting('the gateway does not answer for', 'CARD_CHECK_TIMEOUT', /checkingCard$/),
    ...waiting('the captcha does not answer for', 'CAPTCHA_TIMEOUT', /solvingCaptcha.checking$/),
    ...waiting('no token follows the captcha’s question for', 'LATE_CAPTCHA_TOKEN', /solvingCaptcha.asked$/),
    ...waiting('sending: no answer comes for', 'REGISTER_TIMEOUT', /registering$/),
    ...waiting('verifying: no answer comes for', 'SLOW_VERIFICATION', /verifying.waiting$/),
    ...waiting('verifying: no answer comes for another', 'VERIFY_TIMEOUT', /verifying.slow$/),
    [`the card gets ${formatDuration(CARD_TOKEN_LIFETIME)} old`]: ({ context, at, since, now }) => {
      const { card, now: toldAt } = context;
      // On a screen that shows it, the time counts from then; elsewhere the event comes at once.
      const isTimed = at === 'confirm.reviewing';
      const end = (card?.issuedAt ?? toldAt) + CARD_TOKEN_LIFETIME + (isTimed ? since - toldAt : -1);
      const isSeen =
        isTimed || (card && /^(input\.form|confirm\.submitting\.solvingCaptcha\.asking)/.test(at));
      return isSeen && end > now ? { milliseconds: end - now } : null;
    },
    'a quarter of an hour passes': () => ({ milliseconds: 15 * 60_000 }),
  },

  // ── what hosts answer ─────────────────────────────────────────────────────────────────────────────────────────
  'accessToken.ready': { 'the access token comes': ({ token }) => (token === 'asked' ? {} : null) },
  'accessToken.unavailable': {
    'no access token can be had': ({ token }) =>
      token === 'asked' ? { error: new CallFailure('noAnswer') } : null,
  },
  'accessToken.refused': {
    'the lookup finds the access token refused': (tab) =>
      askedCode(tab) && tab.lookup?.isAgain === false ? {} : null,
  },
  'address.found': {
    'the postal code’s address is found': (tab) => {
      const postalCode = askedCode(tab) ?? '';
      const address = addressBook[postalCode];
      return address ? { postalCode, address } : null;
    },
    'another postal code’s address comes late': ({ lookup, at }) => {
      const [postalCode = '', address] = Object.entries(addressBook)[1] ?? [];
      return address && lookup?.code !== postalCode && at.startsWith('input')
        ? { postalCode, address }
        : null;
    },
  },
  'address.missing': {
    'the postal code has no address': (tab) => {
      const postalCode = askedCode(tab);
      return postalCode ? { postalCode } : null;
    },
  },
  'xstate.done.actor.tokeniseCard': { ...tokenising('1111'), ...tokenising('4242') },
  'xstate.error.actor.tokeniseCard': {
    'the gateway refuses the card': failing(new CallFailure('refused', [cardCheckFailed('101')])),
    'the gateway is not asked, the network is away': failing(new CallFailure('notSent', [offline])),
    'the gateway cannot be reached': failing(new CallFailure('notSent', [cardCheckUnavailable])),
  },
  'captchaQuestion.opened': {
    'the captcha asks the donor': ({ at }) => (at.endsWith('asking') ? null : {}),
  },
  'captchaQuestion.closed': { 'the captcha’s question closes': happens },
  'xstate.done.actor.solveCaptcha': {
    'the captcha is solved': ({ count }) => ({ output: `captcha ${count}` }),
  },
  'xstate.error.actor.solveCaptcha': {
    'the captcha fails': failing(new CallFailure('notSent', [captchaUnavailable])),
  },
  'xstate.done.actor.register': {
    'the card application is registered': registering(({ count }) => ({
      redirectUrl: `${ALLOWED_ORIGIN}/3ds/${count}`,
      registerToken: `register ${count}`,
    })),
    'the answer leads to a page that is not allowed': registering(() => ({
      redirectUrl: 'https://elsewhere.example.com/3ds',
      registerToken: 'elsewhere',
    })),
    'the application is registered': ({ context: { form } }) =>
      methodOf(form).needsCard ? null : { output: 'complete' },
  },
  'xstate.error.actor.register': failures('sending'),
  'xstate.done.actor.verifyCard': {
    'the payment is verified': (tab) =>
      // The bank has approved what was registered last.
      tab.context.registration?.callback?.accessId === registeredId(tab) ? { output: undefined } : null,
  },
  'xstate.error.actor.verifyCard': failures('verifying'),
};

/** A test event, and what it is in a tab; null if it cannot happen there. */
export type TestEvent = {
  name: string;
  type: Happening['type'];
  eventNow(tab: Tab): Happening | null;
};

/** Every test event there is, in the order above. */
export const testEvents: readonly TestEvent[] = Object.entries(events).flatMap(([type, own]) =>
  Object.entries(own).map(([name, carries]) => ({
    name,
    // `events` has a key for each type, and no other.
    type: type as Happening['type'],
    eventNow({ page, ...tab }: Tab) {
      if (!page) return null;
      // Each type with its own test events, which the table above has checked.
      const carried = (carries as Given<object>)({ ...tab, context: page.context });
      return carried && ({ ...carried, type } as Happening);
    },
  })),
);
/** @throws Error for a name that no test event has */
export function testEventOf(name: string): TestEvent {
  const testEvent = testEvents.find((each) => each.name === name);
  if (!testEvent) throw new Error(`events.ts has no test event called “${name}”`);
  return testEvent;
}

/** The chart's events for a happening. */
export function sentBy({ page }: Tab, event: Happening): { type: string }[] {
  if (event.type !== 'form.filled') return [event];
  return changesTo(page?.context.form, event.typed).map((change) => ({ type: 'field.changed', change }));
}

/** The changes to fill in a form. Those that show other fields come first. */
export function changesTo(form: SignupForm | undefined, wanted: SignupForm): FieldChange[] {
  const names = new Set(['expatriate', 'paymentMethod', ...Object.keys(wanted)] as (keyof SignupForm)[]);
  // A name with its own value. Another kind of address brings other values along.
  return [...names]
    .filter((name) => form?.expatriate !== wanted.expatriate || form[name] !== wanted[name])
    .map((name) => ({ name, value: wanted[name] }) as FieldChange);
}

/** How each type of event is made to happen in a tab. */
export type Ways = {
  readonly [Type in Happening['type']]: (event: Extract<Happening, { type: Type }>, before: Known) => unknown;
};

/** For `path.test`: each way as an executor of XState's, with what a harness does around it. */
export function executorsOf(
  ways: Partial<Ways>,
  around: (event: Step, happen: (before: Tab) => unknown) => Promise<void>,
): Readonly<Record<string, (step: { event: Step }) => Promise<void>>> {
  const executors = Object.entries(ways).map(([type, way]) => {
    // XState gives each way the events of its own type; only the first page opens where there is none.
    const happen = (event: Step) => (before: Tab) =>
      way(event as never, { ...before, context: before.page?.context } as Known);
    return [type, ({ event }: { event: Step }) => around(event, happen(event))];
  });
  return Object.fromEntries(executors);
}

/** The message of an error without the states that `path.test` adds to it. */
export const withoutPath = ({ message }: Error): string => message.split('\nPath:')[0] ?? '';

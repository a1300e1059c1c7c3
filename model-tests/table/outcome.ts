import { isDeepStrictEqual } from 'node:util';
import { formatDuration } from '../../inspector/statechart/chart.ts';
import { type PostalLookups, postalMismatch } from '../../src/signup/address/postal-address.ts';
import { label } from '../../src/signup/fields.ts';
import { formFields } from '../../src/signup/form.ts';
import type { Agreement } from '../../src/signup/payment-methods.ts';
import {
  type LastTry,
  type SavedApplication,
  type SavedSession,
  untouchedSession,
} from '../../src/signup/session/saved-session.ts';
import { asRecord } from '../../src/signup/type-guards.ts';
import type { Effect } from '../chart/step.ts';
import { boxes, type Tab } from '../events.ts';
import type { Edge, Product } from '../signup-model.ts';
import { nameOf } from '../states.ts';

/** What a tester can see of a tab, by name; empty where there is nothing. */
export type Seen = Readonly<Record<string, string>>;

const quoted = (texts: readonly string[]): string =>
  texts.map((each) => `「${each.length > 28 ? `${each.slice(0, 27)}…` : each}」`).join('');

/** What the screen says beside what its state always shows. */
export function saidBy({ page, at }: Tab): Seen {
  if (!page) return {};
  const { messages, wrongFields, agreements, fieldToChange, clearedAt, form, lookups, storageProblem } =
    page.context;
  const { lastTry } = page.context;
  const signedUp =
    lastTry?.status === 'finished'
      ? [lastTry.amount, lastTry.paymentMethod, lastTry.expatriate && 'overseas'].filter(Boolean).join()
      : '';
  const ticked = Object.entries(agreements).flatMap(([name, isTicked]) =>
    isTicked ? [boxes[name as Agreement]] : [],
  );
  return {
    says: quoted(messages),
    marks: wrongFields.map((name) => label(name)).join(),
    'shows as ticked': ticked.join(),
    'points to': fieldToChange ? label(fieldToChange) : '',
    'says that the draft was cleared': clearedAt === null ? '' : ' ',
    'says that storage is': storageProblem ?? '',
    'shows the code’s address as': postalMismatch(form, lookups)?.kind ?? (lookups.missing ? 'missing' : ''),
    'says that the donor has signed up for': /stalled|remembered/.test(at) ? signedUp : '',
  };
}

type Kept =
  | Exclude<keyof SavedSession, 'form' | 'lookups' | 'application' | 'registration' | 'lastTry'>
  | 'registration.completion'
  | 'registration.callback'
  | 'registration.isDeclined'
  | `lastTry.${LastTry['status']}`
  | `application.${keyof SavedApplication}`
  | `lookups.${Exclude<keyof PostalLookups, 'missing'>}`;
export const keptNames: Readonly<Record<Kept, string>> = {
  'lookups.answer': 'the code’s address',
  'lookups.filled': 'what was filled in',
  'lookups.declined': 'the declined address',
  isTouched: 'that it was typed in',
  isReviewed: 'the review',
  hiddenAddress: 'the hidden address',
  card: 'the card',
  'application.key': 'the key',
  'application.keyBase': 'the key’s beginning',
  'application.answeredKeys': 'answered keys',
  'application.isCopied': 'that there is a copy',
  'registration.completion': 'the registration',
  'registration.callback': 'the bank’s answer',
  'lastTry.unanswered': 'that no answer came',
  unanswered: 'what has no answer',
  'lastTry.atBank': 'being at the bank',
  'registration.isDeclined': 'that it was declined',
  'lastTry.declined': 'why it was declined',
  'lastTry.finished': 'the completion',
  processedAccessIds: 'used answers of the bank',
  messages: 'the messages',
};
/** Where each item stands in a saved session, and its name. */
const keptItems = Object.entries({
  ...Object.fromEntries(formFields.map((field) => [`form.${field}`, label(field)])),
  ...keptNames,
});
const valueAt = (path: string, session: object): unknown =>
  path.split('.').reduce<unknown>((value, name) => asRecord(value)[name], session);

/** Cached, since each page is read many times. */
const asked = new WeakMap<NonNullable<Tab['page']>, Seen>();
/** What a reload would find, by items; empty where only what a new form has is kept. */
export function keptBy({ savedSessionOf }: Product, { page }: Tab): Seen {
  if (!page) return {};
  const known = asked.get(page);
  if (known) return known;
  const { lastTry, ...rest } = savedSessionOf(page);
  const session = { ...rest, lastTry: lastTry && { [lastTry.status]: lastTry } };
  const kept = Object.fromEntries(
    keptItems.map(([path, item]) => {
      const value = valueAt(path, session);
      const isUsual = isDeepStrictEqual(value, valueAt(path, untouchedSession));
      return [item, isUsual || !value ? '' : JSON.stringify(value)];
    }),
  );
  asked.set(page, kept);
  return kept;
}

/** By actor, event and action. */
export const wordsFor: Readonly<Record<string, string>> = {
  tokeniseCard: 'asks the gateway for a token',
  solveCaptcha: 'asks the captcha',
  captchaQuestion: 'watches for its question',
  reportTimeout: 'reports that no answer came',
  register: 'sends the application',
  verifyCard: 'asks for the verification',
  copies: 'looks for copies',
  'accessToken.needed': 'asks for an access token',
  'accessToken.rejected': 'asks for another access token',
  'postalCode.changed': 'looks up the typed code',
  'accessToken.ready': 'tells the lookup of the token',
  'storage.asked': 'tries storage',
  trackPageView: 'counts a page view',
  goToBank: 'leaves for the bank',
  postCompletion: 'posts to the completion page',
  openFreshPage: 'loads a fresh page',
  clearSecrets: 'empties card number and code',
  tellCopies: 'tells the copies',
  openOverlay: 'adds an entry to the history',
  closeOverlay: 'takes the entry back',
};
/** Described elsewhere in the row, or left out. */
const untold = /^(showRoute|xstate\.stopChild|xstate\.cancel)$/;

/** What goes out, in words; null for what is not said, or said elsewhere in the row. */
function wordsOf({ type, params }: Effect, edge: Edge): string | null {
  const { id = '', input, event, delay = 0 } = params;
  if (type === 'xstate.raise') return `waits ${formatDuration(delay)} at most`;
  const name = event ? event.type : type === 'xstate.spawnChild' ? id : type;
  // Actors without input are on every page.
  if (untold.test(name) || (name === id && !input && !wordsFor[id])) return null;
  // An existing token is passed on at once.
  if (name === 'accessToken.ready' && edge.event.type !== name) return null;
  // Elsewhere the tab's lookup shows it.
  if (name === 'postalCode.changed' && !arrives(edge)) return null;
  const given = Object.entries({ key: params.key, ...input }).flatMap(([item, value]) => (value ? item : []));
  return [wordsFor[name] ?? name, given.join(', ')].filter(Boolean).join(': ');
}

/** What one step does: where it leads, what goes out and is said, everything that is then seen or kept, and what of it has changed. */
export type Outcome = { leads: string; does: readonly string[]; after: Seen; changed: readonly string[] };

export const screenOf = (at: string): string => at.split('.')[0] ?? '';
/** The screens that have an address of their own (decision 13). */
const addresses: readonly string[] = ['input', 'confirm', 'callback'];
const isAtHome = ({ at, address }: Tab): boolean => {
  const screen = screenOf(at.replace('complete.remembered', 'input'));
  return !addresses.includes(screen) || address === screen;
};
/** Whether the step leads to a screen with an address, from another screen or on a page that opens. */
export const arrives = ({ from, event, to }: Edge): boolean =>
  addresses.includes(screenOf(to.at)) &&
  (event.type === 'page.opened' || screenOf(from.at) !== screenOf(to.at));

export function outcomeOf(product: Product, edge: Edge): Outcome {
  const { from, event, to } = edge;
  const isOpened = event.type === 'page.opened';
  const messages = to.page?.context.messages ?? [];
  const isToldAnew = messages.length > 0 && messages !== from.page?.context.messages;
  const told = isOpened && messages === to.found?.messages ? 'again what it said' : quoted(messages);
  const does = [
    ...to.effects.flatMap((effect) => wordsOf(effect, edge) ?? []),
    ...(isToldAnew ? [`says ${told}`] : []),
    ...(isAtHome(to) ? [] : [`under the address of ${to.address}`]),
  ];
  const seen = (tab: Tab): Seen => ({
    ...(isOpened && tab === from ? {} : saidBy(tab)),
    ...keptBy(product, tab),
    // every arrival looks up the typed code
    ...(!arrives(edge) && { 'looks up': tab.lookup?.code ?? '' }),
    // told above
    ...(isToldAnew && { says: '', [keptNames.messages]: '' }),
  });
  const [before, after] = [seen(from), seen(to)];
  return {
    leads: to.at === from.at && !isOpened ? 'stays' : `→ ${nameOf(to.at)}`,
    does: [...new Set(does)],
    after,
    changed: Object.keys({ ...before, ...after }).filter(
      (item) => (before[item] ?? '') !== (after[item] ?? ''),
    ),
  };
}

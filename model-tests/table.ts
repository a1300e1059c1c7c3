import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { formatDuration } from '../inspector/statechart/chart.ts';
import { type PostalLookups, postalMismatch } from '../src/signup/address/postal-address.ts';
import {
  type SavedApplication,
  type SavedSession,
  untouchedSession,
} from '../src/signup/session/saved-session.ts';
import { groupedBy } from './chart/grouped-by.ts';
import type { Effect } from './chart/step.ts';
import { childTableOf } from './child-models.ts';
import { samples, type Tab } from './events.ts';
import { rarePaths } from './rare-paths.ts';
import { createSignupModel, type Edge, edgesAlong, factsOf, type Product } from './signup-model.ts';
import { nameOf, states } from './states.ts';

/** What a tester can see of a tab, by name; empty where there is nothing. */
export type Seen = Readonly<Record<string, string>>;

const quoted = (texts: readonly string[]): string =>
  texts.map((each) => `「${each.length > 28 ? `${each.slice(0, 27)}…` : each}」`).join('');

/** What the screen says beside what its state always shows. */
export function saidBy({ page, at }: Tab): Seen {
  if (!page) return {};
  const { messages, wrongFields, agreements, fieldToChange, clearedAt, form, lookups, storageProblem } =
    page.context;
  const { amount, paymentMethod, expatriate } = { ...page.context.finished };
  const signedUp = [amount, paymentMethod, expatriate && 'overseas'].filter(Boolean).join();
  const ticked = Object.entries(agreements).flatMap(([name, isTicked]) => (isTicked ? [name] : []));
  return {
    says: quoted(messages),
    'says wrong': wrongFields.join(),
    'has ticked': ticked.join(),
    'leads to the field': fieldToChange ?? '',
    'says that the draft was cleared': clearedAt === null ? '' : ' ',
    'says that storage is': storageProblem ?? '',
    'offers the code’s address': postalMismatch(form, lookups)?.kind ?? '',
    'says that the code has no address': lookups.missing ?? '',
    'says that the donor has signed up for': /stalled|remembered/.test(at) ? signedUp : '',
  };
}

type Kept =
  | Exclude<keyof SavedSession, 'form' | 'lookups' | 'application'>
  | `application.${keyof SavedApplication}`
  | `lookups.${Exclude<keyof PostalLookups, 'missing'>}`;
const keptNames: Readonly<Record<Kept, string>> = {
  'lookups.answer': 'the code’s address',
  'lookups.filled': 'the address that was filled in',
  'lookups.declined': 'the code whose address was declined',
  isTouched: 'that something was typed',
  isReviewed: 'that it was reviewed',
  hiddenAddress: 'the address that is not shown',
  card: 'the card',
  'application.key': 'the application’s key',
  'application.keyBase': 'what its keys begin with',
  'application.answeredKeys': 'which applications were answered',
  'application.isCopied': 'that another tab has the application',
  registration: 'the registration',
  callback: 'the bank’s answer',
  processedAccessIds: 'which answers of the bank were settled',
  unanswered: 'what has no answer',
  isAtBank: 'that the donor is at the bank',
  messages: 'the messages',
  keptMessages: 'the messages for the next page',
  finished: 'that this tab has signed up',
};
/** Where each item stands in a saved session, and its name. */
const keptItems = Object.entries({
  ...Object.fromEntries(Object.keys(untouchedSession.form).map((field) => [`form.${field}`, field])),
  ...keptNames,
});
const valueAt = (path: string, session: SavedSession): unknown =>
  path.split('.').reduce<unknown>((value, name) => Object(value)[name], session);

/** Each page is asked many times. */
const asked = new WeakMap<NonNullable<Tab['page']>, Seen>();
/** What a reload would find, by items; empty where only what a new form has is kept. */
export function keptBy({ savedSessionOf }: Product, { page }: Tab): Seen {
  if (!page) return {};
  const known = asked.get(page);
  if (known) return known;
  const session = savedSessionOf(page);
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
const wordsFor: Readonly<Record<string, string>> = {
  tokeniseCard: 'asks the card gateway',
  solveCaptcha: 'asks the captcha',
  captchaQuestion: 'watches for its question',
  reportTimeout: 'reports that no answer came',
  register: 'sends the application',
  verifyCard: 'asks the host to settle',
  copies: 'looks for the application in other tabs',
  'accessToken.needed': 'asks for an access token',
  'accessToken.rejected': 'asks for another access token',
  'storage.asked': 'asks whether storage works',
  trackPageView: 'counts a page view',
  goToBank: 'leaves for the bank',
  postCompletion: 'posts to the completion page',
  openFreshPage: 'loads a fresh page',
  clearSecrets: 'forgets the card’s number and code',
  tellCopies: 'tells its copies in other tabs',
};
/** Told otherwise in a row, or not at all. */
const untold = /^(showRoute|xstate\.stopChild|xstate\.cancel|postalCode\.changed|accessToken\.ready)$/;

/** What goes out, in words; null for what is not said, or said elsewhere in the row. */
function wordsOf({ type, params }: Effect): string | null {
  const { id, input, event, delay } = Object(params);
  if (type === 'xstate.raise') return `waits ${formatDuration(delay)} at most`;
  const name = type === 'xstate.sendTo' ? event.type : type === 'xstate.spawnChild' ? id : type;
  // Actors without input are on every page.
  if (untold.test(name) || (name === id && !input && !wordsFor[id])) return null;
  const given = Object.keys(Object(input)).filter((each) => input[each]);
  return [wordsFor[name] ?? name, given.join(', ')].filter(Boolean).join(' with ');
}

/** What has become of each item that is or was there. */
type Changes = Readonly<Record<string, { is: 'kept' | 'gone' | 'new'; value: string }>>;
/** What one edge does: what tells rows apart, and what a row sums up, of the screen and of what is kept. */
type Outcome = { main: string; said: Changes; kept: Changes };

function changesOf(before: Seen, after: Seen): Changes {
  const items = Object.keys({ ...before, ...after }).filter((item) => before[item] || after[item]);
  return Object.fromEntries(
    items.map((item) => {
      const value = after[item] ?? '';
      return [item, { is: value === (before[item] ?? '') ? 'kept' : value === '' ? 'gone' : 'new', value }];
    }),
  );
}

/** Decision 13: the address follows the screen, where it has one of its own. */
function isAtHome({ at, address }: Tab): boolean {
  const [screen = ''] = at.replace('complete.remembered', 'input').split('.');
  return !['input', 'confirm', 'callback'].includes(screen) || address === screen;
}

export function outcomeOf(product: Product, { from, event, to }: Edge): Outcome {
  const isOpened = event.type === 'page.opened';
  const messages = to.page?.context.messages ?? [];
  const isToldAnew = messages.length > 0 && messages !== from.page?.context.messages;
  const told = isOpened && messages === to.found?.messages ? 'again what it said' : quoted(messages);
  const sent = to.effects.map(({ params }) => Object(Object(params).event));
  const main = [
    to.at === from.at && !isOpened ? 'stays' : `→ ${nameOf(to.at)}`,
    ...to.effects.flatMap((effect) => wordsOf(effect) ?? []),
    // The same on every page.
    ...(from.page ? [] : [`starts ${Object.keys(to.page?.children ?? {}).join(', ')}`]),
    ...(isToldAnew ? [`says ${told}`] : []),
    ...(isAtHome(to) ? [] : [`under the address of ${to.address}`]),
  ];
  const before = saidBy(from);
  const after = saidBy(to);
  const done = {
    'looks up': sent.flatMap(({ postalCode }) => postalCode ?? []).join(),
    'tells the lookup of the access token': sent.some(({ type }) => type === 'accessToken.ready') ? ' ' : '',
    'looks no more for the address':
      from.lookup !== null && sent.some(({ postalCode }) => postalCode === null) ? ' ' : '',
  };
  return {
    main: [...new Set(main)].join(' · '),
    // A new page says anew what it says. New messages are said above.
    said: changesOf(isOpened ? {} : before, {
      ...after,
      ...done,
      says: (isToldAnew ? before : after).says ?? '',
    }),
    kept: changesOf(keptBy(product, from), keptBy(product, to)),
  };
}

/** Sums up what some edges change: what each does, and what only some of them do. */
function summed(outcomes: readonly Outcome[], of: 'said' | 'kept'): string[] {
  const items = new Set(outcomes.flatMap((outcome) => Object.keys(outcome[of])));
  const words = [...items].flatMap((item) => {
    const all = outcomes.flatMap((outcome) => outcome[of][item] ?? []);
    const changed = all.filter(({ is }) => is !== 'kept');
    const isNew = changed.some(({ is }) => is === 'new');
    if (changed.length === 0) return [];
    const isSometimes = changed.length < (isNew ? outcomes.length : all.length);
    const values = new Set(changed.map(({ value }) => value));
    // Other values are made up by hosts.
    const isTold = values.size === 1 && (of === 'said' || item in untouchedSession.form);
    const verb = of === 'kept' ? (isNew ? 'keeps' : 'forgets') : isNew ? '' : 'no longer';
    return {
      verb: [isSometimes ? 'sometimes' : '', verb].join(' ').trim(),
      what: [item, isTold ? [...values].join('') : ''].join(' ').trim(),
    };
  });
  if (of === 'said') return words.map(({ verb, what }) => `${verb} ${what}`.trim());
  return [...groupedBy(words, ({ verb }) => verb)].map(([verb, those]) => {
    const fields = those.filter(({ what }) => String(what.split(' ')[0]) in untouchedSession.form);
    const rest = those.filter((each) => !fields.includes(each)).map(({ what }) => what);
    const form = fields.length > 4 ? [`${fields.length} fields`] : fields.map(({ what }) => what);
    return `${verb} ${[...form, ...rest].join(', ')}`;
  });
}

type Case = { outcome: Outcome; facts: Readonly<Record<string, string>> };
/** Cases that have the same outcome, if or unless some facts are so. */
type Row = { when: readonly string[]; cases: readonly Case[] };

/** In words, which of all values of a fact some are; empty for all. */
function conditionOf(some: readonly string[], all: readonly string[]): string[] {
  const others = all.filter((value) => !some.includes(value));
  if (others.length === 0) return [];
  return [others.length < some.length ? `unless ${others.join(' or ')}` : `if ${some.join(' or ')}`];
}

/** Rows for cases of the same event in the same state: where they have several outcomes, by the facts that tell them apart. */
function rowsOf(cases: readonly Case[]): Row[] {
  const byOutcome = (some: readonly Case[]) => groupedBy(some, ({ outcome }) => outcome.main);
  if (byOutcome(cases).size === 1) return [{ when: [], cases }];
  const splits = Object.keys(cases[0]?.facts ?? {})
    .map((fact) => groupedBy(cases, ({ facts }) => facts[fact] ?? ''))
    .filter((split) => split.size > 1);
  const undecidedBy = (split: Map<string, Case[]>) =>
    [...split.values()].filter((part) => byOutcome(part).size > 1).flat().length;
  const [best] = splits.toSorted((one, other) => undecidedBy(one) - undecidedBy(other));
  if (!best) return [...byOutcome(cases).values()].map((part) => ({ when: ['sometimes'], cases: part }));
  const parts = [...best].flatMap(([value, part]) => rowsOf(part).map((row) => ({ value, ...row })));
  const same = groupedBy(parts, ({ when, cases: [first] }) => `${first?.outcome.main}, ${when}`);
  return [...same.values()].map((those) => {
    const values = those.map(({ value }) => value);
    return {
      when: [...conditionOf(values, [...best.keys()]), ...(those[0]?.when ?? [])],
      cases: those.flatMap((row) => row.cases),
    };
  });
}

/** What decides where an edge leads. A page that opens knows what the tab has kept, whatever it has shown. */
function factsAlong({ from, event, to }: Edge): Readonly<Record<string, string>> {
  if (!from.page) return {};
  if (event.type !== 'page.opened') return factsOf(from, from.page.context);
  const found = to.found ?? untouchedSession;
  const { past, returned, reviewed, card } = factsOf(from, { ...from.page.context, ...found });
  const accessId = event.callback?.accessId ?? '';
  const isSettled = found.processedAccessIds.includes(accessId);
  const isOwn = accessId.endsWith(found.registration?.registerToken ?? '?');
  const by = isOwn
    ? `the bank, with ${isSettled ? 'a settled' : 'an'} answer`
    : 'somebody else’s callback link';
  const address = event.isOpenedByBank ? 'by a reload of the callback' : `at the address of ${event.route}`;
  const canBeSent = /^reviewed/.test(reviewed) && /needed|was checked/.test(card);
  return {
    past: past
      .replace(/registered|declined/, 'registered or declined')
      .replace(/^register(Card|Bank)/, 'sending'),
    how: accessId ? `by ${by}` : address,
    returned,
    messages: `the screen had ${found.messages.length > 0 ? '' : 'no '}messages`,
    kept: `the next page has ${found.keptMessages.length > 0 ? 'something' : 'nothing'} to say`,
    review: `${canBeSent ? 'what was' : 'nothing'} reviewed can be sent`,
  };
}

/** By state as in states.ts, then by event as in events.ts; the pages that open come first. */
function orderOf({ from, event }: Edge): number {
  const state = event.type === 'page.opened' ? -1 : Object.keys(states).indexOf(from.at);
  return state * samples.length + samples.findIndex(({ name }) => name === event.sample);
}

/** The rows of the table: where, what happens, if or unless what, where it leads, and what it does. */
function tableOf(product: Product, edges: readonly Edge[]): string[] {
  const cases = edges
    .toSorted((one, other) => orderOf(one) - orderOf(other))
    .map((edge) => ({ edge, outcome: outcomeOf(product, edge), facts: factsAlong(edge) }));
  const groups = groupedBy(cases, ({ edge: { from, event }, facts }) =>
    event.type === 'page.opened' && from.page
      ? `a new page · opens: ${facts.past}`
      : `${nameOf(from.at) || 'an empty tab'} · ${event.sample}`,
  );
  return [...groups].flatMap(([place, group]) =>
    rowsOf(group).map(({ when, cases }) => {
      const outcomes = cases.map(({ outcome }) => outcome);
      return rowFrom([place, ...when].join(', '), outcomes);
    }),
  );
}
const rowFrom = (begin: string, outcomes: readonly Outcome[]): string =>
  [begin, outcomes[0]?.main, ...summed(outcomes, 'said'), ...summed(outcomes, 'kept')].join(' · ');

/** The last step of a rare path. */
function rowOfRare(product: Product, title: string, names: readonly string[]): string {
  const begin = `${title} · ${names.at(-1)}`;
  try {
    const last = edgesAlong(createSignupModel(product), names).slice(-1);
    return rowFrom(
      begin,
      last.map((edge) => outcomeOf(product, edge)),
    );
  } catch (error) {
    return `${begin} · ${error instanceof Error ? error.message : error}`;
  }
}

const head = `What can happen to a sign-up. Each line is one thing that can happen in a state:
where · what happens, if and unless · where it leads · what goes out · what the screen says · what a reload finds ("keeps", "forgets").
npm run model writes it from the chart and fails if it differs; approve a change with npm run model -- -u.`;

/** The whole table as text: pages that open, each state, the child charts, the rare paths. */
export function tableTextOf(product: Product, edges: readonly Edge[]): string {
  const charts = (['accessToken', 'postalLookup'] as const).flatMap((id) => childTableOf(product, id).rows);
  const sections = groupedBy([...tableOf(product, edges), ...charts], (row) => row.split(/ · |, /)[0]);
  const rare = Object.entries(rarePaths).map(([title, names]) => rowOfRare(product, title, names));
  return `${[head, ...[...sections.values(), rare].map((rows) => rows.join('\n'))].join('\n\n')}\n`;
}

export const tableFile = fileURLToPath(new URL('table.txt', import.meta.url));

/** A difference from the approved table: in short, and the whole rows. */
export type Difference = { title: string; rows: string };

/** What differs from the approved table, with the likely causes first. */
export function differencesFrom(approved: string, now: string): Difference[] {
  const partsOf = (row: string) => row.split(/ · |, (?=if |unless )/);
  const rowsIn = (text: string) => text.split('\n').slice(3).filter(Boolean);
  const places = new Set(rowsIn(now).map((row) => partsOf(row)[0]));
  const eventsIn = (text: string) =>
    groupedBy(rowsIn(text), (row) => {
      const [place = '', event = ''] = partsOf(row);
      return places.has(place) ? `${place} · ${event}` : place;
    });
  const [before, after] = [eventsIn(approved), eventsIn(now)];
  const leadsOf = (rows: readonly string[]) =>
    new Set(rows.map((row) => partsOf(row).find((part) => /^(→|stays|cannot)/.test(part))));
  const kinds = ['Cannot happen any more', 'Leads elsewhere', 'Changed', 'Never reached any more', 'New'];
  const kindOf = (event: string): string => {
    const [rowsBefore, rowsNow] = [before.get(event), after.get(event)];
    if (!rowsBefore) return 'New';
    if (rowsNow)
      return isDeepStrictEqual(leadsOf(rowsBefore), leadsOf(rowsNow)) ? 'Changed' : 'Leads elsewhere';
    return places.has(partsOf(event)[0]) ? 'Cannot happen any more' : 'Never reached any more';
  };
  const found = [...new Set([...before.keys(), ...after.keys()])].flatMap((event) => {
    const [rowsBefore, rowsNow] = [before.get(event) ?? [], after.get(event) ?? []];
    const expected = rowsBefore.filter((row) => !rowsNow.includes(row));
    const seen = rowsNow.filter((row) => !rowsBefore.includes(row));
    const rows = [...expected.map((row) => `Expected: ${row}`), ...seen.map((row) => `    Seen: ${row}`)];
    return rows.length > 0 ? { kind: kindOf(event), event, rows: rows.join('\n') } : [];
  });
  return kinds.flatMap((kind) =>
    found
      .filter((each) => each.kind === kind)
      .map(({ event, rows }) => ({ title: `${kind}: ${event}`, rows })),
  );
}

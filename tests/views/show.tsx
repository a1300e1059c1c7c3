import { cleanup, render } from '@testing-library/react';
import { computeAccessibleDescription, computeAccessibleName, getRole } from 'dom-accessibility-api';
import { createActor, type StateValueFrom, transition } from 'xstate';
import { signupMachine } from '../../src/machines/signup.ts';
import type { SignupContext, SignupEvent, SignupInput } from '../../src/machines/signup-parts.ts';
import { type CardSecrets, createCardSecrets } from '../../src/signup/card/card-secrets.ts';
import { emptyForm, type SignupForm } from '../../src/signup/form.ts';
import { type SavedSession, untouchedSession } from '../../src/signup/session/saved-session.ts';
import { App } from '../../src/views/App.tsx';
import type { SignupSnapshot } from '../../src/views/signup-actor.ts';

/** Today in these tests. */
export const now = new Date(2026, 5, 1);

const inputOf = (saved: SavedSession | null): SignupInput => ({
  arrival: 'input',
  now: now.getTime(),
  callback: null,
  isOpenedByBank: false,
  link: [],
  allowedRedirectOrigins: [],
  seed: 'seed',
  saved,
});

/** The page with this snapshot of the chart. */
export function appWith(snapshot: SignupSnapshot, secrets = createCardSecrets()) {
  const actor = createActor(signupMachine, { input: inputOf(null), snapshot });
  return <App actor={actor} secrets={secrets} />;
}

const show = (snapshot: SignupSnapshot, secrets?: CardSecrets): HTMLElement => {
  cleanup();
  return render(appWith(snapshot, secrets)).container;
};

export type InputRest = Partial<SavedSession> & { events?: readonly SignupEvent[] };

/** The chart on the input screen with this form, of a session with `saved`, after the events. */
export function atInput(form: Partial<SignupForm> = {}, { events = [], ...saved }: InputRest = {}) {
  const session = { ...untouchedSession, form: { ...emptyForm, ...form }, ...saved };
  let snapshot = createActor(signupMachine, { input: inputOf(session) }).getSnapshot();
  for (const event of events) [snapshot] = transition(signupMachine, snapshot, event);
  return snapshot;
}

/** Shows the input screen in place of what was shown before. */
export const showInput = (form?: Partial<SignupForm>, rest?: InputRest, secrets?: CardSecrets): HTMLElement =>
  show(atInput(form, rest), secrets);

/** What the chart knows of an untouched form. */
export const { context: untouched } = atInput();

export type State = StateValueFrom<typeof signupMachine>;

/** The chart in this state. */
export const inState = (value: State, context: Partial<SignupContext> = {}) =>
  signupMachine.resolveState({ value, context: { ...untouched, ...context } });

/** Shows the page in this state of the chart, in place of what was shown before. */
export const showState = (...state: Parameters<typeof inState>): HTMLElement => show(inState(...state));

const inline = ['a', 'b', 'em', 'span', 'strong', 'wbr'];

/**
 * The words of an element, one line for each block. If wanted, with what only a screen reader hears in brackets, and with the
 * address of a link that opens a new tab.
 */
export function linesOf(root: Element, { isHeardToo = false } = {}): string[] {
  const lines: string[] = [];
  let line = '';
  const endLine = () => {
    if (line.trim() !== '') lines.push(line.trim());
    line = '';
  };
  const hear = (words: string | null) => {
    if (isHeardToo && words) line += `［${words}］`;
  };
  const read = (node: Node) => {
    if (node instanceof Text) line += node.data.replaceAll(/\s+/g, ' ');
    if (!(node instanceof Element) || node.matches('[hidden], select, dialog:not([open])')) return;
    if (node.classList.contains('visually-hidden')) return hear(node.textContent);
    const isBlock = !inline.includes(node.localName);
    if (isBlock) endLine();
    if (/^h\d$/.test(node.localName)) hear(node.localName);
    // without a role, a name is not heard
    if (node.matches('[aria-label], [aria-labelledby]') && getRole(node)) hear(nameOf(node));
    for (const child of node.childNodes) read(child);
    if (isHeardToo && node.matches('a[target="_blank"]')) line += `→${node.getAttribute('href')} `;
    if (isBlock) endLine();
  };
  read(root);
  endLine();
  return lines;
}
export const wordsOf = (root: Element): string => linesOf(root).join('\n');

/** As assistive technology tells it. */
export const nameOf = computeAccessibleName;
export const descriptionOf = computeAccessibleDescription;

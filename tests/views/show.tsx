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

const inline = ['a', 'b', 'em', 'input', 'span', 'strong', 'wbr'];

/** The attributes that screen readers announce, or that limit what can be done with an element. */
const telling = ['role', 'lang', 'inert', 'aria-current', 'aria-disabled', 'aria-haspopup'];
const tellingOfControl = 'autocomplete inputmode enterkeyhint autocapitalize spellcheck lang'.split(' ');
const attributesOf = (element: Element, names: readonly string[]) =>
  names
    .filter((name) => element.hasAttribute(name))
    .map((name) => [name, element.getAttribute(name)].filter(Boolean).join('='));

type Control = HTMLInputElement | HTMLSelectElement;

const isControl = (element: Element | null): element is Control => element?.matches('input, select') ?? false;
const hasLabelApart = ({ labels }: Control) => [...(labels ?? [])].some(({ htmlFor }) => htmlFor !== '');

const optionsOf = ({ options }: HTMLSelectElement) =>
  Array.from(options, ({ text }) => text)
    .join(' ')
    .replace(/^(\S+ \S+ ).* /, '$1… ');

/** What is told of a control beside its label. */
function toldOf(control: Control): string {
  const { name, type, value, ariaRequired, ariaInvalid } = control;
  const isBox = control instanceof HTMLInputElement && /radio|checkbox/.test(type);
  const told = [
    type === 'radio' ? `${name}=${value}` : isBox ? name : `${getRole(control)} ${name}`,
    isBox && control.checked && 'chosen',
    ...[ariaRequired && 'required', ariaInvalid && 'invalid', descriptionOf(control) && 'described'],
    ...attributesOf(control, tellingOfControl),
    control instanceof HTMLSelectElement && `options=${optionsOf(control)}`,
  ];
  return told.filter(Boolean).join(', ');
}

/**
 * The words of an element, one line for each block, with what is only heard in brackets, what is only seen in
 * ‹other brackets›, and the address of a link that leads out of the form.
 */
export function linesOf(root: Element): string[] {
  const lines: string[] = [];
  let line = '';
  const endLine = () => {
    if (line.trim() !== '') lines.push(line.trim());
    line = '';
  };
  const hear = (words: string | null) => {
    if (words) line += `［${words}］`;
  };
  const read = (node: Node) => {
    if (node instanceof Text) line += node.data.replaceAll(/\s+/g, ' ');
    if (!(node instanceof Element) || node.matches('[hidden], dialog:not([open])')) return;
    if (node.classList.contains('visually-hidden')) return hear(node.textContent);
    const isStep = node.matches('.steps li');
    if (isStep) line += ' ';
    const isBlock = !isStep && !inline.includes(node.localName);
    if (isBlock) endLine();
    if (node.matches('.spinner')) line += '◌ ';
    if (/^h\d$/.test(node.localName)) hear(node.localName);
    // without a role, a name is not heard
    if (node.matches('[aria-label], [aria-labelledby]') && getRole(node)) hear(nameOf(node));
    if (isControl(node)) return hear(hasLabelApart(node) ? null : toldOf(node));
    for (const told of attributesOf(node, telling)) hear(told);
    if (node.matches('[aria-describedby]')) hear(`described: ${descriptionOf(node)}`);
    const isOnlySeen = node.ariaHidden === 'true' && node.textContent !== '';
    if (isOnlySeen) line += '‹';
    for (const child of node.childNodes) read(child);
    if (isOnlySeen) line += '›';
    if (node.matches('a[href]:not([href^="/form/"], [href^="#"])')) line += `→${node.getAttribute('href')} `;
    if (node instanceof HTMLLabelElement && isControl(node.control) && node.htmlFor)
      hear(toldOf(node.control));
    if (isBlock) endLine();
  };
  read(root);
  endLine();
  return lines;
}

/** As assistive technology tells it. */
export const nameOf = computeAccessibleName;
export const descriptionOf = computeAccessibleDescription;

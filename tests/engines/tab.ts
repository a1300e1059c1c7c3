/** What a donor does with a browser's tab, and what it shows, whichever tool drives the browser. */
export interface Tab {
  /** Enters an address; a path is one of the site. */
  open(address: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  forward(): Promise<void>;
  /** Replaces the field's text, or chooses from the list. */
  fill(selector: string, value: string): Promise<void>;
  /** Checks the radio button or checkbox, unless it is checked. */
  check(selector: string): Promise<void>;
  /** Presses the button or link with these words. */
  press(words: string): Promise<void>;
  /** The same, twice in a row. */
  pressTwice(words: string): Promise<void>;
  /** Types a text where the focus is. */
  type(text: string): Promise<void>;
  /** Presses a key, with the others held. */
  key(name: KeyName): Promise<void>;
  /** Waits until the page has such an element, visible or not. */
  waitFor(selector: string): Promise<void>;
  /** Waits until the address matches. */
  arriveAt(address: RegExp): Promise<void>;
  /** Runs a function in the page. It is sent there as text, so that it must not refer to anything outside itself. */
  read<Argument, Result>(look: (argument: Argument) => Result, argument?: Argument): Promise<Result>;
}

/** The keys that tests press, as browsers name them. */
export type KeyName =
  | '1'
  | '4'
  | 'Tab'
  | 'Enter'
  | 'Space'
  | 'Backspace'
  | 'End'
  | 'ArrowUp'
  | 'ArrowDown'
  | 'ArrowRight'
  | 'Control+Z';

/** How long tests wait for anything, in milliseconds. Only what is broken takes this long, even on a busy machine. */
export const patience = 60_000;

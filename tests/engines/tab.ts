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
  /** Presses a key by the name that browsers give it, with the others held: `Control+z`. */
  key(name: string): Promise<void>;
  /** Waits until the page has such an element, visible or not. */
  waitFor(selector: string): Promise<void>;
  /** Waits until the address matches. */
  arriveAt(address: RegExp): Promise<void>;
  /** Runs a function in the page. It is sent there as text, so that it must not refer to anything outside itself. */
  read<Argument, Result>(look: (argument: Argument) => Result, argument?: Argument): Promise<Result>;
}

/** How long tests wait for anything, in milliseconds. Only what is broken takes this long, even on a busy machine. */
export const patience = 60_000;

/** One of Debian's browsers, which Playwright cannot drive. */
export interface Engine {
  /** Opens a tab at a phone's size, with nothing kept. Paths are those of the site. */
  open(site: string): Promise<{
    tab: Tab;
    /** Uncaught errors, where the engine reports them. */
    faults: readonly string[];
    /** What the page shows, for the report of a test that fails. */
    look(): Promise<{ body: string | Buffer; contentType: string }>;
    close(): Promise<unknown>;
  }>;
  close(): unknown;
}

import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Locator, type Page, test } from '@playwright/test';
import { inPage, type Step, type Tools, type Words } from './in-page.ts';
import type { Relay } from './relay.ts';
import { placeWindow, type WebDriver, WebDriverError } from './webdriver.ts';

/*
 * The part of Playwright's `Page` and `Locator` that tests here use, for WebKit as it is installed. What WebDriver
 * cannot do leaves the test out, by name.
 */

const patience = 15_000;

/** Ends the test as one that this engine's driver cannot run. */
export function cannot(what: string): never {
  test.info().skip(true, `WebDriver has no ${what}`);
  throw new Error(`WebDriver has no ${what}`);
}

/** What has been written for this engine; asking for anything else of Playwright's leaves the test out. */
export function standIn<Whole>(name: string, part: object): Whole {
  const whole: unknown = new Proxy(part, {
    get(target, key, receiver) {
      const isOwn = key in target || typeof key === 'symbol';
      // what promises, printers and Playwright's runner look for in anything
      if (isOwn || /^(_.*|then|toJSON|asymmetricMatch|\$\$typeof|nodeType)$/.test(key))
        return Reflect.get(target, key, receiver);
      return cannot(`${name}.${key}`);
    },
  });
  // the one place where the part is taken for the whole
  return whole as Whole;
}

const words = (value: string | RegExp): Words =>
  typeof value === 'string' ? value : { source: value.source, flags: value.flags };

const keyCodes: Record<string, string> = {
  Backspace: '\ue003',
  Tab: '\ue004',
  Enter: '\ue007',
  Shift: '\ue008',
  Control: '\ue009',
  ControlOrMeta: '\ue009',
  Alt: '\ue00a',
  Escape: '\ue00c',
  Space: ' ',
  PageUp: '\ue00e',
  PageDown: '\ue00f',
  End: '\ue010',
  Home: '\ue011',
  ArrowLeft: '\ue012',
  ArrowUp: '\ue013',
  ArrowRight: '\ue014',
  ArrowDown: '\ue015',
  Delete: '\ue017',
};

/** Turns a glob of Playwright's into an expression. */
const globbed = (glob: string): RegExp =>
  new RegExp(
    `^${glob
      .replace(/[.+?^$()|[\]\\]/g, '\\$&')
      .replaceAll('**', '\0')
      .replaceAll('*', '[^/]*')
      .replaceAll('\0', '.*')}$`,
  );

const sourceOf = new WeakMap<object, { page: WebKitPage; steps: Step[] }>();

/** Where a locator leads, for matchers. */
export function aimOf(locator: object): { page: WebKitPage; steps: Step[] } {
  const aim = sourceOf.get(locator);
  if (!aim) throw new Error('This is no locator of the WebKit page.');
  return aim;
}

const pages = new WeakMap<object, WebKitPage>();

/** What stands behind a page, for matchers. */
export function pageOf(shown: object): WebKitPage {
  const page = pages.get(shown);
  if (!page) throw new Error('This is no WebKit page.');
  return page;
}

type Filter = { hasText?: string | RegExp; has?: object; visible?: true };
const filters = ({ hasText, has, visible }: Filter = {}): Step[] => [
  ...(hasText === undefined ? [] : [{ hasText: words(hasText) }]),
  ...(has === undefined ? [] : [{ has: aimOf(has).steps }]),
  ...(visible === undefined ? [] : [{ visible }]),
];
type Act<Arg, Result> = (elements: Element[], tools: Tools, arg: Arg) => Result | Promise<Result>;
type Place = { x: number; y: number };

export class WebKitPage {
  readonly #driver: WebDriver;
  readonly #baseUrl: string;
  readonly relay: Relay;

  constructor(driver: WebDriver, relay: Relay, baseUrl: string) {
    this.#driver = driver;
    this.relay = relay;
    this.#baseUrl = baseUrl;
  }

  /** Runs a script and waits for what it promises. */
  async run<Result>(code: string): Promise<Result> {
    const answer = await this.#driver.send('POST', '/execute/async', {
      script: `const done = arguments[arguments.length - 1];
        const text = (value) => { try { return JSON.stringify({ value }); } catch { return '{}'; } };
        (async () => (${code}))().then(
          (value) => done(text(value)), (error) => done(JSON.stringify({ error: String(error) })))`,
      args: [],
    });
    const { value, error } = JSON.parse(String(answer));
    if (error !== undefined) throw new Error(error);
    return value;
  }

  /** Runs a function, or the code of one, with the elements that the steps lead to. */
  act<Arg, Result>(steps: Step[], act: Act<Arg, Result> | string, arg?: Arg): Promise<Result> {
    return this.run(`(${inPage})(${JSON.stringify(steps)}, ${act}, ${JSON.stringify(arg) ?? 'undefined'})`);
  }

  /** Asks again until the answer is no `null`; a page that is just being left answers nothing. */
  async until<Result>(what: string, ask: () => Promise<Result | null>, timeout = patience): Promise<Result> {
    const end = performance.now() + timeout;
    for (let why = ''; ; ) {
      try {
        const answer = await ask();
        if (answer !== null) return answer;
      } catch (error) {
        if (!(error instanceof WebDriverError)) throw error;
        why = ` (${error.message})`;
      }
      if (performance.now() > end) throw new Error(`Waited in vain until ${what}${why}`);
      await pause(50);
    }
  }

  /** Cookies belong to all windows, and can be reached from a page of their site only. */
  async clearCookies(): Promise<void> {
    await this.#driver.send('POST', '/url', { url: new URL('/contact/', this.#baseUrl).href });
    await this.#driver.send('DELETE', '/cookie');
  }

  async url(): Promise<string> {
    return String(await this.#driver.send('GET', '/url'));
  }

  /** Keys and presses, which wait for a page that is on its way. */
  async #input(source: object): Promise<void> {
    await this.until('the page that was asked for is shown', async () => {
      if (this.relay.awaited !== undefined && this.relay.awaited !== (await this.run('window.pageNumber')))
        return null;
      this.relay.awaited = undefined;
      return true;
    });
    try {
      await this.#driver.send('POST', '/actions', { actions: [source] });
    } catch (error) {
      // it has led to another page, and the one that would say so is gone
      if (!(error instanceof WebDriverError) || this.relay.awaited === undefined) throw error;
    }
  }

  /** Moves the pointer there and presses; a real press is what engines take for a person's. */
  async press({ x, y }: Place, times = 1): Promise<void> {
    const presses = Array.from({ length: times }, () => [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]);
    const move = { type: 'pointerMove', x: Math.round(x), y: Math.round(y) };
    await this.#input({
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [move, ...presses.flat()],
    });
  }

  async key(chord: string): Promise<void> {
    // a plus of its own is a key, too
    const keys = (chord === '+' ? ['+'] : chord.split('+')).map((name) => keyCodes[name] ?? name);
    await this.#input({
      type: 'key',
      id: 'keyboard',
      actions: [
        ...keys.map((value) => ({ type: 'keyDown', value })),
        ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
      ],
    });
  }

  async insertText(text: string): Promise<void> {
    await this.run(`document.execCommand('insertText', false, ${JSON.stringify(text)})`);
  }

  async type(text: string): Promise<void> {
    for (const letter of text) {
      if (/^[\x20-\x7e]$/.test(letter)) await this.key(letter);
      else await this.insertText(letter);
    }
  }

  /** As tests see it. */
  asPage(): Page {
    const driver = this.#driver;
    /** Waits until the page has been loaded, too. */
    const go = async (command: string, body?: object) => {
      await driver.send('POST', command, body);
      this.relay.awaited = undefined;
      return null;
    };
    const loaded = ({ waitUntil }: { waitUntil?: string } = {}) =>
      waitUntil === 'commit' && cannot('look at a page that is still loading');
    const routes: { url: RegExp; handler: (route: object) => unknown }[] = [];
    this.relay.intercept = async (incoming, response) => {
      const route = routes.findLast(({ url }) => url.test(incoming.url ?? ''));
      if (!route) return false;
      return new Promise((answered) => {
        route.handler({
          continue: async () => answered(false),
          abort: async () => {
            answered(true);
            response.destroy();
          },
          fulfill: async ({ status = 200, body = '', contentType = 'text/plain' }) => {
            answered(true);
            response.writeHead(status, { 'content-type': contentType }).end(body);
          },
        });
      });
    };
    const page = {
      ...this.#finders([]),
      goto: async (path: string, options?: { waitUntil?: string }) => {
        loaded(options);
        await go('/url', { url: new URL(path, this.#baseUrl).href });
        return standIn('response', {});
      },
      reload: async (options?: { waitUntil?: string }) => {
        loaded(options);
        return go('/refresh');
      },
      goBack: () => go('/back'),
      goForward: () => go('/forward'),
      close: async () => {},
      evaluate: (script: unknown, arg?: unknown) => this.run(`(${script})(${JSON.stringify(arg) ?? ''})`),
      waitForFunction: (script: unknown, arg?: unknown) =>
        this.until('a script says so', async () =>
          (await this.run(`(${script})(${JSON.stringify(arg) ?? ''})`)) ? true : null,
        ),
      waitForURL: (url: string | RegExp) =>
        this.until(`the address is ${url}`, async () =>
          (typeof url === 'string' ? globbed(url) : url).test(await this.url()) ? true : null,
        ),
      title: () => this.run('document.title'),
      screenshot: async ({ path }: { path: string }) => writeFileSync(path, driver.picture()),
      addInitScript: async (script: unknown, arg?: unknown) => {
        this.relay.initScripts.push(`(${script})(${JSON.stringify(arg) ?? ''})`);
      },
      route: async (url: string, handler: (route: object) => unknown) => {
        routes.push({ url: globbed(url), handler });
      },
      unroute: async (url: string) => {
        const { source } = globbed(url);
        for (const route of routes.filter((one) => one.url.source === source))
          routes.splice(routes.indexOf(route), 1);
      },
      setViewportSize: ({ width, height }: { width: number; height: number }) =>
        placeWindow(driver, width, height),
      keyboard: {
        press: (chord: string) => this.key(chord),
        type: (text: string) => this.type(text),
        insertText: (text: string) => this.insertText(text),
      },
      mouse: standIn('mouse', { click: (x: number, y: number) => this.press({ x, y }) }),
    };
    const stand = standIn<Page>('page', page);
    pages.set(stand, this);
    return stand;
  }

  #finders(steps: Step[]) {
    const find = (...more: Step[]) => this.#locator([...steps, ...more]);
    return {
      locator: (inner: string | object, filter?: Filter) =>
        find(...(typeof inner === 'string' ? [{ css: inner }] : aimOf(inner).steps), ...filters(filter)),
      getByRole: (
        role: string,
        { name, exact, level }: { name?: string | RegExp; exact?: boolean; level?: number } = {},
      ) =>
        find({
          role,
          ...(name !== undefined && { name: words(name) }),
          ...(exact && { exact }),
          ...(level && { level }),
        }),
      getByText: (text: string | RegExp, { exact = false } = {}) => find({ text: words(text), exact }),
      getByLabel: (label: string | RegExp, { exact = false } = {}) => find({ label: words(label), exact }),
    };
  }

  #locator(steps: Step[]): Locator {
    const name = JSON.stringify(steps);
    const more = (step: Step) => this.#locator([...steps, step]);
    const act = <Arg, Result>(what: Act<Arg, Result>, arg?: Arg) => this.act(steps, what, arg);
    /** Does something with the one element, once it is there. */
    const one = <Arg, Result>(what: ((element: Element, arg: Arg) => Result) | string, arg?: Arg) =>
      this.until<Result>(`there is ${name}`, async () => {
        const { count, result } = await this.act<Arg, { count: number; result: Result }>(
          steps,
          `async (elements, _, arg) =>
            ({ count: elements.length, result: elements.length === 1 ? await (${what})(elements[0], arg) : null })`,
          arg,
        );
        if (count > 1) throw new Error(`${name} leads to ${count} elements.`);
        return count === 0 ? null : result;
      });
    /**
     * The middle of the element, once it is seen, can be used, nothing lies over it, and it stands still: a page that
     * is still being laid out would move away from under the press.
     */
    const place = (force: boolean) =>
      this.until<Place>(`${name} can be pressed`, () =>
        act(async (elements, { isShown }, isForced: boolean): Promise<Place | null> => {
          const [element] = elements;
          if (elements.length !== 1 || !element || document.readyState === 'loading') return null;
          if (!isShown(element) || (!isForced && element.matches(':disabled'))) return null;
          element.scrollIntoView({ block: 'center', behavior: 'instant' });
          // of the first line, where a link goes over two
          const box = () => element.getClientRects()[0] ?? element.getBoundingClientRect();
          const { left, top, width, height } = box();
          await new Promise((later) => setTimeout(later, 50));
          const now = box();
          if (now.left !== left || now.top !== top) return null;
          const middle = { x: left + width / 2, y: top + height / 2 };
          const above = document.elementFromPoint(middle.x, middle.y);
          const isReached = element.contains(above) || above?.closest('label')?.control === element;
          return isForced || isReached ? middle : null;
        }, force),
      );
    const press = async (times: number, { force = false } = {}) => this.press(await place(force), times);
    const isChecked = () => one((element) => element.matches(':checked'));
    const setChecked = async (wanted: boolean, options?: { force?: boolean }) => {
      if ((await isChecked()) === wanted) return;
      await press(1, options);
      if ((await isChecked()) !== wanted) throw new Error(`A press on ${name} changed nothing.`);
    };
    const focus = () =>
      one((element) => {
        if (element instanceof HTMLElement) element.focus();
        return true;
      });
    const locator = {
      ...this.#finders(steps),
      first: () => more({ nth: 0 }),
      last: () => more({ nth: -1 }),
      nth: (nth: number) => more({ nth }),
      filter: (filter: Filter) => this.#locator([...steps, ...filters(filter)]),
      or: (other: object) => more({ or: aimOf(other).steps }),
      and: (other: object) => more({ and: aimOf(other).steps }),
      all: async () => Array.from({ length: await locator.count() }, (_, nth) => more({ nth })),
      count: () => act((elements) => elements.length),
      click: (options?: { force?: boolean }) => press(1, options),
      dblclick: () => press(2),
      tap: () => press(1),
      isChecked,
      check: (options?: { force?: boolean }) => setChecked(true, options),
      uncheck: (options?: { force?: boolean }) => setChecked(false, options),
      focus,
      blur: () =>
        one((element) => {
          if (element instanceof HTMLElement) element.blur();
          return true;
        }),
      fill: async (text: string) => {
        await this.until(`${name} can be typed into`, () =>
          act(([element], { isShown }, value) => {
            const isInput = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
            if (!isInput || element.disabled || !isShown(element)) return null;
            element.focus();
            element.select();
            document.execCommand(value === '' ? 'delete' : 'insertText', false, value);
            return true;
          }, text),
        );
      },
      press: async (chord: string) => {
        await focus();
        await this.key(chord);
      },
      pressSequentially: async (text: string) => {
        await focus();
        await this.type(text);
      },
      selectOption: (wanted: string) =>
        one((element, value: string) => {
          if (!(element instanceof HTMLSelectElement)) throw new Error('This is no select.');
          if (![...element.options].some((option) => option.value === value)) return null;
          element.focus();
          element.value = value;
          for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }));
          return true;
        }, wanted),
      dispatchEvent: (type: string) =>
        one((element, name: string) => element.dispatchEvent(new Event(name, { bubbles: true })), type),
      evaluate: async (script: unknown, arg?: unknown) => {
        const answer = await one<unknown, [unknown]>(
          `async (element, arg) => [await (${script})(element, arg)]`,
          arg,
        );
        return answer[0];
      },
      evaluateAll: (script: unknown, arg?: unknown) =>
        this.act(steps, `(elements, _, arg) => (${script})(elements, arg)`, arg),
      getAttribute: (attribute: string) =>
        one((element, asked: string) => ({ value: element.getAttribute(asked) }), attribute).then(
          ({ value }) => value,
        ),
      boundingBox: () =>
        one((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return { x, y, width, height };
        }),
      inputValue: () => one((element) => ('value' in element ? String(element.value) : '')),
      textContent: () => one((element) => element.textContent),
      innerText: () => one((element) => String(Reflect.get(element, 'innerText'))),
      allTextContents: () => act((elements) => elements.map(({ textContent }) => textContent)),
      allInnerTexts: () =>
        act((elements) => elements.map((element) => String(Reflect.get(element, 'innerText')))),
      isVisible: () => act((elements, { isShown }) => elements.some(isShown)),
      waitFor: ({ state }: { state?: string } = {}) =>
        this.until(`${name} is there`, () =>
          act(
            (elements, { isShown }, isEnough: boolean) =>
              elements.some((one) => isEnough || isShown(one)) || null,
            state === 'attached',
          ),
        ),
      toString: () => name,
    };
    const stand = standIn<Locator>('locator', locator);
    sourceOf.set(stand, { page: this, steps });
    return stand;
  }
}

import { expect as base } from '@playwright/test';
import type { Tools } from './in-page.ts';
import { aimOf, pageOf, type WebKitPage } from './webkit-page.ts';

/** What one element is like, as text; yes and no are `true` and `false`. Runs in the page. */
type Read = (element: Element, tools: Tools, asked: string) => string | null;

const reads: Record<string, Read> = {
  toHaveValue: (element) => ('value' in element ? String(element.value) : null),
  toHaveText: (element, { tidy }) => tidy(element.textContent),
  toContainText: (element, { tidy }) => tidy(element.textContent),
  toHaveClass: (element, { tidy }) => tidy(element.getAttribute('class')),
  toHaveAttribute: (element, _, name) => element.getAttribute(name),
  toHaveCSS: (element, _, name) => getComputedStyle(element).getPropertyValue(name),
  toHaveAccessibleName: (element, { nameOf }) => nameOf(element),
  toHaveAccessibleDescription: (element, { named }) => named(element.getAttribute('aria-describedby')),
  toBeVisible: (element, { isShown }) => String(isShown(element)),
  toBeHidden: (element, { isShown }) => String(!isShown(element)),
  toBeFocused: (element) => String(element === document.activeElement),
  toBeChecked: (element) => String(element.matches(':checked')),
  toBeEnabled: (element) => String(!element.matches(':disabled')),
  toBeDisabled: (element) => String(element.matches(':disabled')),
  toBeInViewport: (element, _, ratio) => {
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
    const seen = (from: number, to: number, end: number) =>
      Math.max(0, Math.min(to, end) - Math.max(from, 0));
    const area = seen(top, bottom, innerHeight) * seen(left, right, innerWidth);
    return String(area > 0 && area >= Number(ratio) * width * height);
  },
};

const tidy = (text: string) => text.replace(/[\s\u200b]+/g, ' ').trim();

function fits(matcher: string, read: string | null, expected: unknown): boolean {
  if (expected === undefined) return read !== null;
  if (read === null) return false;
  if (expected instanceof RegExp) return expected.test(read);
  const wanted = matcher === 'toHaveValue' ? String(expected) : tidy(String(expected));
  return matcher === 'toContainText' ? read.includes(wanted) : read === wanted;
}

/** Asks until the answer is as wanted, or patience ends; the last answer is for the message. */
async function ask<Answer>(
  page: WebKitPage,
  isNot: boolean,
  read: () => Promise<Answer>,
  pass: (answer: Answer) => boolean,
  timeout?: number,
) {
  let last: Answer | undefined;
  try {
    const asWanted = async () => {
      last = await read();
      return pass(last) === isNot ? null : true;
    };
    await page.until('the answer is as wanted', asWanted, timeout);
    return { pass: !isNot, last };
  } catch (error) {
    if (last === undefined) throw error;
    return { pass: isNot, last };
  }
}

type Matched = { pass: boolean; message: () => string };

type Context = { isNot: boolean };
/** One of Playwright's matchers for locators. */
function elementMatcher(matcher: string, read: Read) {
  const takesName = /^to(HaveAttribute|HaveCSS|BeInViewport)$/.test(matcher);
  return async function (this: Context, locator: object, ...args: unknown[]): Promise<Matched> {
    const { page, steps } = aimOf(locator);
    const [asked] = args;
    const ratio = Object(asked).ratio ?? 0;
    const name = takesName ? String(typeof asked === 'string' ? asked : ratio) : '';
    const wanted = String(Object(asked).visible ?? true);
    const expected = matcher.startsWith('toBe') ? wanted : args[takesName ? 1 : 0];
    const { pass, last } = await ask<(string | null)[]>(
      page,
      this.isNot,
      () =>
        page.act(
          steps,
          `(elements, tools, name) => elements.map((element) => (${read})(element, tools, name))`,
          name,
        ),
      (found) => {
        if (Array.isArray(expected)) {
          const isEach = (one: unknown, at: number) => fits(matcher, found[at] ?? null, one);
          return found.length === expected.length && expected.every(isEach);
        }
        if (found.length === 0) return matcher === 'toBeHidden';
        return fits(matcher, found[0] ?? null, expected);
      },
      Object(args.at(-1)).timeout,
    );
    const message = () =>
      `${JSON.stringify(steps)} ${matcher} ${name} ${expected}, but: ${JSON.stringify(last)}`;
    return { pass, message };
  };
}

const count = async function (this: Context, locator: object, expected: number): Promise<Matched> {
  const { page, steps } = aimOf(locator);
  const read = () => page.act(steps, (elements) => elements.length);
  const { pass, last } = await ask(page, this.isNot, read, (found) => found === expected);
  return { pass, message: () => `${JSON.stringify(steps)} leads to ${last} elements, not ${expected}` };
};

/** What the page as a whole is like. */
const pageMatcher = (what: string, read: (page: WebKitPage) => Promise<string>) =>
  async function (this: Context, shown: object, expected: string | RegExp): Promise<Matched> {
    const page = pageOf(shown);
    const wanted = (found: string) =>
      expected instanceof RegExp ? expected.test(found) : found === expected;
    const { pass, last } = await ask(page, this.isNot, () => read(page), wanted);
    return { pass, message: () => `The ${what} is ${last}, not ${expected}` };
  };

/** Playwright's `expect`, with the matchers for its own pages and locators replaced. */
export const webKitExpect: typeof base = base.extend({
  ...Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, elementMatcher(name, read)])),
  toHaveCount: count,
  toHaveURL: pageMatcher('address', (page) => page.url()),
  toHaveTitle: pageMatcher('title', (page) => page.run('document.title')),
});

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { HtmlValidate } from 'html-validate';
import { states } from '../../../model-tests/states.ts';
import { follow, statesOf, visits } from '../support/every-state.ts';
import { expect, test } from '../support/fixtures.ts';

test.use({ viewport: { width: 360, height: 740 } });

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The faults that axe finds by these rules, or by all, one line each. */
async function faultsFoundByAxe(page: Page, runOnly?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  let isDone = false;
  const faults = page.evaluate(async (rules) => {
    // describing what passes would take as long as the checks
    const { violations } = await window.axe.run({
      ...(rules && { runOnly: rules }),
      resultTypes: ['violations'],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  }, runOnly);
  void faults.finally(() => {
    isDone = true;
  });
  // axe waits by the page's clock, which stands still
  while (!isDone) await page.clock.runFor(20);
  return faults;
}

/** `browser` leaves out what depends on how the browser serialises the document. */
const htmlValidate = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:browser'],
  rules: {
    'tel-non-breaking': ['error', { ignoreClasses: ['unbroken'] }],
    // no submit button: before the script runs, it would put what was typed into the address
    'wcag/h32': 'off',
    // The standard gives `street-address` to text areas; browsers join its lines in an input, and drop those after the first
    // of `address-line1`.
    'valid-autocomplete': 'off',
  },
});

async function faultsInMarkup(markup: string): Promise<string[]> {
  const { results } = await htmlValidate.validateString(markup);
  return results.flatMap(({ messages }) => messages.map(({ ruleId, selector }) => `${ruleId}: ${selector}`));
}

/** Blocks among the words of a paragraph, which Orca's arrows cannot pass in Chromium. */
const blocksInParagraphs = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('p > *')].flatMap((element) => {
      const { display, position } = getComputedStyle(element);
      const isAmongWords = getComputedStyle(element.parentElement ?? element).display === 'block';
      return isAmongWords && display === 'block' && position === 'static' ? [element.outerHTML] : [];
    }),
  );

/** Targets lower or narrower than 44 px, except links within a sentence (WCAG 2.5.5). */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, select')]
      .filter(
        (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]'),
      )
      .filter((element) => getComputedStyle(element).display !== 'inline')
      .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
      .filter(({ box }) => Math.min(box.width, box.height) < 44)
      .map(({ element, box }) => `${element.outerHTML.slice(0, 80)}: ${box.width} × ${box.height}`),
  );

/** Buttons of the confirm screen that cannot be pressed and look as if they could. */
const barredUnseen = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.confirm [aria-disabled]')].flatMap((button) => {
      const colour = () => getComputedStyle(button).backgroundColor;
      const barred = colour();
      button.ariaDisabled = null;
      const isUnseen = colour() === barred;
      button.ariaDisabled = 'true';
      return isUnseen ? [button.outerHTML] : [];
    }),
  );

/** What sticks out at the side, is cut off by its own box, or stays over the form in a low window. */
const lostContent = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const boxes = '.panel, .notice, .card-fields, .choice, .button, .bubble, .error-list';
    const lost = document.documentElement.scrollWidth > width ? ['the page scrolls sideways'] : [];
    for (const element of document.querySelectorAll('body *')) {
      if (!element.checkVisibility() || element.closest('.visually-hidden')) continue;
      const { right } = element.getBoundingClientRect();
      const { overflowY, position } = getComputedStyle(element);
      const cuts = element.matches('dialog') || /hidden|clip/.test(overflowY);
      const bubble = element.matches('.bubble > span') && element.parentElement;
      const fault = [
        right > width + 0.5 && 'sticks out',
        element.matches(boxes) && element.scrollWidth > element.clientWidth + 1 && 'wider than its box',
        // the mark that closes a bubble is not part of its text
        bubble && right > bubble.getBoundingClientRect().right - 28 && 'under the closing mark',
        cuts && element.scrollHeight > element.clientHeight + 1 && 'cut off below',
        innerHeight < 300 && /fixed|sticky/.test(position) && !element.matches('dialog') && 'covers the form',
      ].find(Boolean);
      if (fault) lost.push(`${fault}: ${element.outerHTML.slice(0, 100)}`);
    }
    return lost;
  });

/** Adds the reader's own styles, as a browser extension does, which the page's policy does not stop. */
const restyle = (page: Page, css: string): Promise<void> =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);

/** The spacing of WCAG 1.4.12. */
const wideSpacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`;

/** Markup without its words: of states that differ only in words, one is checked. */
const structureOf = (markup: string) => markup.replace(/ data-state="[^"]*"|(?<=<title>|>)[^<]+/g, '');

test('the visits come to every state', () => {
  expect(new Set(Object.values(visits).flatMap(statesOf))).toEqual(new Set(Object.keys(states)));
});

const examined = new Set<string>();

for (const [title, visit] of Object.entries(visits))
  test(`each screen is accessible, in light and dark, enlarged and in a small window: ${title}`, async ({
    page,
    sandbox,
  }) => {
    for await (const state of follow(visit, { page, sandbox }))
      await test.step(state, async () => {
        const markup = await page.content();
        if (examined.has(structureOf(markup))) return;
        examined.add(structureOf(markup));
        const expectNone = (faults: string[]) => expect.soft(faults, state).toEqual([]);
        await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
        expectNone(await faultsInMarkup(markup));
        expectNone(await faultsFoundByAxe(page));
        await page.emulateMedia({ colorScheme: 'dark' });
        expectNone(await faultsFoundByAxe(page, ['color-contrast', 'link-in-text-block']));
        expectNone(await smallTargets(page));
        expectNone(await blocksInParagraphs(page));
        expectNone(await barredUnseen(page));

        // 400 % of a window of 1280 × 1024, with the reader's own spacing
        await page.setViewportSize({ width: 320, height: 256 });
        await restyle(page, wideSpacing);
        expectNone(await lostContent(page));
        // letters alone at 200 %, on a phone
        await page.setViewportSize({ width: 360, height: 740 });
        await restyle(page, 'html { font-size: 200% !important; }');
        expectNone(await lostContent(page));
        await restyle(page, '');
      });
  });

import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { HtmlValidate } from 'html-validate';
import { TEST_CARD } from './donor.ts';
import { reach, visitEveryState } from './every-state.ts';
import { expect, tabTest, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { listen } from './live-regions.ts';
import { openConfirm, openTyped, reviewedByCard, typedForm } from './seeded.ts';

test.use({ viewport: { width: 360, height: 740 } });

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const slowRules = ['color-contrast', 'link-in-text-block'];

/** The faults that axe finds in these elements, one line each. */
async function faultsFoundByAxe(page: Page, within: string, rules: axe.RunOptions): Promise<string[]> {
  // describing what passes would take as long as the checks
  const options: axe.RunOptions = { ...rules, resultTypes: ['violations'] };
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([selector, how]) => {
      const { violations } = await window.axe.run(selector, how);
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
    },
    [within, options] as const,
  );
}

/** The faults that all rules but the slow ones find. */
const quickFaults = (page: Page) =>
  faultsFoundByAxe(page, 'html', {
    rules: Object.fromEntries(slowRules.map((rule) => [rule, { enabled: false }])),
  });

/** The faults that the slow rules find in the marked elements. */
const slowFaults = (page: Page) => faultsFoundByAxe(page, '[data-new-look]', { runOnly: slowRules });

/**
 * Marks one text of each look that is not `known`, and returns all looks: axe takes longer for the contrast of all texts
 * than for all other rules together.
 */
const markNewLooks = (page: Page, known: readonly string[]): Promise<string[]> =>
  page.evaluate((before) => {
    const looks = new Set(before);
    /** The backgrounds behind an element, up to the first one that is not transparent. */
    const groundOf = (element: Element): string => {
      const { backgroundColor, opacity } = getComputedStyle(element);
      const isClear = backgroundColor === 'rgba(0, 0, 0, 0)' && element.parentElement;
      return `${opacity} ${backgroundColor} ${isClear ? groundOf(isClear) : ''}`;
    };
    for (const element of document.querySelectorAll('body *')) {
      const hasText = [...element.childNodes].some((node) => node instanceof Text && /\S/.test(node.data));
      if (!element.checkVisibility() || !(hasText || element.matches('input, select'))) continue;
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      const look = [
        element.localName,
        element.className,
        color,
        fontSize,
        fontWeight,
        groundOf(element),
      ].join();
      element.toggleAttribute('data-new-look', !looks.has(look));
      looks.add(look);
    }
    return [...looks];
  }, known);

/** `browser` leaves out what depends on how the browser serialises the document. */
const htmlValidate = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:browser'],
  rules: {
    'tel-non-breaking': ['error', { ignoreClasses: ['unbroken'] }],
    // no submit button: before the script runs, it would put what was typed into the address
    'wcag/h32': 'off',
  },
});

async function faultsInMarkup(markup: string): Promise<string[]> {
  const { results } = await htmlValidate.validateString(markup);
  return results.flatMap(({ messages }) => messages.map(({ ruleId, selector }) => `${ruleId}: ${selector}`));
}

/** Blocks among the words of a paragraph, which Orca's arrows cannot pass in Chromium. */
const blocksInParagraphs = (page: Page): Promise<string[]> =>
  page.locator('p > *').evaluateAll((elements) =>
    elements.flatMap((element) => {
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

/** What sticks out at the side, or is cut off by its own box. */
const lostContent = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const boxes = '.panel, .notice, .card-fields, .choice, .button, .bubble, .error-list';
    const lost = document.documentElement.scrollWidth > width ? ['the page scrolls sideways'] : [];
    for (const element of document.querySelectorAll('body *')) {
      if (!element.checkVisibility() || element.closest('.visually-hidden')) continue;
      const { right } = element.getBoundingClientRect();
      const cuts = element.matches('dialog') || /hidden|clip/.test(getComputedStyle(element).overflowY);
      const bubble = element.matches('.bubble > span') && element.parentElement;
      const fault = [
        right > width + 0.5 && 'sticks out',
        element.matches(boxes) && element.scrollWidth > element.clientWidth + 1 && 'wider than its box',
        // the mark that closes a bubble is not part of its text
        bubble && right > bubble.getBoundingClientRect().right - 28 && 'under the closing mark',
        cuts && element.scrollHeight > element.clientHeight + 1 && 'cut off below',
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
const structureOf = (markup: string) =>
  markup.replace(/ data-(?:state|new-look)="[^"]*"|(?<=<title>|>)[^<]+/g, '');

test('no state has a fault, or loses anything in a small window', async ({ page, sandbox }) => {
  const examined = new Set<string>();
  let looks: string[] = [];
  await visitEveryState({ page, sandbox }, (state) =>
    test.step(state, async () => {
      const markup = await page.content();
      if (examined.has(structureOf(markup))) return;
      examined.add(structureOf(markup));
      const expectNone = (faults: string[]) => expect.soft(faults, state).toEqual([]);
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
      expectNone(await faultsInMarkup(markup));
      expectNone(await quickFaults(page));
      const known = looks.length;
      looks = await markNewLooks(page, looks);
      if (looks.length > known) {
        expectNone(await slowFaults(page));
        await page.emulateMedia({ colorScheme: 'dark' });
        expectNone(await slowFaults(page));
      }
      expectNone(await smallTargets(page));
      expectNone(await blocksInParagraphs(page));

      // 400 % of a window of 1280 × 1024
      await page.setViewportSize({ width: 320, height: 256 });
      expectNone(await lostContent(page));
      await restyle(page, wideSpacing);
      expectNone(await lostContent(page));
      // letters alone at 200 %, on a phone
      await page.setViewportSize({ width: 360, height: 740 });
      await restyle(page, 'html { font-size: 200% !important; }');
      expectNone(await lostContent(page));
      await restyle(page, '');
    }),
  );
});

tabTest('by keyboard alone, the focus is always visible', async ({ page, donor, sandbox }) => {
  const hiddenStops = async () => {
    const hidden: string[] = [];
    do {
      await page.keyboard.press('Tab');
      const fault = await page.evaluate(() => {
        const element = document.activeElement ?? document.body;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const { left, top, width, height } = element.getBoundingClientRect();
        const above = document.elementFromPoint(left + width / 2, top + height / 2);
        if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2)
          return `no ring: ${element.outerHTML}`;
        return above?.contains(element) || element.contains(above) ? null : `covered: ${element.outerHTML}`;
      });
      if (fault) hidden.push(fault);
    } while ((await page.locator('main :focus').count()) > 0);
    return hidden;
  };
  await test.step('to mend errors', async () => {
    await reach('input.form.correcting', { page, sandbox });
    expect(await hiddenStops()).toEqual([]);
  });
  await test.step('to change the name', async () => {
    await openConfirm(page, reviewedByCard());
    await page.getByRole('link', { name: /^変更する\s?（お名前）$/ }).click();
    await donor.isAt('input');
    expect(await hiddenStops()).toEqual([]);
  });
});

tabTest(
  'a screen reader is taken to a new screen’s headline or its errors, and hears what the page waits for',
  {
    tag: '@§2.58',
  },
  async ({ page, donor, sandbox }) => {
    const headline = page.getByRole('heading', { level: 1 });
    await openTyped(page);
    // screen readers announce only a region that was there before its words, which `listen` cannot tell
    await expect(page.locator('.waiting:empty')).not.toHaveCSS('display', 'none');
    const heard = await listen(page);
    const hears = (words: string) => expect.poll(heard).toContainEqual(expect.stringContaining(words));

    await test.step('the card is checked', async () => {
      const tokenise = await hold(page, `${sandbox.gateway}/token`);
      await donor.fill(TEST_CARD);
      await donor.confirmInput();
      await hears('カード情報を確認しています');
      await expect(page.getByRole('button', { name: 'カード情報を確認しています' })).toBeFocused();
      tokenise();
    });
    await test.step('to confirm and back', async () => {
      await donor.isAt('confirm');
      await expect(headline).toBeFocused();
      await expect(page).toHaveTitle(/^お申し込み内容の確認（まだ完了していません）｜/);
      await page.getByRole('link', { name: '入力画面に戻る' }).click();
      await donor.isAt('input');
      await expect(headline).toBeFocused();
    });
    await test.step('the application is sent, and the bank’s page opens', async () => {
      const redirectUrl = `${sandbox.gateway}/3ds/nowhere`;
      await page.route(redirectUrl, (route) => route.fulfill({ status: 204 }));
      const register = await hold(page, '**/memberRegisterCard.php');
      await sandbox.setScenario('memberRegisterCard', {
        body: { success: true, redirectUrl, registerToken: 'register' },
      });
      await donor.confirmInput();
      await donor.agreeAndSubmit();
      await hears('お申し込みを送信しています');
      await expect(page.getByRole('button', { name: '送信中...' })).toBeFocused();
      register();
      await hears('カード会社の認証画面に移動しています');
      await expect(headline).toBeFocused();
    });
    await test.step('back to the form, which says what has become of the application', async () => {
      await page.goBack();
      await donor.isAt('input.form.failed');
      await expect(page.getByRole('region', { name: 'ご確認ください' })).toBeFocused();
      await expect(page).toHaveTitle(/^エラー：/);
    });
  },
);

tabTest('a screen reader hears that the form was cleared, each time', async ({ page, donor }) => {
  await openTyped(page);
  const heard = await listen(page);
  const opener = page.getByRole('button', { name: '入力内容を消去する' });
  const keeper = page.getByRole('button', { name: 'やめる' });
  await opener.click();
  await expect(keeper).toBeFocused();
  await expect(opener).toBeHidden();
  await keeper.click();
  await expect(opener).toBeFocused();
  const cleared = expect.stringContaining('入力内容を消去しました');
  for (const times of [1, 2]) {
    await donor.clearForm();
    await expect.poll(heard).toEqual(Array(times).fill(cleared));
  }
  await expect(page.getByRole('form', { name: 'お申し込みフォーム' })).toBeFocused();
  await expect(page.getByRole('heading', { name: '支援内容' })).toBeInViewport();
  await expect(donor.control('lastName')).toHaveValue('');
});

test('with forced colours, outlines, choices and errors are told apart', async ({ page, donor, sandbox }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await reach('input.form.correcting', { page, sandbox });
  const outlines = await page
    .locator('.control, .choice, .button:not(.button-link), .bubble')
    .evaluateAll((elements) =>
      elements.map((element) => {
        const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
        return borderTopStyle === 'none' ? 0 : Number.parseFloat(borderTopWidth);
      }),
    );
  expect(outlines.length).toBeGreaterThan(25);
  expect(Math.min(...outlines)).toBeGreaterThanOrEqual(1);
  const border = (name: string) =>
    donor.control(name).evaluate((element) => getComputedStyle(element).borderTopWidth);
  expect(await border('email')).not.toBe(await border('birthYear'));
  const colours = await page
    .locator('.steps li')
    .evaluateAll((items) => items.map((item) => getComputedStyle(item, '::before').backgroundColor));
  expect(colours[0]).not.toBe(colours[1]);
});

test('with reduced motion, only the waiting sign moves, slowly', async ({ page, donor, sandbox }) => {
  const durations = () =>
    page.evaluate(() => document.getAnimations().map(({ effect }) => Number(effect?.getTiming().duration)));
  await openTyped(page);
  // many bubbles at once are not animated
  await donor.fill({ ...TEST_CARD, email: 'hanako' });
  await donor.control('email').blur();
  const bubble = donor.errorFor('email');
  await expect(bubble).toHaveCSS('animation-name', 'bubble-in');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(bubble).toHaveCSS('animation-name', 'none');

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await donor.fill({ email: typedForm.email });
  await hold(page, `${sandbox.gateway}/token`);
  await donor.confirmInput();
  await expect.poll(durations).toEqual([1000]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(durations).toEqual([6000]);
});

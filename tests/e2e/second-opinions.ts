import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { HtmlValidate } from 'html-validate';

/** What a checker says against an element: found by XPath or by CSS selector. */
type Finding = { rule: string; path: string };

const read = (url: string) => readFileSync(fileURLToPath(url), 'utf8');

/** The table of docs/accessibility.md: `| rule | where | answer |`, the first two in backticks. */
const answers = [
  ...read(new URL('../../docs/accessibility.md', import.meta.url).href).matchAll(
    /^\| `([\w:/-]+)` \| `(.+?)` \| \S/gm,
  ),
].map(([, rule = '', where = '']) => ({ rule, where }));

const engine = read(import.meta.resolve('accessibility-checker-engine/ace.js'));

/**
 * Everything that does not pass, down to its recommendations and what it asks a person to look at. Meanwhile taken out:
 * what cannot be reached, and of each list all but the first answers, which are all made alike.
 */
const foundByIbm = (page: Page): Promise<Finding[]> =>
  page.evaluate<Finding[]>(`(async () => {
    ${engine}
    const emptied = [...document.querySelectorAll('[inert], select')].map((element) => ({ element, all: [...element.childNodes] }));
    for (const { element, all } of emptied)
      element.replaceChildren(...(element.matches('select') ? all.slice(0, 3) : []));
    const { results } = await new ace.Checker().check(document, ['IBM_Accessibility']);
    for (const { element, all } of emptied.toReversed()) element.replaceChildren(...all);
    return results
      .filter(({ value: [, outcome] }) => outcome !== 'PASS')
      .map(({ ruleId, path }) => ({ rule: 'ibm:' + ruleId, path: path.dom }));
  })()`);

/** `browser` leaves out what the browser's way of writing the document down decides. */
const htmlValidate = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:browser'],
  rules: { 'tel-non-breaking': ['error', { ignoreClasses: ['unbroken'] }] },
});

async function foundByHtmlValidate(page: Page): Promise<Finding[]> {
  const { results } = await htmlValidate.validateString(await page.content());
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, selector }) => ({ rule: `html-validate:${ruleId}`, path: selector ?? 'html' })),
  );
}

/**
 * What IBM's checker and html-validate find in the page as it is now and docs/accessibility.md does not answer, one
 * line each. What is inert cannot be reached, which IBM's checker does not know.
 */
export async function faultsFoundByOthers(page: Page): Promise<string[]> {
  const findings = [...(await foundByIbm(page)), ...(await foundByHtmlValidate(page))];
  return page.evaluate(
    (given) => {
      const elementAt = (path: string) =>
        path.startsWith('/')
          ? document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue
          : document.querySelector(path);
      return given.findings.flatMap(({ rule, path }) => {
        const element = elementAt(path);
        if (!(element instanceof Element)) return [`${rule}: ${path}`];
        if (element.closest('[inert]')) return [];
        if (given.answers.some((answer) => answer.rule === rule && element.matches(answer.where))) return [];
        return [`${rule}: ${element.outerHTML.slice(0, 120)}`];
      });
    },
    { findings, answers },
  );
}

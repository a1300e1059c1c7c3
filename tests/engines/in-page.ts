/** A text to look for: part of it, whatever its case, or an expression. */
export type Words = string | { source: string; flags: string };

/** One step from what was found so far to what is looked for, as Playwright's locators mean it. */
export type Step =
  | { css: string }
  | { role: string; name?: Words; exact?: boolean; level?: number }
  | { text: Words; exact?: boolean }
  | { label: Words; exact?: boolean }
  | { hasText: Words }
  | { has: Step[] }
  | { visible: true }
  | { nth: number }
  | { or: Step[] }
  | { and: Step[] };

/**
 * Runs in the page: finds elements and does something with them. It is sent there as text, so that it must not refer
 * to anything outside itself.
 */
export function inPage(
  steps: Step[],
  act: (elements: Element[], tools: Tools, arg: never) => unknown,
  arg: unknown,
) {
  const roles: Record<string, string> = {
    alert: '[role="alert"]',
    banner: 'header, [role="banner"]',
    button: 'button, summary, input[type="submit"], [role="button"]',
    checkbox: 'input[type="checkbox"]',
    combobox: 'select, input[list]',
    definition: 'dd',
    dialog: 'dialog, [role="dialog"]',
    form: 'form[aria-label], form[aria-labelledby]',
    group: 'fieldset, [role="group"]',
    heading: 'h1, h2, h3, h4, h5, h6',
    link: 'a[href]',
    list: 'ul, ol',
    listitem: 'li',
    main: 'main',
    navigation: 'nav',
    radio: 'input[type="radio"]',
    searchbox: 'input[type="search"]',
    region: 'section[aria-label], section[aria-labelledby], [role="region"]',
    status: '[role="status"], output',
    term: 'dt',
    textbox: 'input:not([type]), input[type="text"], input[type="email"], input[type="tel"], textarea',
  };
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/[\s\u200b]+/g, ' ').trim();
  const fits = (words: Words, text: string, exact = false) => {
    if (typeof words !== 'string') return new RegExp(words.source, words.flags).test(text);
    return exact ? text === tidy(words) : text.toLowerCase().includes(tidy(words).toLowerCase());
  };
  /** Old browsers cannot tell, and tests can make this one as old. */
  const isDrawn = (element: Element) =>
    typeof element.checkVisibility === 'function'
      ? element.checkVisibility({ visibilityProperty: true })
      : element.getClientRects().length > 0;
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return isDrawn(element) && width > 0 && height > 0;
  };
  const heard = (node: Node): string => {
    if (node instanceof Element && (node.getAttribute('aria-hidden') === 'true' || !isDrawn(node))) return '';
    if (node instanceof Text) return node.data;
    const said = node instanceof Element && (node.getAttribute('aria-label') || node.getAttribute('alt'));
    if (said) return said;
    const drawn = (place: string) =>
      node instanceof Element ? (/^"(.*)"$/.exec(getComputedStyle(node, place).content)?.[1] ?? '') : '';
    const inner = [drawn('::before'), ...[...node.childNodes].map(heard), drawn('::after')].join('');
    return node instanceof Element && getComputedStyle(node).display !== 'inline' ? ` ${inner} ` : inner;
  };
  const named = (ids: string | null) =>
    (ids ?? '')
      .split(/\s+/)
      .map((id) => tidy(document.getElementById(id)?.textContent))
      .join(' ')
      .trim();
  const labelsOf = (element: Element) =>
    element instanceof HTMLInputElement || element instanceof HTMLSelectElement
      ? [...(element.labels ?? [])]
      : [];
  const nameOf = (element: Element): string =>
    named(element.getAttribute('aria-labelledby')) ||
    element.getAttribute('aria-label') ||
    labelsOf(element)
      .map((label) => tidy(heard(label)))
      .join(' ') ||
    tidy(heard(element.querySelector(':scope > legend') ?? element)) ||
    element.getAttribute('title') ||
    '';
  const unique = (elements: Element[]) => [...new Set(elements)];
  const inOrder = (elements: Element[]) =>
    unique(elements).sort((a, b) =>
      a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    );

  const within = (scopes: ParentNode[], css: string): Element[] => {
    // Playwright's own, which engines do not know
    if (css.endsWith(':visible')) return within(scopes, css.replace(/:visible$/, '')).filter(isShown);
    return unique(scopes.flatMap((scope) => [...scope.querySelectorAll(css)]));
  };
  function find(from: ParentNode[], path: Step[]): Element[] {
    let scopes: ParentNode[] = from;
    let found: Element[] = [];
    for (const step of path) {
      if ('css' in step) found = within(scopes, step.css);
      else if ('role' in step) {
        found = within(scopes, roles[step.role] ?? `[role="${step.role}"]`).filter(
          (element) =>
            isDrawn(element) &&
            !element.closest('[aria-hidden="true"]') &&
            (step.level === undefined || element.localName === `h${step.level}`) &&
            (step.name === undefined || fits(step.name, nameOf(element), step.exact)),
        );
      } else if ('text' in step) {
        const all = within(scopes, '*').filter((element) => !element.matches('head, head *, script, style'));
        const fitting = all.filter((element) => fits(step.text, tidy(element.textContent), step.exact));
        found = fitting.filter(
          (element) => !fitting.some((other) => other !== element && element.contains(other)),
        );
      } else if ('label' in step) {
        found = within(scopes, 'input, select, textarea, [aria-label], [aria-labelledby]').filter((element) =>
          fits(step.label, nameOf(element), step.exact),
        );
      } else if ('hasText' in step) {
        found = found.filter((element) => fits(step.hasText, tidy(element.textContent)));
      } else if ('has' in step) found = found.filter((element) => find([element], step.has).length > 0);
      else if ('visible' in step) found = found.filter(isShown);
      else if ('nth' in step) found = found.slice(step.nth).slice(0, 1);
      else if ('or' in step) found = inOrder([...found, ...find(from, step.or)]);
      else {
        const others = find(from, step.and);
        found = found.filter((element) => others.includes(element));
      }
      scopes = found;
    }
    return found;
  }
  return act(find([document], steps), { tidy, isShown, nameOf, named }, arg as never);
}

/** What {@link inPage} lends to what it runs. */
export interface Tools {
  tidy(text: string | null | undefined): string;
  isShown(element: Element): boolean;
  nameOf(element: Element): string;
  named(ids: string | null): string;
}

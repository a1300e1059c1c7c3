/**
 * Translators and extensions that change the page, as functions that run in it first. Each is self-contained, since
 * Playwright sends its source to the browser.
 */
declare global {
  interface Window {
    /** React's failed changes of nodes that somebody had moved. */
    domFaults?: string[];
  }
}

/** A page translator, as in Chrome and Safari: it replaces each text node by two `font` elements, new ones too. */
function translator(): void {
  const translated = new WeakSet<Node>();
  const translate = (node: Node) => {
    const texts = document.createNodeIterator(node, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text instanceof Text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!parent || parent.closest('font, script, style, noscript, head') || !/\S/.test(text.data)) continue;
      const outer = document.createElement('font');
      outer.append(document.createElement('font'));
      outer.firstElementChild?.append(text.data);
      translated.add(text);
      text.replaceWith(outer);
    }
  };
  new MutationObserver((records) => {
    for (const { addedNodes, target, type } of records) {
      if (type === 'characterData') translate(target);
      for (const node of addedNodes) if (node.isConnected) translate(node);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });

  // A changed text that is no longer on the page raises no error: the donor would go on reading the old one.
  const faults: string[] = [];
  window.domFaults = faults;
  const property = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...property,
    set(this: Node, value: string) {
      if (translated.has(this)) faults.push(`text is not changed: ${value}`);
      property?.set?.call(this, value);
    },
  });
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode !== this) faults.push(`cannot be removed: ${child.textContent}`);
    return removeChild.call(this, child) as Child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    next: Node | null,
  ): Child {
    if (next && next.parentNode !== this) faults.push(`nothing can stand before: ${next.textContent}`);
    return insertBefore.call(this, child, next) as Child;
  };
}

/** A password manager: an icon beside each line of text, and marks on the lines. */
function passwordManager(): void {
  const decorate = () => {
    for (const input of document.querySelectorAll('input[type="text"]:not([data-manager])')) {
      input.setAttribute('data-manager', '');
      const icon = document.createElement('com-manager-icon');
      icon.attachShadow({ mode: 'open' }).append('🔑');
      input.after(icon);
    }
  };
  new MutationObserver(decorate).observe(document, { childList: true, subtree: true });
}

/** Wraps elements in its own and inserts others, so that React can remove none of them. */
function mover(): void {
  const move = () => {
    for (const element of document.querySelectorAll(
      'main p, main button, main input, main select, main section',
    )) {
      if (element.parentElement?.tagName === 'X-BOX' || element.contains(document.activeElement)) continue;
      const box = document.createElement('x-box');
      box.style.display = 'contents';
      element.replaceWith(box);
      box.append(element, document.createElement('x-note'));
    }
  };
  new MutationObserver(move).observe(document, { childList: true, subtree: true });
}

export const browserExtensions = { translator, passwordManager, mover };

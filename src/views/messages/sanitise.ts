import createPurifier from 'dompurify';

/** They become `div`s: each message is itself an `<li>` (docs/contracts.md), which can contain no list item. */
const lines = 'address,article,blockquote,center,dd,dl,dt,h1,h2,h3,h4,h5,h6,li,ol,pre,section,ul'.split(',');
const kept = 'a,b,br,caption,div,em,p,span,strong,table,tbody,td,tfoot,th,thead,tr'.split(',');

/** Absolute http(s) addresses, mail, telephone, and paths. What a browser would read as another host is no path. */
const allowedAddress = /^(?!.*\\)(?:https?:\/\/|mailto:|tel:|\/(?!\/)|\.(?!\.*\/{2})|[\w-]+(?:[/.?]|$))/i;

const settings = {
  ALLOWED_URI_REGEXP: allowedAddress,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
};

const purifier = createPurifier(window);
purifier.addHook('afterSanitizeAttributes', (node) => {
  const address = node.getAttribute('href');
  if (address === null) return;
  node.setAttribute('rel', 'noopener');
  if (/^(?:mailto|tel):/i.test(address)) return;
  // a new tab, so that the donor does not leave the form
  node.setAttribute('target', '_blank');
  // The API host means the organisation's site, not the folder of the form.
  if (!/^(?:https?:|\/)/i.test(address)) node.setAttribute('href', `/${address.replace(/^[./]+/, '')}`);
});

/**
 * Removes everything except harmless HTML from a message (decision 8). Lists become `div`s of the classes `message-ul`,
 * `message-ol` and `message-li`. Import it when needed: most donors never do.
 */
export function sanitise(message: string): TrustedHTML {
  const fragment = purifier.sanitize(message, {
    ...settings,
    ALLOWED_TAGS: [...kept, ...lines],
    ALLOWED_ATTR: ['href'],
    RETURN_DOM_FRAGMENT: true,
  });
  for (const element of fragment.querySelectorAll(lines.join())) {
    const line = fragment.ownerDocument.createElement('div');
    line.className = `message-${element.localName}`;
    line.append(...element.childNodes);
    element.replaceWith(line);
  }
  return purifier.sanitize(fragment, {
    ...settings,
    ALLOWED_TAGS: kept,
    ALLOWED_ATTR: ['href', 'class'],
    RETURN_TRUSTED_TYPE: true,
  });
}

import createPurifier from 'dompurify';

const allowedTags = 'a,b,br,caption,div,em,p,span,strong,table,tbody,td,tfoot,th,thead,tr'.split(',');

/** Block tags that are not allowed, which become lines: each message is itself an `<li>`, and no other may be in it. */
const lines = 'address,article,blockquote,center,dd,dl,dt,h1,h2,h3,h4,h5,h6,li,ol,pre,section,ul'.split(',');

/** Absolute http(s) addresses, mail, telephone, and paths. What a browser would read as another host is no path. */
const allowedAddress = /^(?!.*\\)(?:https?:\/\/|mailto:|tel:|\/(?!\/)|\.(?!\.*\/{2})|[\w-]+(?:[/.?]|$))/i;

const purifier = createPurifier(window);
purifier.addHook('uponSanitizeElement', (node, { tagName }) => {
  if (!(node instanceof Element) || !lines.includes(tagName)) return;
  if (tagName === 'ul' || tagName === 'ol')
    for (const [index, item] of [...node.children].entries())
      item.prepend(tagName === 'ol' ? `${index + 1}. ` : '・');
  // The tag goes and its content stays.
  const line = node.ownerDocument.createElement('div');
  line.append(...node.childNodes);
  node.append(line);
});
purifier.addHook('afterSanitizeAttributes', (node) => {
  const address = node.getAttribute('href');
  if (address === null) return;
  node.setAttribute('rel', 'noopener');
  if (/^(?:mailto|tel):/i.test(address)) return;
  // a new tab, so that the donor does not leave the form
  node.setAttribute('target', '_blank');
  // The API host's relative links mean the organisation's site, not the folder of the form.
  if (!/^(?:https?:|\/)/i.test(address)) node.setAttribute('href', `/${address.replace(/^[./]+/, '')}`);
});

/**
 * Removes everything except harmless HTML from a message (decision 8). Lists become lines. Import it when needed: most
 * donors never do.
 */
export const sanitise = (message: string): TrustedHTML =>
  purifier.sanitize(message, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: allowedAddress,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_TRUSTED_TYPE: true,
  });

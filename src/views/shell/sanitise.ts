import createPurifier from 'dompurify';

/** Without list tags, since each message is already an `<li>` (docs/contracts.md). Their text stays. */
const allowedTags = ['a', 'b', 'strong', 'em', 'br', 'p', 'span'];

/** Absolute http(s) addresses or relative ones. */
const allowedAddress = /^(?:https?:\/\/|[/?#.])/i;

const purifier = createPurifier(window);
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (!node.hasAttribute('href')) return;
  // a new tab, so that the donor does not leave the form
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener');
});

/** Removes everything but harmless HTML from a message (decision 8). Import it when needed: most donors never do. */
export function sanitise(message: string): TrustedHTML {
  return purifier.sanitize(message, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: allowedAddress,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_TRUSTED_TYPE: true,
  });
}

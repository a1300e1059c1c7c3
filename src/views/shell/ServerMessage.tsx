import { useEffect, useState } from 'react';
import { loadOnce } from '../../load-once.ts';
import { unreadableMessage } from '../../signup/messages.ts';
import { withoutTags } from '../../signup/server-messages.ts';

/** Lists are not among them: one message is one `<li>` (docs/contracts.md), and their words are kept without. */
const allowedTags = ['a', 'b', 'strong', 'em', 'br', 'p', 'span'];

/** Absolute over HTTP, or relative; no other scheme. */
const allowedAddress = /^(?:https?:\/\/|[/?#.])/i;

type Sanitise = (message: string) => TrustedHTML;

/** For the first message that holds markup: most donors never need it. */
const loadSanitiser = loadOnce(async (): Promise<Sanitise> => {
  const { default: createPurifier } = await import('dompurify');
  const purifier = createPurifier(window);
  purifier.addHook('afterSanitizeAttributes', (node) => {
    if (!node.hasAttribute('href')) return;
    // what the donor has typed stays where it is
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener');
  });
  return (message) =>
    purifier.sanitize(message, {
      ALLOWED_TAGS: allowedTags,
      ALLOWED_ATTR: ['href'],
      ALLOWED_URI_REGEXP: allowedAddress,
      ALLOW_ARIA_ATTR: false,
      ALLOW_DATA_ATTR: false,
      RETURN_TRUSTED_TYPE: true,
    });
});

/**
 * A message as a server wrote it, which may hold HTML: only what is harmless of it is shown (decision 8).
 * Until the sanitiser is there, and where it cannot be loaded, the words are shown as plain text.
 */
export function ServerMessage({ message }: { message: string }) {
  const hasMarkup = /[<&]/.test(message);
  const [sanitised, setSanitised] = useState<{ of: string; html: TrustedHTML } | null>(null);

  useEffect(() => {
    if (!hasMarkup) return;
    let isCurrent = true;
    loadSanitiser().then(
      (sanitise) => {
        if (isCurrent) setSanitised({ of: message, html: sanitise(message) });
      },
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [hasMarkup, message]);

  // what is dropped with its content may have been all there was: then the bare words
  if (hasMarkup && sanitised?.of === message && withoutTags(String(sanitised.html)) !== '') {
    return <div className="error-list-message" dangerouslySetInnerHTML={{ __html: sanitised.html }} />;
  }
  return <div className="error-list-message">{withoutTags(message) || unreadableMessage}</div>;
}

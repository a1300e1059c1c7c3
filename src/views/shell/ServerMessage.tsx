import { useEffect, useState } from 'react';
import { unreadableMessage } from '../../signup/messages.ts';
import { withoutTags } from '../../signup/server-messages.ts';

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
    import('./sanitise.ts').then(
      ({ sanitise }) => {
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

import { useEffect, useState } from 'react';
import { unreadableMessage } from '../../signup/messages.ts';
import { withoutTags } from '../../signup/server-messages.ts';

/**
 * A server's message, which may hold HTML, sanitised (decision 8). It is shown as plain text until the sanitiser has
 * loaded, and if it does not load.
 */
export function ServerMessage({ id, message }: { id: string; message: string }) {
  const hasMarkup = /[<&]/.test(message);
  const [sanitised, setSanitised] = useState<{ of: string; html: TrustedHTML } | null>(null);

  useEffect(() => {
    if (!hasMarkup) return;
    let isCurrent = true;
    import('./sanitise.ts')
      .then(({ sanitise }) => {
        if (isCurrent) setSanitised({ of: message, html: sanitise(message) });
      })
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [hasMarkup, message]);

  // if sanitising leaves no text, the plain text is shown
  if (hasMarkup && sanitised?.of === message && withoutTags(String(sanitised.html)) !== '') {
    return (
      <div id={id} className="error-list-message" dangerouslySetInnerHTML={{ __html: sanitised.html }} />
    );
  }
  return (
    <div id={id} className="error-list-message is-plain">
      {withoutTags(message) || unreadableMessage}
    </div>
  );
}

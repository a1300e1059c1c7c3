/** What the bank's page sends back in the query parameter `p` (specification §4). */
export type CallbackParameter = { accessId: string; event: string; csrfToken: string };

const maximumLength = 8192;

/**
 * Reads `p`: JSON in UTF-8 in base64, of which the standard and the URL-safe alphabet, missing padding and
 * `+` turned into a space all occur (docs/facts.md). Null for anything else; never throws.
 */
export function parseCallbackParameter(p: string | null): CallbackParameter | null {
  if (p === null || p.length > maximumLength) return null;
  try {
    return toCallbackParameter(JSON.parse(decodeBase64(p)));
  } catch {
    return null;
  }
}

/** @throws where it is not base64 or the bytes are not UTF-8 */
function decodeBase64(base64: string): string {
  const standard = base64.replace(/[ -]/g, '+').replaceAll('_', '/').replace(/=+$/, '');
  const bytes = Uint8Array.from(atob(standard), (letter) => letter.charCodeAt(0));
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/** Checks the shape of what came from outside; what else the object carries is dropped. Null if it does not fit. */
export function toCallbackParameter(value: unknown): CallbackParameter | null {
  const accessId = ownString(value, 'accessId');
  const event = ownString(value, 'event');
  const csrfToken = ownString(value, 'csrfToken');
  return accessId && csrfToken && event !== null ? { accessId, event, csrfToken } : null;
}

function ownString(value: unknown, key: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const own: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
  return typeof own === 'string' ? own : null;
}

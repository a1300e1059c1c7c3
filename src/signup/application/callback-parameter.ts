import { asRecord, isNonEmpty } from '../type-guards.ts';

/** The content of the query parameter `p`, which the bank's page sends back (specification §4). */
export type CallbackParameter = { accessId: string; event: string; csrfToken: string };

const maximumLength = 8192;

/**
 * Reads `p`: JSON as UTF-8 in base64. Accepts both alphabets, missing padding, and spaces for `+` (docs/facts.md).
 * Null for anything else. Never throws.
 */
export function parseCallbackParameter(p: string | null): CallbackParameter | null {
  if (p === null || p.length > maximumLength) return null;
  try {
    return toCallbackParameter(JSON.parse(decodeBase64(p)));
  } catch {
    return null;
  }
}

/** @throws if the text is not base64 or its bytes are not UTF-8 */
function decodeBase64(base64: string): string {
  const standard = base64.replace(/[ -]/g, '+').replaceAll('_', '/').replace(/=+$/, '');
  const bytes = Uint8Array.from(atob(standard), (letter) => letter.charCodeAt(0));
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/** Checks the shape and drops other keys. Null if it does not fit. */
export function toCallbackParameter(value: unknown): CallbackParameter | null {
  const { accessId, event, csrfToken } = asRecord(value);
  const isComplete = isNonEmpty(accessId) && isNonEmpty(csrfToken) && typeof event === 'string';
  return isComplete ? { accessId, event, csrfToken } : null;
}

/** What `text` says as an absolute address, or null. `URL.canParse` is missing in Safari 16 and others we support. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** The absolute URL in `text`, or null. Safari 16, which we support, has no `URL.canParse`. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

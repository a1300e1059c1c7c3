import { parseUrl } from '../parse-url.ts';

const localHosts: readonly string[] = ['localhost', '127.0.0.1'];

/** Scheme, two slashes, an authority without `@` or backslash, then visible ASCII without a backslash. */
const plainAbsoluteUrl = /^https?:\/\/[^/\\?#@]+(?:[/?#][\x21-\x5b\x5d-\x7e]*)?$/i;
const visibleAscii = /^[\x21-\x7e]+$/;

/**
 * Whether the browser may go to this address: https (http only on localhost), no user name, and an origin that the
 * settings allow (decision 10). Stricter than the URL standard: an address that browsers would first repair is refused.
 * @param allowedOrigins such as `https://pay.example.com`, as `URL.origin` writes them
 */
export function isAllowedRedirect(url: string, allowedOrigins: readonly string[]): boolean {
  if (!visibleAscii.test(url) || !plainAbsoluteUrl.test(url)) return false;
  const parsed = parseUrl(url);
  if (!parsed) return false;
  const { protocol, hostname, origin } = parsed;
  return (protocol === 'https:' || localHosts.includes(hostname)) && allowedOrigins.includes(origin);
}

import type { Settings } from '../src/settings.ts';
import type { PolicySettings } from './policy-settings.ts';

/** CSP sources (`'sha256-…'`) of the inline scripts and styles of one build. */
export type InlineHashes = { scripts: readonly string[]; styles: readonly string[] };

export type Headers = Record<string, string>;

/** Which headers a path of the site gets; null for the organisation's own pages around the form. */
export type PathKind = 'page' | 'callback' | 'asset';

type Origins = { scripts: string[]; connections: string[]; images: string[]; frames: string[] };

const googleCaptchaHosts = ['www.google.com', 'www.recaptcha.net'];
const YEAR = 365 * 24 * 60 * 60;

function pathKind(path: string): PathKind | null {
  if (path !== '/form' && !path.startsWith('/form/')) return null;
  if (path.startsWith('/form/assets/')) return 'asset';
  return path.replace(/\/+$/, '') === '/form/member/callback' ? 'callback' : 'page';
}

/**
 * The response headers of every path under /form: the one definition that the sandbox, the generated
 * `nginx.conf` and `check:deployed` share. None for other paths.
 */
export function createHeaders(
  settings: Settings,
  policy: PolicySettings,
  hashes: InlineHashes,
): (path: string) => Headers {
  return (path) => {
    const kind = pathKind(path);
    return kind ? headersOf(kind, settings, policy, hashes) : {};
  };
}

export function headersOf(
  kind: PathKind,
  settings: Settings,
  policy: PolicySettings,
  hashes: InlineHashes,
): Headers {
  return {
    'Cache-Control': kind === 'asset' ? `public, max-age=${YEAR}, immutable` : 'no-store',
    ...commonHeaders(settings),
    ...(kind === 'asset' ? {} : pageHeaders(settings, policy, hashes)),
    ...(kind === 'callback' ? { 'X-Robots-Tag': 'noindex' } : {}),
  };
}

function commonHeaders(settings: Settings): Headers {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(isHttps(settings) ? { 'Strict-Transport-Security': `max-age=${2 * YEAR}` } : {}),
  };
}

function pageHeaders(settings: Settings, policy: PolicySettings, hashes: InlineHashes): Headers {
  const enforced = [contentPolicy(settings, policy, hashes)];
  const types = trustedTypesPolicy(settings);
  if (policy.trustedTypes === 'enforce') enforced.push(types);
  return {
    'Content-Security-Policy': enforced.join('; '),
    ...(policy.trustedTypes === 'enforce' ? {} : { 'Content-Security-Policy-Report-Only': types }),
    // `no-referrer` would turn the Origin of the completion post into "null"; this sends no path and no query either
    'Referrer-Policy': 'strict-origin',
    'Permissions-Policy': forbiddenFeatures.map((feature) => `${feature}=()`).join(', '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    // for browsers that do not know frame-ancestors
    'X-Frame-Options': 'DENY',
  };
}

const forbiddenFeatures = (
  'accelerometer autoplay camera display-capture encrypted-media fullscreen geolocation gyroscope magnetometer ' +
  'microphone midi payment picture-in-picture publickey-credentials-get screen-wake-lock usb xr-spatial-tracking'
).split(' ');

function contentPolicy(settings: Settings, policy: PolicySettings, hashes: InlineHashes): string {
  const { scripts, connections, images, frames } = outsideOrigins(settings, policy);
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts, ...hashes.scripts],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'", ...hashes.styles],
    'img-src': ["'self'", 'data:', ...images],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connections],
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    // for the completion post; Chromium applies it to redirects of the answer, too
    'form-action': ["'self'"],
  };
  const lines = Object.entries(directives).map(([name, values]) => [name, ...new Set(values)].join(' '));
  return [...lines, ...(isHttps(settings) ? ['upgrade-insecure-requests'] : [])].join('; ');
}

/** `signup` is our loader of other sites' scripts, `dompurify` the sanitiser of server messages. */
function trustedTypesPolicy(settings: Settings): string {
  const names = ['signup', 'dompurify', ...(usesGoogleCaptcha(settings) ? ['recaptcha', 'goog#html'] : [])];
  return `require-trusted-types-for 'script'; trusted-types ${names.join(' ')}`;
}

function outsideOrigins(settings: Settings, policy: PolicySettings): Origins {
  const gateway = new URL(settings.cardGatewayScript).origin;
  const captcha = new URL(settings.captchaScript).origin;
  const origins: Origins = {
    scripts: [gateway, captcha],
    connections: [settings.apiOrigin, gateway, captcha],
    images: [],
    frames: [],
  };
  if (settings.captchaType === 'invisible') origins.frames.push(captcha);
  if (usesGoogleCaptcha(settings)) {
    origins.scripts.push('https://www.gstatic.com');
    origins.frames.push(captcha, 'https://recaptcha.google.com');
  }
  if (settings.gtmId) {
    const tagManager = 'https://www.googletagmanager.com';
    const analytics = ['https://*.google-analytics.com', 'https://*.analytics.google.com'];
    origins.scripts.push(tagManager);
    origins.images.push(tagManager, ...analytics);
    origins.connections.push(tagManager, ...analytics);
  }
  if (settings.sentryDsn) origins.connections.push(new URL(settings.sentryDsn).origin);
  origins.scripts.push(...policy.scriptOrigins);
  origins.connections.push(...policy.connectOrigins);
  origins.images.push(...policy.imageOrigins);
  origins.frames.push(...policy.frameOrigins);
  return origins;
}

function usesGoogleCaptcha({ captchaScript }: Settings): boolean {
  return googleCaptchaHosts.includes(new URL(captchaScript).hostname);
}

function isHttps({ siteOrigin }: Settings): boolean {
  return siteOrigin.startsWith('https:');
}

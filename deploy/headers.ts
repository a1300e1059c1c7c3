import type { Settings } from '../src/settings.ts';
import { kindOf, type PathKind } from './addresses.ts';
import type { Environment } from './environment.ts';

/** CSP sources (`'sha256-…'`) of the inline scripts and styles of one build. */
export type InlineHashes = { scripts: readonly string[]; styles: readonly string[] };

/** An answer's headers, by name. */
export type HeaderValues = Record<string, string>;

/** Everything that headers depend on. */
export type HeaderSources = { settings: Settings; policy: PolicySettings; hashes: InlineHashes };

type Origins = Readonly<Record<'scripts' | 'connections' | 'images' | 'frames', readonly string[]>>;

/** The `CSP_*` variables (`.env.example`), which only change headers: further hosts for outside scripts. */
export type PolicySettings = Origins & { trustedTypes: 'enforce' | 'report-only' };

/** @throws Error with a sentence that names the variable which is wrong */
export function readPolicySettings(environment: Environment, { gtmId }: Settings): PolicySettings {
  // Google Tag Manager gives plain text to script elements.
  const trustedTypes = environment.CSP_TRUSTED_TYPES || (gtmId ? 'report-only' : 'enforce');
  if (trustedTypes !== 'enforce' && trustedTypes !== 'report-only')
    throw new Error(`Setting CSP_TRUSTED_TYPES must be "enforce" or "report-only", not “${trustedTypes}”.`);
  const originsIn = (name: string) => {
    const origins = (environment[name] ?? '').split(',').flatMap((value) => value.trim() || []);
    // A semicolon or a quote would end the directive and begin another one.
    const wrong = origins.find((origin) => !/^https:\/\/(?:\*\.)?[a-z0-9.-]+(?::\d+)?$/.test(origin));
    if (wrong === undefined) return origins;
    throw new Error(
      `Setting ${name} must be https origins without a path, separated by commas; “${wrong}” is none.`,
    );
  };
  return {
    scripts: originsIn('CSP_SCRIPT_ORIGINS'),
    connections: originsIn('CSP_CONNECT_ORIGINS'),
    images: originsIn('CSP_IMAGE_ORIGINS'),
    frames: originsIn('CSP_FRAME_ORIGINS'),
    trustedTypes,
  };
}

const YEAR = 365 * 24 * 60 * 60;

/** Browsers and caches must not keep errors. */
export const ERROR_CACHING = 'no-store';

/**
 * The response headers of every answer under /form: the one definition that the sandbox, the configurations of web
 * servers and `check:deployed` share. None for other paths. An error may carry a page's other headers too.
 */
export function createHeaders(sources: HeaderSources): (path: string, status?: number) => HeaderValues {
  return (path, status = 200) => {
    const kind = kindOf(path);
    if (!kind) return {};
    if (status >= 400) return { ...commonHeaders(sources), 'Cache-Control': ERROR_CACHING };
    return headersOf(kind, sources);
  };
}

export function headersOf(kind: PathKind, sources: HeaderSources): HeaderValues {
  return { ...commonHeaders(sources), ...ownHeaders(kind, sources) };
}

/** What every answer carries. */
export function commonHeaders({ settings }: HeaderSources): HeaderValues {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(isHttps(settings) ? { 'Strict-Transport-Security': `max-age=${2 * YEAR}` } : {}),
  };
}

/** What a kind of answer carries beside the common headers. */
export function ownHeaders(kind: PathKind, sources: HeaderSources): HeaderValues {
  if (kind === 'asset') return { 'Cache-Control': `public, max-age=${YEAR}, immutable` };
  return {
    'Cache-Control': 'no-store',
    ...pageHeaders(sources, kind === 'callback'),
    ...(kind === 'callback' ? { 'X-Robots-Tag': 'noindex' } : {}),
  };
}

/** @param isCallback only our own scripts run there, since any other could read `p` (decision 11) */
function pageHeaders({ settings, policy, hashes }: HeaderSources, isCallback: boolean): HeaderValues {
  const enforced = [
    contentPolicy(settings, isCallback ? ownOrigins(settings) : allOrigins(settings, policy), hashes),
  ];
  const types = trustedTypesPolicy(usesGoogleCaptcha(settings) && !isCallback);
  const isEnforced = isCallback || policy.trustedTypes === 'enforce';
  if (isEnforced) enforced.push(types);
  return {
    'Content-Security-Policy': enforced.join('; '),
    ...(isEnforced ? {} : { 'Content-Security-Policy-Report-Only': types }),
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

function contentPolicy(settings: Settings, origins: Origins, hashes: InlineHashes): string {
  const { scripts, connections, images, frames } = origins;
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
    // For the completion post. Chromium also applies it if the completion page redirects to the main name of the site.
    'form-action': ["'self'", settings.siteOrigin],
  };
  const lines = Object.entries(directives).map(([name, values]) => [name, ...new Set(values)].join(' '));
  // A rehearsal calls the sandbox on this machine, which has no https.
  const callsLocalHost = [settings.apiOrigin, settings.cardGatewayScript].some((url) => !isSecure(url));
  if (isHttps(settings) && !callsLocalHost) lines.push('upgrade-insecure-requests');
  return lines.join('; ');
}

/** `signup` is our loader of other sites' scripts, `dompurify` the sanitiser of server messages. */
function trustedTypesPolicy(runsGoogleCaptcha: boolean): string {
  const names = ['signup', 'dompurify', ...(runsGoogleCaptcha ? ['recaptcha', 'goog#html'] : [])];
  return `require-trusted-types-for 'script'; trusted-types ${names.join(' ')}`;
}

/** What our own scripts call. */
function ownOrigins(settings: Settings): Origins {
  const reports = settings.sentryDsn ? [new URL(settings.sentryDsn).origin] : [];
  return { scripts: [], connections: [settings.apiOrigin, ...reports], images: [], frames: [] };
}

function allOrigins(settings: Settings, policy: PolicySettings): Origins {
  const gateway = new URL(settings.cardGatewayScript).origin;
  const isGoogle = usesGoogleCaptcha(settings);
  // Google's hosts serve many other scripts.
  const captcha = `${new URL(settings.captchaScript).origin}${isGoogle ? '/recaptcha/' : ''}`;
  const ownFrames = isGoogle || settings.captchaType === 'invisible' ? [captcha] : [];
  const googleScripts = isGoogle ? ['https://www.gstatic.com/recaptcha/'] : [];
  const googleFrames = isGoogle ? ['https://recaptcha.google.com/recaptcha/'] : [];
  const tagManager = settings.gtmId ? ['https://www.googletagmanager.com'] : [];
  const reports = ['https://*.google-analytics.com', 'https://*.analytics.google.com'];
  const analytics = tagManager.flatMap((host) => [host, ...reports]);
  const { connections } = ownOrigins(settings);
  return {
    scripts: [gateway, captcha, ...googleScripts, ...tagManager, ...policy.scripts],
    connections: [...connections, gateway, captcha, ...analytics, ...policy.connections],
    images: [...analytics, ...policy.images],
    frames: [...ownFrames, ...googleFrames, ...policy.frames],
  };
}

const usesGoogleCaptcha = ({ captchaScript }: Settings) =>
  ['www.google.com', 'www.recaptcha.net'].includes(new URL(captchaScript).hostname);

const isSecure = (url: string) => url.startsWith('https:');
const isHttps = ({ siteOrigin }: Settings) => isSecure(siteOrigin);

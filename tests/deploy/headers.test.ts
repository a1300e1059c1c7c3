import { expect, it } from 'vitest';
import { START_PATHS, screens } from '../../deploy/addresses.ts';
import { exampleEnvironment } from '../../deploy/environment.ts';
import {
  createHeaders,
  type HeaderSources,
  type HeaderValues,
  readPolicySettings,
} from '../../deploy/headers.ts';
import { nginxConfig, usualPlaces } from '../../deploy/nginx.ts';
import { headersFile, redirectsFile } from '../../deploy/releases.ts';
import { readSettings } from '../../src/settings.ts';

const hashes = { scripts: ["'sha256-inlineScript'"], styles: ["'sha256-inlineStyle'"] };

function sourcesFor(changes: Record<string, string> = {}): HeaderSources {
  const environment = { ...exampleEnvironment(), ...changes };
  const settings = readSettings(environment);
  return { settings, policy: readPolicySettings(environment, settings), hashes };
}
const headersFor = (path: string, changes: Record<string, string> = {}, status = 200): HeaderValues =>
  createHeaders(sourcesFor(changes))(path, status);

/** The enforced policy, by directive. */
function policyFor(changes: Record<string, string> = {}, path = '/form/member'): Record<string, string[]> {
  const policy = headersFor(path, changes)['Content-Security-Policy'] ?? '';
  const directives = policy.split('; ').map((directive) => directive.split(' '));
  return Object.fromEntries(directives.map(([name = '', ...values]) => [name, values]));
}

it('the headers of a page are as approved (npx vitest run tests/deploy/headers -u)', () => {
  const headers = Object.entries(headersFor('/form/member')).map(([name, value]) => `${name}: ${value}`);
  expect(headers.join('\n')).toMatchInlineSnapshot(`
    "X-Content-Type-Options: nosniff
    Cross-Origin-Resource-Policy: same-origin
    Strict-Transport-Security: max-age=63072000
    Cache-Control: no-store
    Content-Security-Policy: default-src 'none'; script-src 'self' https://gateway.example.com https://captcha.example.com 'sha256-inlineScript'; script-src-attr 'none'; style-src 'self' 'sha256-inlineStyle'; img-src 'self' data:; font-src 'self'; connect-src 'self' https://api.example.org https://gateway.example.com https://captcha.example.com; frame-src 'none'; manifest-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' https://www.example.org; upgrade-insecure-requests; require-trusted-types-for 'script'; trusted-types signup dompurify
    Referrer-Policy: strict-origin
    Permissions-Policy: accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), fullscreen=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), publickey-credentials-get=(), screen-wake-lock=(), usb=(), xr-spatial-tracking=()
    Cross-Origin-Opener-Policy: same-origin
    X-Frame-Options: DENY"
  `);
});

it('every log of nginx has a format of its own, which leaves the callback’s query out', () => {
  expect(nginxConfig(sourcesFor(), usualPlaces)).not.toMatch(/access_log [^ ;]+;/);
});

const google = 'https://www.google.com/recaptcha/';
const captchaOfGoogle = { VITE_CAPTCHA_SCRIPT: `${google}api.js` };
const tagManager = { VITE_GTM_ID: 'GTM-ABC123' };
const reporter = { VITE_SENTRY_DSN: 'https://key@errors.example.net/1' };

const host = 'https://a.example';
const tagManagerHosts = 'https://www.googletagmanager.com';
const analyticsHosts = `${tagManagerHosts} https://*.google-analytics.com https://*.analytics.google.com`;
it.each<[changes: Record<string, string>, directive: string, added: string, removed?: string]>([
  [reporter, 'connect-src', 'https://errors.example.net'],
  [tagManager, 'script-src', tagManagerHosts],
  [tagManager, 'img-src', analyticsHosts],
  [tagManager, 'connect-src', analyticsHosts],
  [
    captchaOfGoogle,
    'script-src',
    `${google} https://www.gstatic.com/recaptcha/`,
    'https://captcha.example.com',
  ],
  [captchaOfGoogle, 'frame-src', `${google} https://recaptcha.google.com/recaptcha/`, "'none'"],
  [captchaOfGoogle, 'trusted-types', 'recaptcha goog#html'],
  [{ VITE_CAPTCHA_TYPE: 'invisible' }, 'frame-src', 'https://captcha.example.com', "'none'"],
  [{ CSP_SCRIPT_ORIGINS: host }, 'script-src', host],
  [{ CSP_CONNECT_ORIGINS: host }, 'connect-src', host],
  [{ CSP_IMAGE_ORIGINS: host }, 'img-src', host],
  [{ CSP_FRAME_ORIGINS: `${host}, https://b.example` }, 'frame-src', `${host} https://b.example`, "'none'"],
])('with %o the policy allows more in %s', (changes, directive, added, removed) => {
  const usual = policyFor()[directive]?.filter((each) => each !== removed) ?? [];
  expect(policyFor(changes)[directive]?.toSorted()).toEqual([...usual, ...added.split(' ')].toSorted());
});

it('beside Google Tag Manager, Trusted Types are only reported unless a setting enforces them', () => {
  const types = "require-trusted-types-for 'script'; trusted-types signup dompurify";
  expect(headersFor('/form')['Content-Security-Policy']).toContain(types);
  expect(policyFor(tagManager)).not.toHaveProperty('trusted-types');
  expect(headersFor('/form', tagManager)).toHaveProperty('Content-Security-Policy-Report-Only', types);
  expect(policyFor({ ...tagManager, CSP_TRUSTED_TYPES: 'enforce' })).toHaveProperty('trusted-types');
});

it('the callback allows no script but our own, whatever the settings, and enforces Trusted Types', () => {
  const others = { CSP_SCRIPT_ORIGINS: 'https://a.example', CSP_FRAME_ORIGINS: 'https://a.example' };
  const changes = { ...captchaOfGoogle, ...tagManager, ...reporter, ...others };
  const path = '/form/member/callback';
  expect(policyFor(changes, path)).toMatchObject({
    'script-src': ["'self'", ...hashes.scripts],
    'connect-src': ["'self'", 'https://api.example.org', 'https://errors.example.net'],
    'img-src': ["'self'", 'data:'],
    'frame-src': ["'none'"],
    'trusted-types': ['signup', 'dompurify'],
  });
  expect(headersFor(path, changes)).not.toHaveProperty('Content-Security-Policy-Report-Only');
});

it.each([
  ['CSP_SCRIPT_ORIGINS', 'https://a.example; script-src *'],
  ['CSP_SCRIPT_ORIGINS', "'unsafe-inline'"],
  ['CSP_SCRIPT_ORIGINS', '*'],
  ['CSP_SCRIPT_ORIGINS', 'http://a.example'],
  ['CSP_SCRIPT_ORIGINS', 'https://a/b'],
  ['CSP_TRUSTED_TYPES', 'no'],
])('%s is refused where it is “%s”', (name, value) => {
  expect(() => policyFor({ [name]: value })).toThrow(name);
});

it('hashed files are cached for ever, but not an error, and not the files that load late', () => {
  const cached = headersFor('/form/assets/index-1a2b.js');
  expect(cached).toHaveProperty('Cache-Control', 'public, max-age=31536000, immutable');
  expect(headersFor('/form/late/countries-1a2b.js')).toHaveProperty('Cache-Control', 'no-store');
  for (const path of ['/form/assets/index-0000.js', '/form/nothing.html'])
    expect(headersFor(path, {}, 404)).toEqual({ ...cached, 'Cache-Control': 'no-store' });
});

it('a site on plain http, as on a local machine, is not told to use https', () => {
  const headers = headersFor('/form/member', { VITE_SITE_ORIGIN: 'http://localhost:4173' });
  expect(headers).not.toHaveProperty('Strict-Transport-Security');
  expect(headers['Content-Security-Policy']).not.toContain('upgrade-insecure-requests');
});

it.each(['/', '/contact/', '/support/donation/member/complete.php', '/formal', '/forsupporter/'])(
  "%s is the organisation's own and left alone",
  (path) => expect(headersFor(path)).toEqual({}),
);

const lines = headersFile(sourcesFor()).split('\n');
/** As Netlify and Cloudflare Pages read the file: every rule that matches counts, and a header named twice is joined. */
function sentByStaticHost(path: string): HeaderValues {
  const headers: HeaderValues = {};
  let applies = false;
  for (const line of lines) {
    const [, name = '', value = ''] = /^ {2}([\w-]+): (.*)$/.exec(line) ?? [];
    if (line.startsWith('/'))
      applies = line.endsWith('*') ? path.startsWith(line.slice(0, -1)) : path === line;
    else if (applies && name) headers[name] = headers[name] ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}

it.each([
  ...[...START_PATHS, ...screens.map(({ path }) => path)],
  ...['/form/assets/index-1a2b.js', '/form/late/countries-1a2b.js'],
])('a static host sends %s with the same headers', (path) => {
  expect(sentByStaticHost(path)).toEqual(headersFor(path));
});

it('no line of a static host’s file is longer than Cloudflare reads', () => {
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(2000);
});

it('on a static host, the base path leads to the form', () => {
  expect(redirectsFile).toBe('/form /form/member 302\n/form/ /form/member 302\n');
});

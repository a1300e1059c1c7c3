import { describe, expect, it } from 'vitest';
import { START_PATHS, screens } from '../../deploy/addresses.ts';
import { exampleEnvironment } from '../../deploy/environment.ts';
import { createHeaders, type HeaderSources, type Headers } from '../../deploy/headers.ts';
import { nginxConfig, usualPlaces } from '../../deploy/nginx.ts';
import { readPolicySettings } from '../../deploy/policy-settings.ts';
import { headersFile, redirectsFile } from '../../deploy/static-host.ts';
import { readSettings } from '../../src/settings.ts';

const hashes = { scripts: ["'sha256-inlineScript'"], styles: ["'sha256-inlineStyle'"] };

function sourcesFor(changes: Record<string, string> = {}): HeaderSources {
  const environment = { ...exampleEnvironment(), ...changes };
  const settings = readSettings(environment);
  return { settings, policy: readPolicySettings(environment, settings), hashes };
}
const headersFor = (path: string, changes: Record<string, string> = {}, status = 200): Headers =>
  createHeaders(sourcesFor(changes))(path, status);

/** The enforced policy, by directive. */
function policyFor(changes: Record<string, string> = {}, path = '/form/member'): Record<string, string[]> {
  const policy = headersFor(path, changes)['Content-Security-Policy'] ?? '';
  const directives = policy.split('; ').map((directive) => directive.split(' '));
  return Object.fromEntries(directives.map(([name = '', ...values]) => [name, values]));
}

it('a page is not stored or framed, hides its path, and allows only what the form needs', () => {
  const {
    'Content-Security-Policy': policy,
    'Permissions-Policy': features,
    ...others
  } = headersFor('/form');
  expect(policy?.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self' https://gateway.example.com https://captcha.example.com 'sha256-inlineScript'",
    "script-src-attr 'none'",
    "style-src 'self' 'sha256-inlineStyle'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self' https://api.example.org https://gateway.example.com https://captcha.example.com",
    "frame-src 'none'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    'upgrade-insecure-requests',
    "require-trusted-types-for 'script'",
    'trusted-types signup dompurify',
  ]);
  expect(features).toContain('payment=()');
  expect(others).toEqual({
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Strict-Transport-Security': 'max-age=63072000',
    'Referrer-Policy': 'strict-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
  });
});

describe('the content security policy', () => {
  it('allows the error reporter’s host only where one is set', () => {
    expect(policyFor({ VITE_SENTRY_DSN: 'https://key@errors.example.net/1' })['connect-src']).toContain(
      'https://errors.example.net',
    );
  });

  it('allows Google Tag Manager only where an id is set, and then only reports on Trusted Types', () => {
    const google = 'https://www.googletagmanager.com';
    expect(policyFor()['script-src']).not.toContain(google);
    const changes = { VITE_GTM_ID: 'GTM-ABC123' };
    expect(policyFor(changes)['script-src']).toContain(google);
    for (const directive of ['img-src', 'connect-src'])
      expect(policyFor(changes)[directive]).toEqual(
        expect.arrayContaining([google, 'https://*.google-analytics.com', 'https://*.analytics.google.com']),
      );
    expect(policyFor(changes)).not.toHaveProperty('require-trusted-types-for');
    expect(headersFor('/form/member', changes)['Content-Security-Policy-Report-Only']).toMatch(
      /^require-trusted-types-for 'script'; trusted-types signup dompurify$/,
    );
  });

  it('enforces Trusted Types beside Google Tag Manager where the settings ask for it', () => {
    const changes = { VITE_GTM_ID: 'GTM-ABC123', CSP_TRUSTED_TYPES: 'enforce' };
    expect(policyFor(changes)).toHaveProperty('trusted-types');
  });

  it("allows what Google's captcha loads, and nothing else of Google's", () => {
    const policy = policyFor({ VITE_CAPTCHA_SCRIPT: 'https://www.google.com/recaptcha/api.js' });
    expect(policy['script-src']).toEqual([
      "'self'",
      'https://gateway.example.com',
      'https://www.google.com/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
      ...hashes.scripts,
    ]);
    expect(policy['frame-src']).toEqual([
      'https://www.google.com/recaptcha/',
      'https://recaptcha.google.com/recaptcha/',
    ]);
    expect(policy['trusted-types']).toEqual(['signup', 'dompurify', 'recaptcha', 'goog#html']);
  });

  it('allows no script but our own on the callback, whatever the settings, and enforces Trusted Types', () => {
    const changes = {
      VITE_CAPTCHA_SCRIPT: 'https://www.google.com/recaptcha/api.js',
      VITE_GTM_ID: 'GTM-ABC123',
      VITE_SENTRY_DSN: 'https://key@errors.example.net/1',
      CSP_SCRIPT_ORIGINS: 'https://a.example',
      CSP_FRAME_ORIGINS: 'https://a.example',
    };
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

  it('takes further hosts from the settings, and refuses anything but a host', () => {
    expect(policyFor({ CSP_FRAME_ORIGINS: 'https://a.example, https://b.example' })['frame-src']).toEqual([
      'https://a.example',
      'https://b.example',
    ]);
    const allowing = (host: string, changes: Record<string, string>) =>
      Object.entries(policyFor(changes)).flatMap(([name, hosts]) => (hosts.includes(host) ? [name] : []));
    for (const [name, directive] of [
      ['CSP_SCRIPT_ORIGINS', 'script-src'],
      ['CSP_CONNECT_ORIGINS', 'connect-src'],
      ['CSP_IMAGE_ORIGINS', 'img-src'],
    ] as const)
      expect(allowing('https://a.example', { [name]: 'https://a.example' })).toEqual([directive]);
    for (const value of [
      'https://a.example; script-src *',
      "'unsafe-inline'",
      '*',
      'http://a.example',
      'https://a/b',
    ]) {
      expect(() => policyFor({ CSP_SCRIPT_ORIGINS: value }), value).toThrow('CSP_SCRIPT_ORIGINS');
    }
    expect(() => policyFor({ CSP_TRUSTED_TYPES: 'no' })).toThrow('CSP_TRUSTED_TYPES');
  });
});

describe('the other headers', () => {
  it.each(['/form/member', '/form/member/confirm', '/form/anything'])('%s is a page', (path) => {
    expect(headersFor(path)).toEqual(headersFor('/form'));
  });

  it('hashed files are cached for ever, except those that load late', () => {
    expect(headersFor('/form/late/countries-1a2b.js')).toHaveProperty('Cache-Control', 'no-store');
    expect(headersFor('/form/assets/index-1a2b.js')).toMatchObject({
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    });
  });

  it('an error is never kept', () => {
    for (const path of ['/form/assets/index-0000.js', '/form/nothing.html'])
      expect(headersFor(path, {}, 404)).toEqual({
        ...headersFor('/form/assets/index-1a2b.js'),
        'Cache-Control': 'no-store',
      });
  });

  it('the callback is not indexed', () => {
    expect(headersFor('/form/member/callback/')).toHaveProperty('X-Robots-Tag', 'noindex');
    expect(headersFor('/form/member')).not.toHaveProperty('X-Robots-Tag');
  });

  it('a site on plain http, as on a local machine, is not told to use https', () => {
    const headers = headersFor('/form/member', { VITE_SITE_ORIGIN: 'http://localhost:4173' });
    expect(headers).not.toHaveProperty('Strict-Transport-Security');
    expect(headers['Content-Security-Policy']).not.toContain('upgrade-insecure-requests');
  });

  it.each(['/', '/contact/', '/support/donation/member/complete.php', '/formal', '/forsupporter/'])(
    "%s is the organisation's own and left alone",
    (path) => {
      expect(headersFor(path)).toEqual({});
    },
  );
});

it('deploy/nginx.conf is made from the headers as they are (npx vitest run tests/deploy/headers -u)', async () => {
  const config = nginxConfig(sourcesFor(), usualPlaces);
  await expect(config).toMatchFileSnapshot('../../deploy/nginx.conf');
  // every log has a format of its own, which leaves the callback's query out
  expect(config).not.toMatch(/access_log [^ ;]+;/);
});

describe('on a static host', () => {
  const lines = headersFile(sourcesFor()).split('\n');
  /** As Netlify and Cloudflare Pages read the file: every rule that matches counts, and a header named twice is joined. */
  function sent(path: string): Headers {
    const headers: Headers = {};
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
    ...START_PATHS,
    ...screens.map(({ path }) => path),
    '/form/assets/index-1a2b.js',
    '/form/late/countries-1a2b.js',
  ])('%s gets the same headers', (path) => expect(sent(path)).toEqual(headersFor(path)));

  it('no line is longer than Cloudflare reads, and the base path leads to the form', () => {
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(2000);
    expect(redirectsFile).toBe('/form /form/member 302\n/form/ /form/member 302\n');
  });
});

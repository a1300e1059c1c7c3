import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exampleEnvironment } from '../../deploy/environment.ts';
import { createHeaders, type Headers } from '../../deploy/headers.ts';
import { nginxConfig, usualPlaces } from '../../deploy/nginx.ts';
import { readPolicySettings } from '../../deploy/policy-settings.ts';
import { readSettings } from '../../src/settings.ts';

const hashes = { scripts: ["'sha256-inlineScript'"], styles: ["'sha256-inlineStyle'"] };

function headersFor(path: string, changes: Record<string, string> = {}): Headers {
  const environment = { ...exampleEnvironment(), ...changes };
  const settings = readSettings(environment);
  return createHeaders(settings, readPolicySettings(environment, settings), hashes)(path);
}

/** The enforced policy, by directive. */
function policyFor(changes: Record<string, string> = {}): Record<string, string[]> {
  const policy = headersFor('/form/member', changes)['Content-Security-Policy'] ?? '';
  const directives = policy.split('; ').map((directive) => directive.split(' '));
  return Object.fromEntries(directives.map(([name = '', ...values]) => [name, values]));
}

describe('the content security policy', () => {
  it('allows nothing that nobody asked for', () => {
    const policy = policyFor();
    expect(policy['default-src']).toEqual(["'none'"]);
    for (const name of ['object-src', 'base-uri', 'frame-ancestors', 'frame-src', 'script-src-attr']) {
      expect(policy[name], name).toEqual(["'none'"]);
    }
    expect(policy['form-action']).toEqual(["'self'"]);
    expect(JSON.stringify(policy)).not.toMatch(/unsafe|\*|blob:|"https:"|http:/);
  });

  it('knows scripts of ours, the gateway and the captcha, and inline ones by hash', () => {
    expect(policyFor()['script-src']).toEqual([
      "'self'",
      'https://gateway.example.com',
      'https://captcha.example.com',
      "'sha256-inlineScript'",
    ]);
    expect(policyFor()['style-src']).toEqual(["'self'", "'sha256-inlineStyle'"]);
  });

  it('lets the page talk to the hosts of the settings only', () => {
    expect(policyFor()['connect-src']).toEqual([
      "'self'",
      'https://api.example.org',
      'https://gateway.example.com',
      'https://captcha.example.com',
    ]);
    expect(policyFor({ VITE_SENTRY_DSN: 'https://key@errors.example.net/1' })['connect-src']).toContain(
      'https://errors.example.net',
    );
  });

  it('lets Google Tag Manager in only where an id is set, and then only reports Trusted Types', () => {
    const google = 'https://www.googletagmanager.com';
    expect(policyFor()['script-src']).not.toContain(google);
    const changes = { VITE_GTM_ID: 'GTM-ABC123' };
    expect(policyFor(changes)['script-src']).toContain(google);
    expect(policyFor(changes)).not.toHaveProperty('require-trusted-types-for');
    expect(headersFor('/form/member', changes)['Content-Security-Policy-Report-Only']).toMatch(
      /^require-trusted-types-for 'script'; trusted-types signup dompurify$/,
    );
  });

  it('requires Trusted Types with our two policies otherwise', () => {
    expect(policyFor()).toMatchObject({
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['signup', 'dompurify'],
    });
    expect(policyFor({ VITE_GTM_ID: 'GTM-ABC123', CSP_TRUSTED_TYPES: 'enforce' })).toHaveProperty(
      'trusted-types',
    );
  });

  it("brings what Google's captcha loads", () => {
    const policy = policyFor({ VITE_CAPTCHA_SCRIPT: 'https://www.google.com/recaptcha/api.js' });
    expect(policy['script-src']).toEqual(
      expect.arrayContaining(['https://www.google.com', 'https://www.gstatic.com']),
    );
    expect(policy['frame-src']).toEqual(['https://www.google.com', 'https://recaptcha.google.com']);
  });

  it('takes further hosts from the settings, and nothing that is more than a host', () => {
    expect(policyFor({ CSP_FRAME_ORIGINS: 'https://a.example, https://b.example' })['frame-src']).toEqual([
      'https://a.example',
      'https://b.example',
    ]);
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
  it.each(['/form/member', '/form/member/confirm', '/form/member/callback', '/form', '/form/anything'])(
    '%s is never kept, never framed, and tells nobody its path',
    (path) => {
      expect(headersFor(path)).toMatchObject({
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'Strict-Transport-Security': 'max-age=63072000',
        'Referrer-Policy': 'strict-origin',
        'Cross-Origin-Opener-Policy': 'same-origin',
        'X-Frame-Options': 'DENY',
        'Permissions-Policy': expect.stringContaining('payment=()'),
      });
    },
  );

  it('hashed files are kept for ever, but for those that come late', () => {
    expect(headersFor('/form/late/countries-1a2b.js')).toHaveProperty('Cache-Control', 'no-store');
    expect(headersFor('/form/assets/index-1a2b.js')).toMatchObject({
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    });
  });

  it('the callback is not indexed', () => {
    expect(headersFor('/form/member/callback/')).toHaveProperty('X-Robots-Tag', 'noindex');
    expect(headersFor('/form/member')).not.toHaveProperty('X-Robots-Tag');
  });

  it('plain http, which only a local machine has, is not told to be https', () => {
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

it('deploy/nginx.conf is up to date (npm run deploy:nginx)', () => {
  const environment = exampleEnvironment();
  const settings = readSettings(environment);
  const config = nginxConfig(settings, readPolicySettings(environment, settings), usualPlaces);
  expect(readFileSync('deploy/nginx.conf', 'utf8')).toBe(config);
});

import { expect, it } from 'vitest';
import { readSettings } from '../src/settings.ts';

const good = {
  VITE_SITE_ORIGIN: 'https://www.example.org',
  VITE_API_ORIGIN: 'https://api.example.org',
  VITE_CARD_GATEWAY_SCRIPT: 'https://gateway.example.org/token.js',
  VITE_CARD_GATEWAY_API_KEY: 'key',
  VITE_CARD_GATEWAY_PUBLIC_KEY: 'public',
  VITE_CAPTCHA_TYPE: 'score',
  VITE_CAPTCHA_SCRIPT: 'https://captcha.example.org/api.js',
  VITE_CAPTCHA_SITE_KEY: 'site',
  VITE_REDIRECT_ORIGINS: 'https://bank.example.org, https://acs.example.org',
  VITE_SENTRY_DSN: 'off',
};

it('settings are read, and optional ones are off until they are set', () => {
  const settings = {
    siteOrigin: 'https://www.example.org',
    apiOrigin: 'https://api.example.org',
    cardGatewayScript: 'https://gateway.example.org/token.js',
    cardGatewayApiKey: 'key',
    cardGatewayPublicKey: 'public',
    captchaType: 'score',
    captchaScript: 'https://captcha.example.org/api.js',
    captchaSiteKey: 'site',
    redirectOrigins: ['https://bank.example.org', 'https://acs.example.org'],
    honoursIdempotencyKey: false,
    gtmId: null,
    sentryDsn: null,
  };
  expect(readSettings(good)).toEqual(settings);
  const [gtmId, sentryDsn] = ['GTM-ABC123', 'https://key@errors.example.net/1'];
  const all = { ...good, VITE_IDEMPOTENCY_KEY: 'on', VITE_GTM_ID: gtmId, VITE_SENTRY_DSN: sentryDsn };
  expect(readSettings(all)).toEqual({ ...settings, honoursIdempotencyKey: true, gtmId, sentryDsn });
});

it.each([
  ...Object.keys(good).map((name) => ({ name, value: '' })),
  { name: 'VITE_SITE_ORIGIN', value: 'https://www.example.org/form' },
  { name: 'VITE_API_ORIGIN', value: 'http://api.example.org' },
  { name: 'VITE_CARD_GATEWAY_SCRIPT', value: 'javascript:alert(1)' },
  { name: 'VITE_CAPTCHA_SCRIPT', value: 'no address' },
  { name: 'VITE_REDIRECT_ORIGINS', value: 'https://bank.example.org,*' },
  { name: 'VITE_CAPTCHA_TYPE', value: 'v2' },
  { name: 'VITE_GTM_ID', value: 'UA-1' },
  { name: 'VITE_IDEMPOTENCY_KEY', value: 'off' },
  { name: 'VITE_SENTRY_DSN', value: 'http://key@errors.example.net/1' },
])('the build stops and names $name where it is “$value”', ({ name, value }) => {
  expect(() => readSettings({ ...good, [name]: value })).toThrow(name);
});

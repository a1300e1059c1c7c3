import { describe, expect, it } from 'vitest';
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

describe('settings', () => {
  it('are read; optional ones are off', () => {
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
    expect(
      readSettings({ ...good, VITE_IDEMPOTENCY_KEY: 'on', VITE_GTM_ID: gtmId, VITE_SENTRY_DSN: sentryDsn }),
    ).toEqual({ ...settings, honoursIdempotencyKey: true, gtmId, sentryDsn });
  });

  it.each(Object.keys(good))('stop the app with the name of what is missing: %s', (name) => {
    expect(() => readSettings({ ...good, [name]: '' })).toThrow(name);
  });

  it.each([
    ['VITE_SITE_ORIGIN', 'https://www.example.org/form'],
    ['VITE_API_ORIGIN', 'http://api.example.org'],
    ['VITE_CARD_GATEWAY_SCRIPT', 'javascript:alert(1)'],
    ['VITE_CAPTCHA_SCRIPT', 'no address'],
    ['VITE_REDIRECT_ORIGINS', 'https://bank.example.org,*'],
    ['VITE_CAPTCHA_TYPE', 'v2'],
    ['VITE_GTM_ID', 'UA-1'],
    ['VITE_IDEMPOTENCY_KEY', 'off'],
    ['VITE_SENTRY_DSN', 'sentry'],
  ])('stop the app when %s is “%s”', (name, value) => {
    expect(() => readSettings({ ...good, [name]: value })).toThrow(name);
  });
});

import { describe, expect, it } from 'vitest';
import { readSettings } from '../src/settings.ts';

const good = {
  VITE_SITE_ORIGIN: 'https://www.example.org',
  VITE_API_ORIGIN: 'https://api.example.org',
  VITE_CARD_GATEWAY_SCRIPT: 'https://gateway.example.org/token.js',
  VITE_CARD_GATEWAY_API_KEY: 'key',
  VITE_CARD_GATEWAY_PUBLIC_KEY: 'public',
  VITE_CAPTCHA_SCRIPT: 'https://captcha.example.org/api.js',
  VITE_CAPTCHA_SITE_KEY: 'site',
  VITE_REDIRECT_ORIGINS: 'https://bank.example.org, https://acs.example.org',
};

describe('settings', () => {
  it('are read; optional ones are off', () => {
    expect(readSettings(good)).toMatchObject({
      siteOrigin: 'https://www.example.org',
      redirectOrigins: ['https://bank.example.org', 'https://acs.example.org'],
      gtmId: null,
      sentryDsn: null,
    });
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
    ['VITE_GTM_ID', 'UA-1'],
    ['VITE_IDEMPOTENCY_KEY', 'off'],
    ['VITE_SENTRY_DSN', 'sentry'],
  ])('stop the app when %s is “%s”', (name, value) => {
    expect(() => readSettings({ ...good, [name]: value })).toThrow(name);
  });
});

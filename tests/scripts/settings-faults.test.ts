import { expect, it } from 'vitest';
import { settingsFaults } from '../../scripts/settings-faults.ts';

const right = {
  VITE_SITE_ORIGIN: 'https://www.kodomo.example',
  VITE_API_ORIGIN: 'https://api.kodomo.example',
  VITE_CARD_GATEWAY_SCRIPT: 'https://stg.static.mul-pay.jp/ext/js/token.js',
  VITE_CARD_GATEWAY_API_KEY: 'tshop00012345',
  VITE_CARD_GATEWAY_PUBLIC_KEY: 'MIIBIjANBgkq',
  VITE_CAPTCHA_TYPE: 'score',
  VITE_CAPTCHA_SCRIPT: 'https://www.google.com/recaptcha/api.js',
  VITE_CAPTCHA_SITE_KEY: '6Lc1234567',
  VITE_REDIRECT_ORIGINS: 'https://bank.example.net,https://other.example.net',
  VITE_SENTRY_DSN: 'https://abc@o1.ingest.sentry.io/42',
};

it('settings as they should be have no fault', () => {
  expect(settingsFaults(right)).toEqual([]);
  expect(settingsFaults({ ...right, VITE_SENTRY_DSN: 'off' })).toEqual([]);
});

it.each([
  ['VITE_API_ORIGIN', 'https://api.example.org', 'still the value of .env.example'],
  ['VITE_REDIRECT_ORIGINS', 'https://*.bank.example.net', 'name each origin'],
  ['VITE_REDIRECT_ORIGINS', 'https://bank.example.net,', 'a comma without an origin'],
  ['VITE_CARD_GATEWAY_SCRIPT', 'http://gateway.kodomo.example/token.js', 'use https'],
  ['VITE_CARD_GATEWAY_SCRIPT', 'https://gateway.kodomo.example/', 'the script itself'],
  ['VITE_CAPTCHA_SCRIPT', 'https://www.google.com/recaptcha/enterprise.js', 'another captcha'],
  ['VITE_CAPTCHA_SCRIPT', 'https://js.hcaptcha.com/1/api.js', 'another captcha'],
  ['VITE_CAPTCHA_SITE_KEY', 'YOUR_SITE_KEY', 'a placeholder'],
  ['VITE_CAPTCHA_SITE_KEY', 'MIIBIjANBgkq', 'the same as another key'],
  ['VITE_SENTRY_DSN', 'https://o1.ingest.sentry.io/42', 'no key or no project'],
  ['VITE_SENTRY_DSN', 'https://abc@o1.ingest.sentry.io/', 'no key or no project'],
])('%s=%s is told by its name, with the cure', (name, value, cure) => {
  const fault = settingsFaults({ ...right, [name]: value }).find((each) => each.includes(name));
  expect(fault).toContain(`${name} is “${value}”`);
  expect(fault).toContain(cure);
});

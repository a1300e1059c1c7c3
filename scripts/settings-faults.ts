import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readSettings } from '../src/settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const example = parseEnv(readFileSync(new URL('../.env.example', import.meta.url), 'utf8'));
const scripts = ['VITE_CARD_GATEWAY_SCRIPT', 'VITE_CAPTCHA_SCRIPT'];
const keys = ['VITE_CARD_GATEWAY_API_KEY', 'VITE_CARD_GATEWAY_PUBLIC_KEY', 'VITE_CAPTCHA_SITE_KEY'];

/** What is wrong with a setting although its form is right, as the end of a sentence; null if nothing is. */
function faultIn(name: string, value: string, environment: Environment): string | null {
  if (/example\./.test(value) && value === example[name]) return 'is still the value of .env.example';
  if (name === 'VITE_REDIRECT_ORIGINS' && /,\s*(,|$)/.test(value))
    return 'has a comma without an origin after it';
  if (name === 'VITE_REDIRECT_ORIGINS' && value.includes('*'))
    return 'has a *, which no address ever matches: name each origin in full';
  if (value.startsWith('http:') && environment.VITE_SITE_ORIGIN?.startsWith('https:'))
    return 'is http, which a page under https never loads: use https';
  if (scripts.includes(name) && URL.parse(value)?.pathname === '/')
    return 'has no path: give the address of the script itself';
  if (name === 'VITE_CAPTCHA_SCRIPT' && /enterprise\.js|hcaptcha|turnstile/.test(value))
    return 'is the script of another captcha: reCAPTCHA’s is https://www.google.com/recaptcha/api.js';
  if (keys.includes(name) && /^(x+|\*+|your.*|.*key.here|todo|test|dummy|example)$/i.test(value))
    return 'is a placeholder: use the key that you were given';
  if (keys.some((other) => other !== name && environment[other] === value) && keys.includes(name))
    return 'is the same as another key';
  if (name === 'VITE_SENTRY_DSN' && value !== 'off' && !/^https:\/\/\w+@[\w.-]+\/\d+$/.test(value))
    return 'has no key or no project: a DSN is https://KEY@HOST/PROJECT';
  return null;
}

/**
 * The faults with which no form may go online, a sentence each with setting, value and cure.
 * @throws Error as {@link readSettings}
 */
export function settingsFaults(environment: Environment): string[] {
  const faults = Object.entries(environment).flatMap(([name, value = '']) => {
    const fault = name.startsWith('VITE_') && value !== '' ? faultIn(name, value, environment) : null;
    return fault === null ? [] : [`Setting ${name} is “${value}”, which ${fault}.`];
  });
  if (faults.length === 0) readSettings(environment);
  return faults;
}

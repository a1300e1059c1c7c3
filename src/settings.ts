import { parseUrl } from './signup/parse-url.ts';

declare global {
  interface ImportMetaEnv {
    /** Read when the app is built (vite.config.ts). */
    readonly SETTINGS: Settings;
  }
}

/** The addresses and keys of the services outside, from Vite's `VITE_*` variables (docs/contracts.md, `.env.example`). */
export type Settings = {
  siteOrigin: string;
  apiOrigin: string;
  cardGatewayScript: string;
  cardGatewayApiKey: string;
  cardGatewayPublicKey: string;
  /** The kind of the site key: reCAPTCHA v2 “invisible”, or v3, which only gives a score (decision 32). */
  captchaType: CaptchaType;
  captchaScript: string;
  captchaSiteKey: string;
  /** The origins to which a donor may be sent for card authentication (decision 10). */
  redirectOrigins: readonly string[];
  /** Whether the API host knows the header `Idempotency-Key` (docs/operating.md). */
  honoursIdempotencyKey: boolean;
  /** Null where analytics is off. */
  gtmId: string | null;
  /** Null where error reporting is off. */
  sentryDsn: string | null;
};

const captchaTypes = ['invisible', 'score'] as const;
type CaptchaType = (typeof captchaTypes)[number];

type Environment = Readonly<Record<string, unknown>>;

/** @throws Error that names the missing or wrong variable */
export function readSettings(environment: Environment): Settings {
  return {
    siteOrigin: origin(environment, 'VITE_SITE_ORIGIN'),
    apiOrigin: origin(environment, 'VITE_API_ORIGIN'),
    cardGatewayScript: address(environment, 'VITE_CARD_GATEWAY_SCRIPT'),
    cardGatewayApiKey: text(environment, 'VITE_CARD_GATEWAY_API_KEY'),
    cardGatewayPublicKey: text(environment, 'VITE_CARD_GATEWAY_PUBLIC_KEY'),
    captchaType: captchaType(environment),
    captchaScript: address(environment, 'VITE_CAPTCHA_SCRIPT'),
    captchaSiteKey: text(environment, 'VITE_CAPTCHA_SITE_KEY'),
    redirectOrigins: text(environment, 'VITE_REDIRECT_ORIGINS')
      .split(',')
      .map((value) => checkedOrigin('VITE_REDIRECT_ORIGINS', value.trim())),
    honoursIdempotencyKey: optional(environment, 'VITE_IDEMPOTENCY_KEY', /^on$/, '“on” or empty') !== null,
    gtmId: optional(environment, 'VITE_GTM_ID', /^GTM-[A-Z0-9]+$/, 'a GTM container id such as GTM-ABC123'),
    sentryDsn: sentryDsn(environment),
  };
}

function text(environment: Environment, name: string): string {
  const value = environment[name];
  if (typeof value !== 'string' || value === '')
    throw new Error(`Setting ${name} is missing. See .env.example.`);
  return value;
}

function captchaType(environment: Environment): CaptchaType {
  const value = text(environment, 'VITE_CAPTCHA_TYPE');
  const type = captchaTypes.find((known) => known === value);
  if (!type) throw new Error(`Setting VITE_CAPTCHA_TYPE must be “invisible” or “score”, not “${value}”.`);
  return type;
}

/** Specification §7 asks for error reports, so a build without them says so. */
function sentryDsn(environment: Environment): string | null {
  const dsn = text(environment, 'VITE_SENTRY_DSN');
  if (dsn === 'off') return null;
  if (!/^https:\/\/\S+$/.test(dsn))
    throw new Error('Setting VITE_SENTRY_DSN must be an https address, or “off”.');
  return dsn;
}

function optional(environment: Environment, name: string, shape: RegExp, what: string): string | null {
  const value = environment[name];
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string' || !shape.test(value)) throw new Error(`Setting ${name} must be ${what}.`);
  return value;
}

function origin(environment: Environment, name: string): string {
  return checkedOrigin(name, text(environment, name));
}

function checkedOrigin(name: string, value: string): string {
  if (parsed(name, value).origin !== value) {
    throw new Error(`Setting ${name} must be an origin such as https://www.example.org, without a path.`);
  }
  return value;
}

function address(environment: Environment, name: string): string {
  return parsed(name, text(environment, name)).href;
}

function parsed(name: string, value: string): URL {
  const url = parseUrl(value);
  const isLocal = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1';
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))) {
    throw new Error(`Setting ${name} must be an https address (http only on localhost), not “${value}”.`);
  }
  return url;
}

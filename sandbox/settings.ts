const hostOn = (port: number) => `http://localhost:${port}`;

/**
 * The settings of an app for the sandbox on `port`. Has every known name, so that a developer's `.env` changes nothing;
 * the caller's environment may set those that are read from it here.
 * @param formOrigin where the form is served, if not by the sandbox
 */
export function sandboxSettings(port: number, formOrigin?: string): Record<string, string> {
  // docs/contracts.md
  const [site, api, gateway] = [hostOn(port), hostOn(port + 1), hostOn(port + 2)];
  const captchaType = process.env.VITE_CAPTCHA_TYPE ?? 'score';
  return {
    VITE_SITE_ORIGIN: formOrigin ?? site,
    VITE_API_ORIGIN: process.env.VITE_API_ORIGIN ?? api,
    VITE_CARD_GATEWAY_SCRIPT: `${gateway}/js/mp-token.js`,
    VITE_CARD_GATEWAY_API_KEY: 'sandbox-api-key',
    VITE_CARD_GATEWAY_PUBLIC_KEY: 'sandbox-public-key',
    VITE_CAPTCHA_SCRIPT: `${gateway}/captcha/api.js`,
    VITE_CAPTCHA_TYPE: captchaType,
    // As with the real one, a key works with the calls of its own type only.
    VITE_CAPTCHA_SITE_KEY: `sandbox-key-${captchaType}`,
    VITE_REDIRECT_ORIGINS: gateway,
    VITE_IDEMPOTENCY_KEY: process.env.VITE_IDEMPOTENCY_KEY ?? 'on',
    VITE_GTM_ID: process.env.VITE_GTM_ID ?? '',
    VITE_SENTRY_DSN: process.env.VITE_SENTRY_DSN ?? 'off',
    VITE_INSPECT: process.env.VITE_INSPECT ?? '',
  };
}

/** The address of the captcha's script, which carries the site key. */
export function captchaUrl(settings: { captchaScript: string; captchaSiteKey: string }): string {
  return `${settings.captchaScript}?render=${encodeURIComponent(settings.captchaSiteKey)}`;
}

// Stand-in for the invisible captcha's script. Runs in the donor's browser.
(() => {
  const { origin, searchParams } = new URL(document.currentScript.src);
  const loadedKey = searchParams.get('render');

  window.grecaptcha = {
    ready(callback) {
      queueMicrotask(callback);
    },
    async execute(siteKey, options) {
      if (!loadedKey || siteKey !== loadedKey) {
        throw new Error(`Invalid site key or not loaded in api.js: ${siteKey}`);
      }
      const response = await fetch(`${origin}/captcha/token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ siteKey, action: options?.action ?? null }),
      });
      if (!response.ok) throw new Error(`The captcha answered ${response.status}.`);
      const { token } = await response.json();
      return token;
    },
  };
})();

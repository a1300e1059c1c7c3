// Stand-in for the invisible captcha's script. Runs in the donor's browser.
(() => {
  const { origin, searchParams } = new URL(document.currentScript.src);

  window.grecaptcha = {
    ready: (callback) => queueMicrotask(callback),
    async execute(siteKey) {
      if (siteKey !== searchParams.get('render')) throw new Error(`Invalid site key: ${siteKey}`);
      const response = await fetch(`${origin}/captcha/token`, { method: 'POST' });
      if (!response.ok) throw new Error(`The captcha answered ${response.status}.`);
      return (await response.json()).token;
    },
  };
})();

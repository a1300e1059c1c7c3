// Stand-in for the card provider's token script. Runs in the donor's browser.
(() => {
  const gateway = new URL(document.currentScript.src).origin;

  async function requestToken(apiKey, card) {
    try {
      const response = await fetch(`${gateway}/token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...card, apiKey }),
      });
      return await response.json();
    } catch {
      return { resultCode: '901' };
    }
  }

  window.Multipayment = {
    init: (apiKey) => ({
      getToken: async (card, callback) => callback(await requestToken(apiKey, card)),
    }),
  };
})();

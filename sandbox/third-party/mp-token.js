// Stand-in for the card provider's token script. Runs in the donor's browser.
(() => {
  const gateway = new URL(document.currentScript.src).origin;
  let defaultKey = '';

  // The provider's two generations spell the card's fields differently: cardno and cardNo.
  const lowerCased = (card) =>
    Object.fromEntries(Object.entries(card ?? {}).map(([key, value]) => [key.toLowerCase(), value]));

  async function requestToken(apiKey, card) {
    try {
      const response = await fetch(`${gateway}/token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...lowerCased(card), apiKey }),
      });
      return await response.json();
    } catch {
      return { resultCode: '901' };
    }
  }

  function tokeniser(keyOf) {
    return async (card, callback) => {
      const answer = await requestToken(keyOf(), card);
      const listener = typeof callback === 'string' ? window[callback] : callback;
      if (typeof listener === 'function') listener(answer);
      return answer;
    };
  }

  window.Multipayment = {
    init(apiKey) {
      defaultKey = String(apiKey ?? '');
      return { init: window.Multipayment.init, getToken: tokeniser(() => String(apiKey ?? '')) };
    },
    getToken: tokeniser(() => defaultKey),
  };
})();

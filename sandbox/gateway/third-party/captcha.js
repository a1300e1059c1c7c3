// Stand-in for the invisible captcha's script, both types. Runs in the donor's browser. The sandbox's keys end with
// their type, and refuse the other type's calls as Google's do.
(() => {
  const { origin, searchParams } = new URL(document.currentScript.src);
  const render = searchParams.get('render');
  const widgets = [];

  const check = (key, type) => {
    if (key !== `sandbox-key-${type}`) throw new Error(`Invalid site key or key type: ${key}`);
  };
  const askForToken = async () => {
    const response = await fetch(`${origin}/captcha/token`, { method: 'POST' });
    if (!response.ok) throw new Error(`The captcha answered ${response.status}.`);
    return response.json();
  };

  const showQuestion = (widget, isShown) => {
    widget.layer.style.visibility = isShown ? 'visible' : 'hidden';
  };
  /** Shown over the page, in a frame. A click beside it closes it, without any event. */
  const createQuestion = (widget) => {
    const frame = Object.assign(document.createElement('iframe'), { src: `${origin}/captcha/bframe` });
    frame.title = 'captcha';
    const layer = document.createElement('div');
    layer.style.cssText =
      'position:fixed;inset:0;z-index:9;display:grid;place-items:center;background:#fff9;visibility:hidden';
    layer.append(frame);
    layer.addEventListener('click', () => showQuestion(widget, false));
    addEventListener('message', async ({ source }) => {
      if (source !== frame.contentWindow) return;
      showQuestion(widget, false);
      widget.callback((await askForToken()).token);
    });
    document.body.append(layer);
    return layer;
  };

  const runWidget = async (widget) => {
    const { token, question } = await askForToken();
    if (!question) return widget.callback(token);
    widget.layer ??= createQuestion(widget);
    showQuestion(widget, true);
  };

  window.grecaptcha = {
    ready: (callback) => queueMicrotask(callback),
    render(place, { sitekey, size, ...callbacks }) {
      check(sitekey, 'invisible');
      if (render !== 'explicit' || size !== 'invisible')
        throw new Error('Not loaded or rendered as invisible');
      if (place.dataset.widget) throw new Error('reCAPTCHA has already been rendered in this element');
      place.dataset.widget = 'rendered';
      return widgets.push({ ...callbacks, isUsed: false }) - 1;
    },
    reset: (id) => {
      widgets[id].isUsed = false;
    },
    execute(widgetOrKey) {
      const widget = widgets[widgetOrKey];
      if (!widget) {
        check(widgetOrKey, 'score');
        if (render !== widgetOrKey) throw new Error(`Invalid site key: ${widgetOrKey}`);
        return askForToken().then(({ token }) => token);
      }
      // Like the real one, it gives no answer until it is reset.
      if (widget.isUsed) return undefined;
      widget.isUsed = true;
      return void runWidget(widget).catch(widget['error-callback']);
    },
  };
})();

import type { BrowserContext } from '@playwright/test';

/**
 * What the chart and the page go through, a line each: states, presses, changed fields by name and calls. Never a value.
 * It is for whoever looks into a test that failed.
 */
export type Trail = { lines: readonly string[]; note: (what: string) => void };

function startTrail(): Trail {
  const start = performance.now();
  const lines: string[] = [];
  const note = (what: string) => {
    lines.push(`${((performance.now() - start) / 1000).toFixed(2).padStart(7)} s  ${what}`);
  };
  return { lines, note };
}

/** Tells of states, presses and changes. Runs in the page; it is sent there as text and refers to nothing outside itself. */
function watchSteps(tell: (step: string) => void): void {
  let state = '';
  new MutationObserver(() => {
    const now = document.querySelector<HTMLElement>('main')?.dataset.state ?? '';
    if (now === state) return;
    state = now;
    tell(`state ${state}`);
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-state'] });
  for (const type of ['click', 'change'] as const) {
    document.addEventListener(
      type,
      ({ target }) => {
        const control = target instanceof Element ? target.closest('[name], a, button') : null;
        const name = control?.getAttribute('name') ?? control?.textContent;
        if (name && (type === 'click') === !control?.hasAttribute('name'))
          tell(`${type === 'click' ? 'press' : 'change'} ${name}`);
      },
      true,
    );
  }
}

const mark = 'trail: ';

/** From now on. */
export async function trailOf(context: BrowserContext): Promise<Trail> {
  const trail = startTrail();
  const { note } = trail;
  context.on('console', (message) => {
    if (message.text().startsWith(mark)) note(message.text().slice(mark.length));
  });
  context.on('weberror', (error) => note(`error ${error.error().message}`));
  context.on('request', (request) => {
    if (['document', 'fetch', 'xhr', 'script'].includes(request.resourceType()))
      note(`→ ${request.method()} ${new URL(request.url()).pathname}`);
  });
  context.on('response', (response) => {
    if (['document', 'fetch', 'xhr'].includes(response.request().resourceType()))
      note(`← ${response.status()} ${new URL(response.url()).pathname}`);
  });
  context.on('requestfailed', (request) => note(`← no answer ${new URL(request.url()).pathname}`));
  await context.addInitScript(`(${watchSteps})((step) => console.debug('${mark}' + step))`);
  return trail;
}

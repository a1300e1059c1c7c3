import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { streamSSE } from 'hono/streaming';
import type { SandboxContext } from './context.ts';
import { isLocalOrigin } from './origins.ts';
import { parseJson } from './parse-json.ts';
import type { SandboxEnv } from './request-log.ts';
import { callNames, isCallName, parseScenario } from './scenarios.ts';
import { testCards, testValues } from './test-cards.ts';

/** Listeners to be told that registrations, requests or scenarios have changed. */
export type Changes = Set<() => void>;

const PING_MS = 20_000;
/** Scenarios may carry the longest answers that a server at fault could give. */
const MAX_BODY = 10 * 1024 * 1024;

/**
 * The sandbox's own interface (docs/contracts.md), for tests, the console and the inspector: pages of this machine
 * only.
 */
export function createControl(context: SandboxContext, changes: Changes): Hono<SandboxEnv> {
  const { addresses, log, scenarios, store } = context;
  const control = new Hono<SandboxEnv>();

  control.use(
    cors({
      origin: (origin) => (isLocalOrigin(origin) ? origin : null),
      allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
      allowHeaders: ['Content-Type'],
    }),
    async (c, next) => {
      // A plain POST from a foreign page needs no preflight, so CORS alone would not stop a reset.
      const origin = c.req.header('Origin');
      if (origin !== undefined && !isLocalOrigin(origin)) return c.json({ error: `Not for ${origin}.` }, 403);
      c.header('Cache-Control', 'no-store');
      await next();
    },
    bodyLimit({ maxSize: MAX_BODY, onError: (c) => c.json({ error: `More than ${MAX_BODY} bytes.` }, 413) }),
  );

  control.get('/about', (c) => c.json({ addresses, calls: callNames, testCards, testValues }));
  control.get('/registrations', (c) => c.json(store.registrations()));
  control.get('/requests', (c) => c.json(log.all()));
  control.get('/scenarios', (c) => c.json(scenarios.all()));

  control.put('/scenarios/:call', async (c) => {
    const call = c.req.param('call');
    if (!isCallName(call)) return c.json({ error: unknownCall(call) }, 400);
    try {
      const scenario = parseScenario(parseJson(await c.req.text()));
      scenarios.set(call, scenario);
      context.changed();
      return c.json(scenario);
    } catch (error) {
      if (error instanceof SyntaxError) return c.json({ error: 'The body is no JSON.' }, 400);
      if (error instanceof TypeError) return c.json({ error: error.message }, 400);
      throw error;
    }
  });

  control.delete('/scenarios/:call', (c) => {
    const call = c.req.param('call');
    if (!isCallName(call)) return c.json({ error: unknownCall(call) }, 400);
    scenarios.remove(call);
    context.changed();
    return c.json({ ok: true });
  });

  control.delete('/scenarios', (c) => {
    scenarios.clear();
    context.changed();
    return c.json({ ok: true });
  });

  control.post('/reset', (c) => {
    scenarios.clear();
    scenarios.abandonDelays();
    store.clearRegistrations();
    log.clear();
    context.changed();
    return c.json({ ok: true });
  });

  /** Server-sent events: a `change` whenever there is something new to fetch. */
  control.get('/events', (c) =>
    streamSSE(c, async (stream) => {
      const send = (event: string) => void stream.writeSSE({ event, data: '' });
      const listener = () => send('change');
      const closed = new Promise<void>((resolve) => stream.onAbort(resolve));
      const pings = setInterval(send, PING_MS, 'ping');
      changes.add(listener);
      send('ping');
      await closed;
      changes.delete(listener);
      clearInterval(pings);
    }),
  );

  control.notFound((c) => c.json({ error: `The sandbox has no ${c.req.method} ${c.req.path}.` }, 404));
  return control;
}

function unknownCall(call: string): string {
  return `There is no call "${call}"; there are ${callNames.join(', ')}.`;
}

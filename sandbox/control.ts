import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { ValidationError } from 'yup';
import { originsOf, type SandboxContext } from './hosts.ts';
import { callNameSchema, callNames, scenarioSchema } from './scenarios.ts';
import { testCards, testValues } from './test-cards.ts';

/** The sandbox's own interface, for tests and the console (docs/contracts.md). */
export function createControl({ addresses, log, scenarios, store }: SandboxContext): Hono {
  const control = new Hono();
  control.use(cors({ origin: Object.values(addresses).flatMap(originsOf) }));

  control.get('/about', (c) => c.json({ addresses, calls: callNames, testCards, testValues }));
  control.get('/registrations', (c) => c.json(store.registrations));
  control.get('/requests', (c) => c.json(log.entries));
  control.get('/scenarios', (c) => c.json(Object.fromEntries(scenarios.inForce)));

  control.put('/scenarios/:call', async (c) => {
    const call = callNameSchema.validateSync(c.req.param('call'));
    const scenario = scenarioSchema.validateSync(await c.req.json(), { strict: true });
    scenarios.inForce.set(call, scenario);
    return c.json(scenario);
  });
  control.delete('/scenarios/:call', (c) => {
    scenarios.inForce.delete(callNameSchema.validateSync(c.req.param('call')));
    return c.json({ ok: true });
  });
  control.delete('/scenarios', (c) => {
    scenarios.inForce.clear();
    return c.json({ ok: true });
  });

  control.post('/reset', (c) => {
    scenarios.inForce.clear();
    scenarios.abandonDelays();
    store.clearRegistrations();
    log.entries.length = 0;
    return c.json({ ok: true });
  });

  control.notFound((c) => c.json({ error: `The sandbox has no ${c.req.method} ${c.req.path}.` }, 404));
  control.onError((error, c) => {
    const isTheirs = error instanceof ValidationError || error instanceof SyntaxError;
    return c.json({ error: error.message }, isTheirs ? 400 : 500);
  });
  return control;
}

import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import type { SandboxContext } from './context.ts';
import type { SandboxEnv } from './request-log.ts';
import type { CallName, Scenario } from './scenarios.ts';

/** Statuses that must not have a body. */
const bodiless = [204, 205, 304];

/** Plays the scenario that is in force for a call, if there is one. */
export function playScenario(call: CallName, { scenarios }: SandboxContext): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const scenario: Scenario = scenarios.take(call) ?? {};
    const { delayMs, status, body, drop } = scenario;
    const entry = c.get('logEntry');
    if (entry) entry.scenario = describeScenario(scenario);
    if (delayMs !== undefined && !(await scenarios.wait(delayMs))) return breakConnection(c);
    if (drop === 'before') return breakConnection(c);
    if (drop === undefined && (status !== undefined || body !== undefined)) c.res = fakedAnswer(scenario);
    else await next();
    if (drop === 'after') return breakConnection(c);
    // Chromium repeats a request, even a POST, when a kept connection breaks, so a dropped call may arrive twice. Closing
    // connections makes that rarer; a preflight's stays open.
    c.header('Connection', 'close');
  };
}

function describeScenario({ delayMs, status, body, drop }: Scenario): string | null {
  const late = delayMs === undefined ? [] : [`delay ${delayMs} ms`];
  if (drop) return [...late, `drop ${drop}`].join(', ');
  if (status !== undefined) return [...late, `status ${status}`].join(', ');
  return [...late, ...(body === undefined ? [] : ['body'])].join(', ') || null;
}

function fakedAnswer({ status = 200, body, contentType }: Scenario): Response {
  if (bodiless.includes(status)) return new Response(null, { status });
  const isPage = body === undefined;
  const text = isPage ? `<!DOCTYPE html><title>${status}</title><h1>${status}</h1>` : body;
  const type = contentType ?? (isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8');
  return new Response(typeof text === 'string' ? text : JSON.stringify(text), {
    status,
    headers: { 'Content-Type': type },
  });
}

/** Ends the connection without an answer. */
function breakConnection(c: Context<SandboxEnv>): void {
  c.env.incoming.socket.destroy();
  c.res = undefined;
  c.res = RESPONSE_ALREADY_SENT;
}

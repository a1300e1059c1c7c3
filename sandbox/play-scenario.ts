import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import type { SandboxContext } from './context.ts';
import type { SandboxEnv } from './request-log.ts';
import type { CallName, Scenario } from './scenarios.ts';

/** Statuses that must not have a body. */
const bodiless = [204, 205, 304];

/** Plays the scenario that is in force for a call, if there is one. */
export function playScenario(
  call: CallName,
  { scenarios, changed }: SandboxContext,
): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const scenario = scenarios.take(call);
    if (scenario) {
      const entry = c.get('logEntry');
      if (entry) entry.scenario = describeScenario(scenario);
      changed();
      if (scenario.delayMs !== undefined && !(await scenarios.wait(scenario.delayMs))) return drop(c);
      if (scenario.drop === 'before') return drop(c);
    }
    if (
      scenario &&
      scenario.drop === undefined &&
      (scenario.status !== undefined || scenario.body !== undefined)
    ) {
      c.res = fakedAnswer(scenario);
    } else {
      await next();
      if (scenario?.drop === 'after') return drop(c);
    }
    // Chromium sends a request again, a POST too, when a connection that it had kept open breaks: a dropped call may
    // arrive twice by itself. Fewer do so where no connection is kept; a preflight's is.
    c.header('Connection', 'close');
  };
}

function describeScenario({ delayMs, status, body, drop: dropped }: Scenario): string {
  const parts: string[] = [];
  if (delayMs !== undefined) parts.push(`delay ${delayMs} ms`);
  if (dropped !== undefined) parts.push(`drop ${dropped}`);
  else if (status !== undefined) parts.push(`status ${status}`);
  else if (body !== undefined) parts.push('body');
  return parts.join(', ');
}

function fakedAnswer({ status = 200, body, contentType }: Scenario): Response {
  if (bodiless.includes(status)) return new Response(null, { status });
  if (body === undefined) {
    const page = `<!DOCTYPE html><html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`;
    return new Response(page, {
      status,
      headers: { 'Content-Type': contentType ?? 'text/html; charset=utf-8' },
    });
  }
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': contentType ?? 'application/json; charset=utf-8' },
  });
}

/** Breaks the connection; nothing more is written to it. */
function drop(c: Context<SandboxEnv>): void {
  c.env.incoming.socket.destroy();
  c.res = undefined;
  c.res = RESPONSE_ALREADY_SENT;
}

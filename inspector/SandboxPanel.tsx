import { useCallback, useEffect, useState } from 'react';
import { isRecord } from './statechart/protocol.ts';

/** What can be made to go wrong with a call, as the sandbox's control takes it (docs/contracts.md). */
const scenarios: Record<string, Record<string, unknown>> = {
  'slow (5 s)': { delayMs: 5_000 },
  'no answer': { delayMs: 3_600_000 },
  'breaks before': { drop: 'before' },
  'breaks after it was stored': { drop: 'after' },
  refuses: { body: { success: false, messages: ['サンドボックスが断りました。'] } },
  'HTTP 401': { status: 401, body: {} },
  'HTTP 500': { status: 500, body: {} },
  'broken JSON': { body: '{"success":tru' },
};

/** Switches the sandbox's scenarios from the inspector. It says so where no sandbox answers. */
export function SandboxPanel({ apiOrigin }: { apiOrigin: string }) {
  const control = `${apiOrigin}/sandbox`;
  const [calls, setCalls] = useState<string[] | null>(null);
  const [inForce, setInForce] = useState<Record<string, unknown>>({});
  const [isOnce, setIsOnce] = useState(true);

  const refresh = useCallback(async () => {
    try {
      const about: unknown = await (await fetch(`${control}/about`)).json();
      const current: unknown = await (await fetch(`${control}/scenarios`)).json();
      setCalls(isRecord(about) && Array.isArray(about.calls) ? about.calls.map(String) : null);
      setInForce(isRecord(current) ? current : {});
    } catch {
      setCalls(null);
    }
  }, [control]);

  useEffect(() => {
    refresh();
    const events = new EventSource(`${control}/events`);
    events.addEventListener('change', refresh);
    events.addEventListener('open', refresh);
    return () => events.close();
  }, [control, refresh]);

  const set = async (call: string, name: string) => {
    const scenario = scenarios[name];
    await fetch(`${control}/scenarios/${call}`, {
      method: scenario ? 'PUT' : 'DELETE',
      ...(scenario && {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(isOnce ? { ...scenario, times: 1 } : scenario),
      }),
    });
    await refresh();
  };

  return (
    <>
      <h2>Sandbox</h2>
      {calls === null ? (
        <p className="hint">No sandbox answers at {apiOrigin}. Start it with npm run dev.</p>
      ) : (
        <div className="sandbox">
          <label>
            <input type="checkbox" checked={isOnce} onChange={({ target }) => setIsOnce(target.checked)} />{' '}
            only the next request
          </label>
          {calls.map((call) => (
            <label key={call} className="call">
              {call}
              <select
                name={call}
                value={nameOf(inForce[call])}
                onChange={({ target }) => set(call, target.value)}
              >
                <option value="">works</option>
                {nameOf(inForce[call]) === 'other' && <option value="other">set elsewhere</option>}
                {Object.keys(scenarios).map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            </label>
          ))}
        </div>
      )}
    </>
  );
}

function nameOf(scenario: unknown): string {
  if (!isRecord(scenario)) return '';
  const { times: _, ...rest } = scenario;
  return (
    Object.keys(scenarios).find((name) => JSON.stringify(scenarios[name]) === JSON.stringify(rest)) ?? 'other'
  );
}

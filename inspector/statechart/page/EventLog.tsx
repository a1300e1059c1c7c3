import { useEffect, useRef } from 'react';
import type { LogEntry } from '../recording.ts';

/** The log of all actors, newest last. The chosen entry is the moment that the chart shows. */
export function EventLog({
  entries,
  selected,
  onSelect,
}: {
  entries: readonly LogEntry[];
  /** Null while the chart is live. */
  selected: string | null;
  onSelect: (entry: LogEntry) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  const last = entries.at(-1)?.key;
  const shown = selected ?? last;

  useEffect(() => {
    const item =
      shown === undefined ? null : list.current?.querySelector(`[data-entry="${CSS.escape(shown)}"]`);
    item?.scrollIntoView({ block: 'nearest' });
  }, [shown]);

  if (entries.length === 0)
    return <p className="hint">No events yet, or none that the filter lets through.</p>;
  return (
    <ol ref={list} className="entries">
      {entries.map((entry) => (
        <li key={entry.key} data-entry={entry.key}>
          <button
            type="button"
            className={entry.kind}
            aria-current={entry.key === selected ? 'true' : undefined}
            onClick={() => onSelect(entry)}
          >
            <time title={new Date(entry.at).toLocaleTimeString()}>{delta(entry.sincePrevious)}</time>
            {entry.kind === 'opened' ? (
              <span className="event">page loaded</span>
            ) : (
              <span className="what">
                <span className="event" data-kind={kindOf(entry.event)}>
                  {shortName(entry.event)}
                </span>
                <span className="actor">
                  {entry.from && entry.from !== entry.actorName ? `${entry.from} → ` : ''}
                  {entry.actorName}
                </span>
                {entry.status !== 'active' && <span className="status">{entry.status}</span>}
              </span>
            )}
          </button>
        </li>
      ))}
    </ol>
  );
}

function delta(milliseconds: number | null): string {
  if (milliseconds === null) return '';
  if (milliseconds < 1_000) return `+${milliseconds} ms`;
  if (milliseconds < 60_000) return `+${(milliseconds / 1_000).toFixed(1)} s`;
  return `+${(milliseconds / 60_000).toFixed(1)} min`;
}

function kindOf(event: string): 'done' | 'error' | 'after' | 'own' | 'event' {
  if (/^xstate\.(done|promise\.resolve)/.test(event)) return 'done';
  if (/^xstate\.(error|promise\.reject)/.test(event)) return 'error';
  if (event.startsWith('xstate.after')) return 'after';
  return event.startsWith('xstate.') ? 'own' : 'event';
}

/** XState's own names in fewer letters; the prefix says nothing to a reader. */
function shortName(event: string): string {
  return event.replace(/^xstate\.((done|error)\.(actor|state)|after|promise)\.?/, (_, name: string) => {
    const [first = ''] = name.split('.');
    return first === 'promise' ? '' : `${first} `;
  });
}

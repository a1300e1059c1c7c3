import { formatDuration } from '../chart.ts';
import type { LogEntry } from '../recording.ts';

/** The log of all actors, newest first. The chosen entry is the moment that the chart shows. */
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
  if (entries.length === 0)
    return <p className="hint">No events yet, or none that the filter lets through.</p>;
  return (
    <ol reversed className="entries">
      {entries.toReversed().map((entry) => (
        <li key={entry.key} data-entry={entry.key}>
          <button
            type="button"
            aria-current={entry.key === selected ? 'true' : undefined}
            onClick={() => onSelect(entry)}
          >
            <time title={new Date(entry.message.at).toLocaleTimeString()}>
              {entry.sincePrevious === null ? '' : `+${formatDuration(entry.sincePrevious)}`}
            </time>
            <What entry={entry} />
          </button>
        </li>
      ))}
    </ol>
  );
}

function What({ entry: { message, actor, from, way } }: { entry: LogEntry }) {
  if (message.kind === 'opened')
    return <span className="event">{message.isShownAgain ? 'page shown again' : 'page loaded'}</span>;
  return (
    <span className="what">
      <span className="event" data-kind={kindOf(message.event)}>
        {shortName(message.event)}
      </span>
      <span className="actor">
        {from && from !== actor?.name ? `${from} → ` : ''}
        {actor?.name}
      </span>
      {message.status !== 'active' && <span className="status">{message.status}</span>}
      <span className="way">{way}</span>
    </span>
  );
}

function kindOf(event: string): 'done' | 'error' | 'after' | 'own' | 'event' {
  if (/^xstate\.(done|promise\.resolve)/.test(event)) return 'done';
  if (/^xstate\.(error|promise\.reject)/.test(event)) return 'error';
  if (event.startsWith('xstate.after')) return 'after';
  return event.startsWith('xstate.') ? 'own' : 'event';
}

/** Shortens XState's own event names: readers do not need the prefix. */
function shortName(event: string): string {
  return event.replace(/^xstate\.((done|error)\.(actor|state)|after|promise)\.?/, (_, name: string) => {
    const [first = ''] = name.split('.');
    return first === 'promise' ? '' : `${first} `;
  });
}

import { useState } from 'react';
import { formatDuration } from '../chart.ts';
import type { StepMessage } from '../protocol.ts';
import { type LogEntry, nameOfEvent } from '../recording.ts';

/** The log of all actors, newest first, with a filter. The chosen entry is the moment that the chart shows. */
export function EventLog({
  entries,
  selected,
  onSelect,
}: {
  entries: readonly LogEntry[];
  selected: LogEntry | undefined;
  onSelect: (entry: LogEntry) => void;
}) {
  const [filter, setFilter] = useState('');
  const shown = entries.filter((entry) => isShown(entry, filter));
  return (
    <section className="log" aria-label="Log">
      <input
        type="search"
        placeholder="Filter events, actors, states"
        aria-label="Filter"
        value={filter}
        onChange={({ target }) => setFilter(target.value)}
      />
      {shown.length === 0 && <p className="hint">No events yet, or none that the filter lets through.</p>}
      <ol reversed className="entries">
        {shown.toReversed().map((entry) => (
          <li key={entry.key}>
            <button type="button" aria-current={entry === selected} onClick={() => onSelect(entry)}>
              <time title={new Date(entry.message.at).toLocaleTimeString()}>
                {entry.sincePrevious === null ? '' : `+${formatDuration(entry.sincePrevious)}`}
              </time>
              {entry.message.kind === 'step' ? (
                <Step entry={entry} message={entry.message} />
              ) : (
                <span className="event">page opened</span>
              )}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Step({ entry, message }: { entry: LogEntry; message: StepMessage }) {
  const { actor, from, way } = entry;
  const edge = actor?.chart?.edges.find(({ event }) => event === message.event);
  return (
    <span className="what">
      <span className="event" data-kind={edge?.kind ?? 'own'}>
        {edge ? nameOfEvent(edge) : message.event}
      </span>
      <span className="hint">
        {from && from !== actor?.name ? `${from} → ` : ''}
        {actor?.name}
      </span>
      {message.status !== 'active' && <span className="hint">{message.status}</span>}
      <span className="way">{way}</span>
    </span>
  );
}

/** Whether the log lists an entry. It leaves out promises and callbacks: the chart that started them reports them. */
function isShown({ message, actor, from }: LogEntry, filter: string): boolean {
  if (message.kind === 'opened') return filter === '';
  const text = [message.event, actor?.name, from, ...message.states].join(' ').toLowerCase();
  const words = filter.toLowerCase().split(/\s+/);
  return actor !== undefined && actor.chart !== null && words.every((word) => text.includes(word));
}

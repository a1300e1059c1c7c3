import { formatDuration } from '../chart.ts';
import type { StepMessage } from '../protocol.ts';
import { type LogEntry, nameOfEvent } from '../recording.ts';

/**
 * The log of all actors, newest first. It leaves out promises and callbacks: the chart that started them reports them. The
 * chosen entry is the moment that the chart shows.
 */
export function EventLog({
  entries,
  selected,
  onSelect,
}: {
  entries: readonly LogEntry[];
  selected: LogEntry | undefined;
  onSelect: (entry: LogEntry) => void;
}) {
  const shown = entries.filter(({ message, actor }) => message.kind === 'opened' || actor?.chart);
  return (
    <section className="log" aria-label="Log">
      {shown.length === 0 && <p className="hint">No events yet.</p>}
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
                <span className="event">
                  {entry.message.isShownAgain ? 'page shown again' : 'page loaded'}
                </span>
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

import { type ChartEdge, possibleEdges } from '../chart.ts';
import type { ActorState } from '../recording.ts';

/** What can happen next to an actor; a delay can be made to be over. */
export function PossiblePanel({
  actor,
  isLive,
  onPassTime,
}: {
  actor: ActorState;
  isLive: boolean;
  onPassTime: (edge: ChartEdge) => void;
}) {
  const edges = actor.chart && actor.status === 'active' ? possibleEdges(actor.chart, actor.states) : [];
  if (edges.length === 0) return <p className="hint">Nothing more can happen here.</p>;
  const events = [...new Set(edges.map(({ event }) => event))];
  return (
    <ul className="possible">
      {events.map((event) => {
        const candidates = edges.filter((edge) => edge.event === event);
        const [edge] = candidates;
        return (
          edge && (
            <li
              key={event}
              data-kind={edge.kind}
              data-possible={event}
              title={candidates.map(describe).join('\n')}
            >
              {edge.kind === 'event' ? edge.label : `${edge.kind} ${edge.label}`}
              {candidates.length > 1 && <span className="count">×{candidates.length}</span>}
              {edge.kind === 'after' && (
                <button type="button" disabled={!isLive} onClick={() => onPassTime(edge)}>
                  Time passes
                </button>
              )}
            </li>
          )
        );
      })}
    </ul>
  );
}

function describe({ label, guard, targets }: ChartEdge): string {
  const condition = guard === null ? '' : ` [${guard}]`;
  return `${label}${condition} → ${targets.join(', ') || 'stays'}`;
}

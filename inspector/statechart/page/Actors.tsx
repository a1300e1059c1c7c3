import { shortId } from '../chart.ts';
import type { ChartEdge } from '../protocol.ts';
import { type ActorState, leafNames, nameOfEvent, possibleEdges } from '../recording.ts';

/** The actors of a page with their status; one with a chart can be chosen. */
export function ActorList({
  actors,
  selected,
  onSelect,
}: {
  actors: readonly ActorState[];
  selected: ActorState | undefined;
  onSelect: (name: string) => void;
}) {
  return (
    <ul>
      {actors.map((actor) => (
        <li key={actor.actor} data-actor={actor.name} data-status={actor.status}>
          <button
            type="button"
            disabled={actor.chart === null}
            aria-pressed={actor === selected}
            onClick={() => onSelect(actor.name)}
          >
            {actor.name}
            <span className="actor-state">{actor.status === 'active' ? leafNames(actor) : actor.status}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Every event of the active states. XState takes the first way whose guard holds; if none does, nothing changes. */
export function PossibleEvents({ actor }: { actor: ActorState }) {
  const edges = possibleEdges(actor);
  if (edges.length === 0) return <p className="hint">Nothing more can happen here.</p>;
  const nameOfTarget = ({ targets }: ChartEdge) =>
    targets.map((id) => shortId(id, actor.chart)).join(', ') || 'stays';
  return (
    <ul className="possible">
      {edges.map((edge) => (
        <li key={edge.id}>
          <strong data-kind={edge.kind}>{nameOfEvent(edge)}</strong> {edge.guard && `[${edge.guard}] `}→{' '}
          {nameOfTarget(edge)}
        </li>
      ))}
    </ul>
  );
}

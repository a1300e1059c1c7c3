import { shortId } from '../chart.ts';
import type { ChartEdge } from '../protocol.ts';
import { type ActorState, leafNames, nameOfEvent } from '../recording.ts';

/** The actors of a page with their status; one with a chart can be chosen. */
export function ActorTree({
  actors,
  parent = null,
  selected,
  onSelect,
}: {
  actors: readonly ActorState[];
  /** Whose children are listed. */
  parent?: string | null;
  selected: ActorState | undefined;
  onSelect: (name: string) => void;
}) {
  const children = actors.filter((actor) => actor.parent === parent);
  if (children.length === 0) return null;
  return (
    <ul>
      {children.map((actor) => (
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
          <ActorTree {...{ actors, selected, onSelect }} parent={actor.actor} />
        </li>
      ))}
    </ul>
  );
}

/**
 * Every event of the active states, with its guards and whether they hold now. XState takes the first way whose guard
 * holds; if none does, the event changes nothing.
 */
export function PossibleEvents({ actor: { chart, possible } }: { actor: ActorState }) {
  const ways = possible.flatMap(({ edge: id, holds }) => {
    const edge = chart?.edges.find((one) => one.id === id);
    return edge ? [{ edge, holds }] : [];
  });
  if (ways.length === 0) return <p className="hint">Nothing more can happen here.</p>;
  const nameOfTarget = ({ targets }: ChartEdge) =>
    targets.map((id) => shortId(id, chart)).join(', ') || 'stays';
  const firstOf = (event: string) => ways.find(({ edge }) => edge.event === event);
  return (
    <ul className="possible">
      {ways
        .filter((way) => way === firstOf(way.edge.event))
        .map(({ edge: first }) => (
          <li key={first.event} data-possible={first.event}>
            <strong data-kind={first.kind}>{nameOfEvent(first)}</strong>
            <ul>
              {ways
                .filter(({ edge }) => edge.event === first.event)
                .map(({ edge, holds }) => (
                  <li key={edge.id} data-holds={`${holds}`}>
                    {edge.guard} {edge.guard && <em>{words[`${holds}`]}</em>} → {nameOfTarget(edge)}
                  </li>
                ))}
            </ul>
          </li>
        ))}
    </ul>
  );
}

const words = { true: 'holds', false: 'does not hold', null: 'depends on the event' };

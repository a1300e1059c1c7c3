import { shortId } from '../chart.ts';
import type { ActorState } from '../recording.ts';

/** The actors of a page with their status; one with a chart can be chosen. */
export function ActorTree({
  actors,
  selected,
  onSelect,
}: {
  actors: readonly ActorState[];
  selected: string | null;
  onSelect: (name: string) => void;
}) {
  const branch = (parent: string | null) => {
    const children = actors.filter((actor) => actor.parent === parent);
    if (children.length === 0) return null;
    return (
      <ul className="branch">
        {children.map((actor) => (
          <li key={actor.actor} data-actor={actor.name} data-status={actor.status}>
            <button
              type="button"
              disabled={actor.chart === null}
              aria-pressed={actor.actor === selected}
              onClick={() => onSelect(actor.name)}
            >
              <span className="dot" title={actor.status} />
              <span className="actor-name">{actor.name}</span>
              <span className="actor-state">{actor.chart ? leafNames(actor) : actor.status}</span>
            </button>
            {branch(actor.actor)}
          </li>
        ))}
      </ul>
    );
  };
  return <nav aria-label="Actors">{branch(null)}</nav>;
}

/** The innermost active states, without the chart's own name: `input.form.filling`. */
function leafNames({ chart, states }: ActorState): string {
  const parents = new Set(chart?.nodes.filter(({ id }) => states.includes(id)).map(({ parent }) => parent));
  const leaves = states.filter((id) => !parents.has(id));
  return leaves.map((id) => shortId(id, chart)).join(', ');
}

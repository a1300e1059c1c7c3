import { type ChartEdge, possibleEdges, shortId } from '../chart.ts';
import type { ActorState } from '../recording.ts';

/**
 * Every event of the active states, with its guards and whether they hold now. XState takes the first way whose guard
 * holds; if none does, the event changes nothing.
 */
export function PossiblePanel({ actor }: { actor: ActorState }) {
  const { chart, states, status } = actor;
  const edges = chart && status === 'active' ? possibleEdges(chart, states) : [];
  if (edges.length === 0) return <p className="hint">Nothing more can happen here.</p>;
  // XState asks the innermost state first.
  const inOrder = edges.toSorted((a, b) => states.indexOf(b.source) - states.indexOf(a.source));
  const events = inOrder.filter(
    (edge, index) => inOrder.findIndex(({ event }) => event === edge.event) === index,
  );
  return (
    <ul className="possible">
      {events.map((first) => (
        <li key={first.id} data-possible={first.event}>
          <strong data-kind={first.kind}>
            {first.kind === 'event' ? first.label : `${first.kind} ${first.label}`}
          </strong>
          <ul>
            {inOrder
              .filter(({ event }) => event === first.event)
              .map((edge) => (
                <Way key={edge.id} edge={edge} actor={actor} />
              ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function Way({ edge, actor }: { edge: ChartEdge; actor: ActorState }) {
  const target = edge.targets.map((id) => shortId(id, actor.chart)).join(', ') || 'stays';
  if (edge.guard === null) return <li>→ {target}</li>;
  const holds = actor.guards.find((verdict) => verdict.edge === edge.id)?.holds ?? null;
  const words = { true: 'holds', false: 'does not hold', null: 'depends on the event' }[`${holds}`];
  return (
    <li data-holds={`${holds}`}>
      {edge.guard} <em>{words}</em> → {target}
    </li>
  );
}

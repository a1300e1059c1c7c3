import { use, useLayoutEffect, useRef, useState } from 'react';
import { type ChartLayout, layoutChart } from '../layout-chart.ts';
import type { Chart } from '../protocol.ts';
import { type ActorState, possibleEdges } from '../recording.ts';
import { renderSvg } from '../render-svg.ts';

/** The drawn chart: whole, or in its own size and scrolled to the state that is active. */
export function ChartView({ chart, actor }: { chart: Chart; actor: ActorState }) {
  const [isWhole, setIsWhole] = useState(false);
  const layout = use(layoutOf(chart));
  const stage = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const parsed = new DOMParser().parseFromString(renderSvg(layout), 'image/svg+xml');
    stage.current?.replaceChildren(document.importNode(parsed.documentElement, true));
  }, [layout]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls again once the chart has its own size again
  useLayoutEffect(() => {
    const svg = stage.current?.firstElementChild;
    if (!svg) return;
    light(svg, actor);
    const innermost = [...svg.querySelectorAll('.state.is-active')].at(-1);
    innermost?.scrollIntoView({ block: 'center', inline: 'center' });
  }, [layout, actor, isWhole]);

  return (
    <section aria-label={`Chart of ${chart.id}`}>
      <div ref={stage} className="stage" />
      <button type="button" aria-pressed={isWhole} onClick={() => setIsWhole(!isWhole)}>
        Whole
      </button>
    </section>
  );
}

/** Gives the states and edges that are active, were just taken or may be next their classes. */
function light(svg: Element, actor: ActorState): void {
  const { states, edges } = actor;
  const next = possibleEdges(actor).map(({ id }) => id);
  for (const { classList, dataset } of svg.querySelectorAll<SVGElement>('.state, .edge')) {
    classList.toggle('is-active', states.includes(dataset.stateId ?? ''));
    classList.toggle('is-taken', edges.includes(dataset.edgeId ?? ''));
    classList.toggle('is-possible', next.includes(dataset.edgeId ?? ''));
  }
}

const layouts = new Map<string, Promise<ChartLayout>>();

/** Keeps layouts, since computing one is slow and all pages and actors have the same few charts. */
function layoutOf(chart: Chart): Promise<ChartLayout> {
  const content = JSON.stringify(chart);
  const layout = layouts.get(content) ?? layoutChart(chart);
  layouts.set(content, layout);
  return layout;
}

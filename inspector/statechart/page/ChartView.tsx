import { use, useLayoutEffect, useRef, useState } from 'react';
import { type ChartLayout, layoutChart } from '../layout-chart.ts';
import type { Chart } from '../protocol.ts';
import type { ActorState } from '../recording.ts';
import { renderSvg } from '../render-svg.ts';

const ZOOM = 1.25;

/** The drawn chart, to scroll and to zoom. While it follows, it scrolls to the state that is active. */
export function ChartView({ chart, actor }: { chart: Chart; actor: ActorState }) {
  const [scale, setScale] = useState(1);
  const [follows, setFollows] = useState(true);
  const layout = use(layoutOf(chart));
  const stage = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const parsed = new DOMParser().parseFromString(renderSvg(layout), 'image/svg+xml');
    stage.current?.replaceChildren(document.importNode(parsed.documentElement, true));
  }, [layout]);

  useLayoutEffect(() => {
    const svg = stage.current?.firstElementChild;
    if (!svg) return;
    svg.setAttribute('width', String(layout.width * scale));
    svg.setAttribute('height', String(layout.height * scale));
    light(svg, actor);
    const innermost = [...svg.querySelectorAll('.state.is-active')].at(-1);
    if (follows) innermost?.scrollIntoView({ block: 'center', inline: 'center' });
  }, [layout, actor, scale, follows]);

  const showWhole = () => {
    const { clientWidth = 0, clientHeight = 0 } = stage.current ?? {};
    setFollows(false);
    setScale(Math.min(clientWidth / layout.width, clientHeight / layout.height));
  };

  return (
    <section aria-label={`Chart of ${chart.id}`}>
      <div ref={stage} className="stage" onWheel={() => setFollows(false)} />
      <div role="toolbar" aria-label="View">
        <button type="button" aria-label="Zoom in" onClick={() => setScale(scale * ZOOM)}>
          +
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => setScale(scale / ZOOM)}>
          −
        </button>
        <button type="button" onClick={showWhole}>
          Whole
        </button>
        <button type="button" aria-pressed={follows} onClick={() => setFollows(!follows)}>
          Follow
        </button>
      </div>
    </section>
  );
}

/** Gives the states and edges that are active, were just taken or may be next their classes. */
function light(svg: Element, { states, edges, possible }: ActorState): void {
  const next = possible.filter(({ holds }) => holds !== false).map(({ edge }) => edge);
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

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Chart } from '../chart.ts';
import { type Box, type ChartLayout, layoutChart, type Point } from '../layout-chart.ts';
import { markSvg, type SvgMarks } from '../mark-svg.ts';
import { renderSvg } from '../render-svg.ts';

type View = Point & { scale: number };
/** What the picture keeps in sight until it is moved by hand. */
type Aim = 'active' | 'whole' | 'none';

const MIN_SCALE = 0.1;
const MAX_SCALE = 3;
/** Below this, names cannot be read. */
const READABLE_SCALE = 0.75;

/**
 * The drawn chart: wheel and drag, buttons and keys (`+`, `-`, `0` fits, `f` follows) move it. While it follows, it
 * keeps what is active and what was just taken in sight, at a size that can be read.
 */
export function ChartView({ chart, marks }: { chart: Chart; marks: SvgMarks }) {
  // An object, so that asking for the same again moves the picture again.
  const [aim, setAim] = useState<{ at: Aim }>({ at: 'active' });
  const [view, setView] = useState<View>({ x: 0, y: 0, scale: 1 });
  const [isDragged, setIsDragged] = useState(false);
  const { layout, error } = useLayout(chart);
  const stage = useRef<HTMLDivElement>(null);
  const paper = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (!layout || !paper.current) return;
    const parsed = new DOMParser().parseFromString(renderSvg(layout), 'image/svg+xml');
    paper.current.replaceChildren(document.importNode(parsed.documentElement, true));
  }, [layout]);

  useLayoutEffect(() => {
    const svg = layout && paper.current?.firstElementChild;
    if (svg) markSvg(svg, marks);
  }, [layout, marks]);

  const show = useCallback((box: Box, atLeast: number) => {
    const size = stage.current?.getBoundingClientRect();
    if (!size) return;
    const fitting = Math.min(size.width / (box.width + 40), size.height / (box.height + 40));
    const scale = Math.min(1.1, Math.max(atLeast, fitting));
    setView({
      scale,
      x: size.width / 2 - (box.x + box.width / 2) * scale,
      y: size.height / 2 - (box.y + box.height / 2) * scale,
    });
  }, []);

  useEffect(() => {
    if (!layout || aim.at === 'none') return;
    const whole = { x: 0, y: 0, width: layout.width, height: layout.height };
    if (aim.at === 'whole') show(whole, MIN_SCALE);
    else show(centreOfInterest(layout, marks) ?? whole, READABLE_SCALE);
  }, [layout, aim, marks, show]);

  const zoom = useCallback((factor: number, at?: Point) => {
    setAim({ at: 'none' });
    const size = stage.current?.getBoundingClientRect();
    const point = at ?? { x: (size?.width ?? 0) / 2, y: (size?.height ?? 0) / 2 };
    setView(({ x, y, scale }) => {
      const next = Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale * factor));
      const ratio = next / scale;
      return { scale: next, x: point.x - (point.x - x) * ratio, y: point.y - (point.y - y) * ratio };
    });
  }, []);

  // Not React's `onWheel`, which is passive: the page must not scroll along.
  useEffect(() => {
    const element = stage.current;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top } = element?.getBoundingClientRect() ?? { left: 0, top: 0 };
      zoom(Math.exp(-event.deltaY / 400), { x: event.clientX - left, y: event.clientY - top });
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [zoom]);

  useEffect(() => {
    const press = ({ key, target, ctrlKey, metaKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey || isTyping(target)) return;
      if (key === '+' || key === '=') zoom(1.25);
      if (key === '-') zoom(0.8);
      if (key === '0') setAim({ at: 'whole' });
      if (key === 'f') setAim({ at: 'active' });
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [zoom]);

  return (
    <section className="chart" aria-label={`Chart of ${chart.id}`}>
      <div
        ref={stage}
        className={isDragged ? 'stage is-dragged' : 'stage'}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setIsDragged(true);
          setAim({ at: 'none' });
        }}
        onPointerMove={({ movementX, movementY }) => {
          if (isDragged) setView(({ x, y, scale }) => ({ scale, x: x + movementX, y: y + movementY }));
        }}
        onPointerUp={() => setIsDragged(false)}
        onPointerCancel={() => setIsDragged(false)}
      >
        <div
          ref={paper}
          className="paper-sheet"
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
        />
        {error && <p className="hint">This chart cannot be drawn: {error}</p>}
      </div>
      <div className="chart-tools" role="toolbar" aria-label="View">
        <button type="button" onClick={() => zoom(1.25)} title="Zoom in (+)">
          +
        </button>
        <button type="button" onClick={() => zoom(0.8)} title="Zoom out (-)">
          −
        </button>
        <button type="button" onClick={() => setAim({ at: 'whole' })} title="Show the whole chart (0)">
          Fit
        </button>
        <button
          type="button"
          aria-pressed={aim.at === 'active'}
          onClick={() => setAim({ at: aim.at === 'active' ? 'none' : 'active' })}
          title="Keep what is active in sight (f)"
        >
          Follow
        </button>
      </div>
    </section>
  );
}

/** True where keys belong to what the user is typing. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, select, textarea');
}

const layouts = new Map<string, Promise<ChartLayout>>();

/** Laying a chart out takes longer than all else here, and every page and actor of a sign-up has the same few charts. */
function layoutOf(chart: Chart): Promise<ChartLayout> {
  const content = JSON.stringify(chart);
  const layout = layouts.get(content) ?? layoutChart(chart);
  layouts.set(content, layout);
  return layout;
}

function useLayout(chart: Chart): { layout: ChartLayout | null; error: string | null } {
  const [result, setResult] = useState<{ layout: ChartLayout | null; error: string | null }>({
    layout: null,
    error: null,
  });
  useEffect(() => {
    let isWanted = true;
    layoutOf(chart).then(
      (layout) => isWanted && setResult({ layout, error: null }),
      (error: unknown) => isWanted && setResult({ layout: null, error: String(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [chart]);
  return result;
}

/** The smallest box around the innermost active states and the labels of the edges just taken. */
function centreOfInterest(layout: ChartLayout, { active, taken }: SvgMarks): Box | null {
  const outer = new Set(
    layout.chart.nodes.filter(({ id }) => active.includes(id)).map(({ parent }) => parent),
  );
  const boxes = [
    ...layout.nodes.filter(({ node: { id } }) => active.includes(id) && !outer.has(id)).map(({ box }) => box),
    ...layout.edges.flatMap(({ edge, label }) => (label && taken.includes(edge.id) ? [label.box] : [])),
  ];
  if (boxes.length === 0) return null;
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  return { x: left - 80, y: top - 80, width: right - left + 160, height: bottom - top + 160 };
}

import Elk, {
  type ElkExtendedEdge,
  type ElkNode,
  type ElkPoint,
  type LayoutOptions,
} from 'elkjs/lib/elk.bundled.js';
import { type Chart, type ChartEdge, type ChartNode, isInside, pathTo } from './chart.ts';
import { textWidth, wrapText } from './measure-text.ts';

export type Point = { x: number; y: number };
export type Box = Point & { width: number; height: number };

/** A line of text inside a state: a transition that stays there, or an actor that runs there. */
export type Row = { y: number; edge: ChartEdge } | { y: number; invoke: string };

type Content = {
  node: ChartNode;
  title: string;
  description: string[];
  rows: Row[];
  /** Of the words. */
  width: number;
  height: number;
};

/** A state with its place, and where its words begin. */
export type PlacedNode = Content & { box: Box; words: Point };

/** An edge of the chart with its route and its label. One with two targets has two routes. */
export type PlacedEdge = {
  edge: ChartEdge;
  routes: Point[][];
  label: { box: Box; lines: LabelLine[] } | null;
};

/** One line of an edge's label, in the order in which it is read. */
export type LabelLine = { kind: 'event' | 'guard'; text: string };

/** A chart with a place for everything, in pixels from the top left corner. */
export type ChartLayout = {
  chart: Chart;
  width: number;
  height: number;
  nodes: PlacedNode[];
  edges: PlacedEdge[];
  /** The dots that point at initial states. */
  starts: { at: Point; route: Point[] }[];
};

/** Sizes in pixels, shared by the layout and the drawing. */
export const metrics = {
  title: 14,
  text: 11,
  label: 11.5,
  line: 16,
  padding: 12,
  icon: 14,
  dot: 10,
  descriptionWidth: 190,
} as const;

/** Finds a place for every state, edge and label. The same chart always gets the same layout. */
export async function layoutChart(chart: Chart): Promise<ChartLayout> {
  const root = chart.nodes.find((node) => node.parent === null);
  if (!root) throw new Error(`The chart "${chart.id}" has no root state.`);
  const sketch = new Sketch(chart);
  const graph: ElkNode = {
    id: '(chart)',
    layoutOptions,
    children: [sketch.elkNodeOf(root)],
    edges: sketch.elkEdges,
  };
  // A new instance for each call, since an idle one keeps Node running.
  const placed = await new Elk().layout(graph);
  return readLayout(chart, sketch, placed);
}

const layoutOptions: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.padding': '[top=16,left=16,bottom=16,right=16]',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.layered.layering.strategy': 'LONGEST_PATH_SOURCE',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.nodePlacement.favorStraightEdges': 'true',
  'elk.spacing.nodeNode': '20',
  'elk.spacing.edgeNode': '12',
  'elk.spacing.edgeEdge': '10',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.nodeSelfLoop': '14',
  'elk.layered.spacing.nodeNodeBetweenLayers': '22',
  'elk.layered.spacing.edgeNodeBetweenLayers': '12',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '9',
};

const inline = { 'elk.edgeLabels.inline': 'true' };
const first = { 'elk.layered.layering.layerConstraint': 'FIRST' };

/** Turns a chart into the graph that ELK lays out, and remembers what each part of it stands for. */
class Sketch {
  readonly chart: Chart;
  readonly elkEdges: ElkExtendedEdge[] = [];
  readonly contents = new Map<string, Content>();
  /** By the id of the ELK edge or node that carries the label. */
  readonly labelled = new Map<string, { edge: ChartEdge; lines: LabelLine[] }>();
  /** Edges that ELK gets reversed, since their target comes before their source. */
  readonly reversed = new Set<string>();

  constructor(chart: Chart) {
    this.chart = chart;
    for (const edge of chart.edges) this.#sketchEdge(edge);
  }

  elkNodeOf(node: ChartNode): ElkNode {
    const { id } = node;
    const content = contentOf(node, this.chart);
    this.contents.set(id, content);
    const { width, height } = content;
    const children = childrenOf(this.chart, id);
    if (children.length === 0) return { id, width, height };
    const dot = { id: `${id}|start`, width: metrics.dot, height: metrics.dot };
    if (node.initial) this.elkEdges.push({ id: dot.id, sources: [dot.id], targets: [node.initial] });
    // The words of a state around others are an ELK node, so that lines go around them.
    const words = { id: `${id}|words`, width, height, layoutOptions: first };
    // A transition to a state inside starts at its label inside, since it crosses no border.
    const pills = [...this.labelled].flatMap(([pill, { edge, lines }]) =>
      edge.source === id && pill.endsWith('|pill') ? [{ id: pill, ...labelSize(lines) }] : [],
    );
    return {
      id,
      children: [
        words,
        ...(node.initial ? [dot] : []),
        ...children.map((child) => this.elkNodeOf(child)),
        ...pills,
      ],
      // ELK does not pass options on to nested graphs.
      layoutOptions,
    };
  }

  #sketchEdge(edge: ChartEdge): void {
    const lines = labelLines(edge);
    for (const [index, target] of edge.targets.entries()) {
      const id = `${edge.id}|${index}`;
      const labelId = isInside(this.chart, target, edge.source) ? `${edge.id}|pill` : `${id}|label`;
      if (index === 0) this.labelled.set(labelId, { edge, lines });
      if (labelId.endsWith('|pill')) {
        this.elkEdges.push({ id, sources: [labelId], targets: [target] });
        continue;
      }
      const ends = leadsBack(this.chart, edge.source, target) ? [target, edge.source] : [edge.source, target];
      if (ends[0] === target) this.reversed.add(id);
      // ELK does not place a label without a text.
      const label = { id: labelId, text: edge.label, ...labelSize(lines), layoutOptions: inline };
      const [from = '', to = ''] = ends;
      this.elkEdges.push({ id, sources: [from], targets: [to], labels: index === 0 ? [label] : [] });
    }
  }
}

/**
 * Whether an edge runs against the reading order, seen from the innermost state that holds both its ends.
 * ELK's own ways of breaking cycles either ignore the order or fail on nested graphs.
 */
function leadsBack(chart: Chart, source: string, target: string): boolean {
  const [from, to] = [pathTo(chart, source), pathTo(chart, target)];
  const fork = from.findIndex((id, depth) => to[depth] !== id);
  const order = childrenOf(chart, from[fork - 1] ?? null).map(({ id }) => id);
  const [before, after] = [from[fork], to[fork]];
  return before !== undefined && after !== undefined && order.indexOf(after) < order.indexOf(before);
}

/** The initial state first, then the others as the chart lists them. */
function childrenOf(chart: Chart, id: string | null): ChartNode[] {
  const initial = chart.nodes.find((node) => node.id === id)?.initial;
  return chart.nodes
    .filter(({ parent }) => parent === id)
    .toSorted((a, b) => Number(b.id === initial) - Number(a.id === initial));
}

function contentOf(node: ChartNode, chart: Chart): Content {
  // A history or final state without a description is drawn as a mark.
  if (isMark(node)) return { node, title: '', description: [], rows: [], width: 26, height: 26 };
  const { padding, line } = metrics;
  const isLeaf = !chart.nodes.some(({ parent }) => parent === node.id);
  const available = isLeaf ? metrics.descriptionWidth : 2 * metrics.descriptionWidth;
  const description = node.description === null ? [] : wrapText(node.description, metrics.text, available);
  const staying = chart.edges.filter((edge) => edge.source === node.id && edge.targets.length === 0);
  let y = padding + metrics.title + 6 + description.length * line;
  const rows: Row[] = [
    ...node.invokes.map((invoke) => ({ invoke })),
    ...staying.map((edge) => ({ edge })),
  ].map((row) => {
    y += line + 3;
    return { ...row, y: y - 5 };
  });
  const widths = [
    textWidth(node.key, metrics.title) * 1.08,
    ...description.map((text) => textWidth(text, metrics.text)),
    ...rows.map(rowWidth),
  ];
  const width = Math.max(90, ...widths) + 2 * padding;
  return { node, title: node.key, description, rows, width, height: y + padding - 2 };
}

export function isMark({ type, description }: ChartNode): boolean {
  return type === 'history' || (type === 'final' && description === null);
}

function rowWidth(row: Row): number {
  const text = 'edge' in row ? rowText(row.edge) : row.invoke;
  return metrics.icon + 8 + textWidth(text, metrics.label, 'mono');
}

/** The row's text for a transition that stays in its state. */
export function rowText(edge: ChartEdge): string {
  return labelLines(edge)
    .map(({ text }) => text)
    .join(' ');
}

function labelLines(edge: ChartEdge): LabelLine[] {
  const event: LabelLine = { kind: 'event', text: edge.label };
  return edge.guard === null ? [event] : [event, { kind: 'guard', text: `[${edge.guard}]` }];
}

function labelSize(lines: readonly LabelLine[]): { width: number; height: number } {
  const widths = lines.map(
    ({ kind, text }) => textWidth(text, metrics.label, 'mono') + (kind === 'event' ? metrics.icon + 4 : 0),
  );
  return { width: Math.max(...widths) + 14, height: lines.length * 15 + 7 };
}

function readLayout(chart: Chart, sketch: Sketch, graph: ElkNode): ChartLayout {
  const boxes = new Map<string, Box>();
  const collect = (node: ElkNode) => {
    boxes.set(node.id, boxOf(node));
    node.children?.forEach(collect);
  };
  collect(graph);
  const routes = new Map<string, Point[]>();
  for (const edge of graph.edges ?? []) {
    routes.set(edge.id, sketch.reversed.has(edge.id) ? routeOf(edge).toReversed() : routeOf(edge));
    for (const label of edge.labels ?? []) if (label.id) boxes.set(label.id, boxOf(label));
  }
  const others = [...boxes.values(), ...[...routes.values()].flatMap(linesOf)];
  return {
    chart,
    width: graph.width ?? 0,
    height: graph.height ?? 0,
    nodes: chart.nodes.flatMap(({ id }) => {
      const content = sketch.contents.get(id);
      const box = boxes.get(id);
      const words = boxes.get(`${id}|words`) ?? box;
      return content && box && words ? [{ ...content, box, words: leftmost(words, box, others) }] : [];
    }),
    edges: chart.edges
      .filter(({ targets }) => targets.length > 0)
      .map((edge) => {
        const [labelId = '', label] = [...sketch.labelled].find(([, one]) => one.edge === edge) ?? [];
        const box = boxes.get(labelId);
        return {
          edge,
          routes: edge.targets.map((_, index) => routes.get(`${edge.id}|${index}`) ?? []),
          label: box && label ? { box, lines: label.lines } : null,
        };
      }),
    starts: chart.nodes.flatMap(({ id }) => {
      const dot = boxes.get(`${id}|start`);
      const route = routes.get(`${id}|start`);
      return dot && route ? [{ at: { x: dot.x + dot.width / 2, y: dot.y + dot.height / 2 }, route }] : [];
    }),
  };
}

/** Moves the words of a state around others as far to the left as they cover nothing. */
function leftmost(words: Box, state: Box, others: readonly Box[]): Point {
  for (let x = state.x; x < words.x; x += 10) {
    const moved = { ...words, x };
    if (!others.some((other) => overlap(moved, other) && !overlap(words, other))) return moved;
  }
  return words;
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** The straight lines of a route, as boxes without width or height. */
function linesOf(route: readonly Point[]): Box[] {
  return route.slice(1).map((to, index) => {
    const from = route[index] ?? to;
    const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
    return { x, y, width: Math.abs(from.x - to.x), height: Math.abs(from.y - to.y) };
  });
}

function boxOf({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box {
  return { x, y, width, height };
}

function routeOf(edge: ElkExtendedEdge): Point[] {
  return (edge.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) =>
    [startPoint, ...bendPoints, endPoint].map(({ x, y }: ElkPoint) => ({ x, y })),
  );
}

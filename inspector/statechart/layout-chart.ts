import Elk, {
  type ElkExtendedEdge,
  type ElkNode,
  type ElkPoint,
  type LayoutOptions,
} from 'elkjs/lib/elk.bundled.js';
import { pathTo } from './chart.ts';
import type { Chart, ChartEdge, ChartNode } from './protocol.ts';

export type Point = { x: number; y: number };
export type Box = Point & { width: number; height: number };

/** A state with its words, its place, and where its words begin. */
export type PlacedNode = Words & { node: ChartNode; box: Box; words: Point };

/** An edge with its routes, one for each target, and its label. */
export type PlacedEdge = { edge: ChartEdge; routes: Point[][]; label: Box };

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

const layoutOptions: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.padding': '[top=16,left=16,bottom=16,right=16]',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.layered.layering.strategy': 'LONGEST_PATH_SOURCE',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.spacing.edgeNode': '12',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.nodeSelfLoop': '14',
  'elk.layered.spacing.nodeNodeBetweenLayers': '22',
  'elk.layered.spacing.edgeNodeBetweenLayers': '12',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '9',
};

const inline = { 'elk.edgeLabels.inline': 'true' };
const first = { 'elk.layered.layering.layerConstraint': 'FIRST' };

/** Finds a place for every state, edge and label. The same chart always gets the same layout. */
export async function layoutChart(chart: Chart): Promise<ChartLayout> {
  const leading = chart.edges.filter(({ targets }) => targets.length > 0);
  // A new instance for each call, since an idle one keeps Node running.
  const graph: ElkNode = await new Elk().layout({
    id: '(chart)',
    layoutOptions,
    children: childrenOf(chart, null).map((root) => elkNode(chart, root)),
    edges: [
      ...leading.flatMap((edge) => elkEdges(chart, edge)),
      ...chart.nodes.flatMap(({ id, initial }) =>
        initial === null ? [] : { id: `${id}|start`, sources: [`${id}|start`], targets: [initial] },
      ),
    ],
  });

  const boxes = new Map(allNodes(graph).map((node) => [node.id, boxOf(node)]));
  const routes = new Map<string, Point[]>();
  for (const edge of graph.edges ?? []) {
    routes.set(edge.id, routeOf(edge));
    for (const label of edge.labels ?? []) boxes.set(label.id ?? '', boxOf(label));
  }
  const box = (id: string) => boxes.get(id) ?? boxOf({});
  const route = (id: string) => routes.get(id) ?? [];
  return {
    chart,
    width: graph.width ?? 0,
    height: graph.height ?? 0,
    nodes: chart.nodes.map((node) => ({
      ...wordsOf(node, chart),
      node,
      box: box(node.id),
      words: boxes.get(`${node.id}|words`) ?? box(node.id),
    })),
    edges: leading.map((edge) => ({
      edge,
      routes: edge.targets.map((target, index) => {
        const there = route(`${edge.id}|${index}`);
        return leadsBack(chart, edge.source, target) ? there.toReversed() : there;
      }),
      label: box(`${edge.id}|label`),
    })),
    starts: chart.nodes.flatMap(({ id, initial }) => {
      const { x, y, width, height } = box(`${id}|start`);
      return initial === null
        ? []
        : { at: { x: x + width / 2, y: y + height / 2 }, route: route(`${id}|start`) };
    }),
  };
}

function elkNode(chart: Chart, node: ChartNode): ElkNode {
  const { id } = node;
  const { width, height } = wordsOf(node, chart);
  const children = childrenOf(chart, id);
  if (children.length === 0) return { id, width, height };
  // The words of a state around others are an ELK node, so that lines go around them.
  const words = { id: `${id}|words`, width, height, layoutOptions: first };
  const dot = { id: `${id}|start`, width: metrics.dot, height: metrics.dot };
  // A transition to a state inside starts at its label inside, since it crosses no border.
  const labels = chart.edges
    .filter(({ source, targets }) => source === id && targets.some((target) => isInside(chart, target, id)))
    .map((edge) => ({ id: `${edge.id}|label`, ...labelSize(edge) }));
  return {
    id,
    children: [
      words,
      ...(node.initial === null ? [] : [dot]),
      ...children.map((child) => elkNode(chart, child)),
      ...labels,
    ],
    // ELK does not pass options on to nested graphs.
    layoutOptions,
  };
}

function elkEdges(chart: Chart, edge: ChartEdge): ElkExtendedEdge[] {
  // ELK does not place a label without a text.
  const label = { id: `${edge.id}|label`, text: edge.label, ...labelSize(edge), layoutOptions: inline };
  return edge.targets.map((target, index) => {
    const id = `${edge.id}|${index}`;
    if (isInside(chart, target, edge.source)) return { id, sources: [label.id], targets: [target] };
    const [from, to] = leadsBack(chart, edge.source, target) ? [target, edge.source] : [edge.source, target];
    return { id, sources: [from], targets: [to], labels: index === 0 ? [label] : [] };
  });
}

/**
 * Whether an edge runs against the reading order, seen from the innermost state that holds both its ends. ELK gets it
 * reversed: its own ways of breaking cycles either ignore the order or fail on nested graphs.
 */
function leadsBack(chart: Chart, source: string, target: string): boolean {
  const [from, to] = [pathTo(chart, source), pathTo(chart, target)];
  const fork = from.findIndex((id, depth) => to[depth] !== id);
  const order = childrenOf(chart, from[fork - 1] ?? null).map(({ id }) => id);
  const [before, after] = [from[fork], to[fork]];
  return before !== undefined && after !== undefined && order.indexOf(after) < order.indexOf(before);
}

function isInside(chart: Chart, id: string, ancestor: string): boolean {
  return id !== ancestor && pathTo(chart, id).includes(ancestor);
}

/** The initial state first, then the others as the chart lists them. */
function childrenOf(chart: Chart, id: string | null): ChartNode[] {
  const initial = chart.nodes.find((node) => node.id === id)?.initial;
  return chart.nodes
    .filter(({ parent }) => parent === id)
    .toSorted((a, b) => Number(b.id === initial) - Number(a.id === initial));
}

type Words = ReturnType<typeof wordsOf>;

/** The lines of text in a state, and their size. A row is an actor that runs there, or a transition that stays there. */
function wordsOf(node: ChartNode, chart: Chart) {
  if (isMark(node)) return { description: [], rows: [], width: 26, height: 26 };
  const { padding, line } = metrics;
  const isLeaf = !chart.nodes.some(({ parent }) => parent === node.id);
  const available = isLeaf ? metrics.descriptionWidth : 2 * metrics.descriptionWidth;
  const description = node.description === null ? [] : wrapText(node.description, metrics.text, available);
  const staying = chart.edges.filter((edge) => edge.source === node.id && edge.targets.length === 0);
  const top = padding + metrics.title + 6 + description.length * line;
  const rows = [
    ...node.invokes.map((text) => ({ text, edge: null })),
    ...staying.map((edge) => ({ text: `${edge.label} ${guardText(edge)}`.trim(), edge })),
  ].map((row, index) => ({ ...row, y: top + (index + 1) * (line + 3) - 5 }));
  const widths = [
    textWidth(node.key, metrics.title) * 1.08,
    ...description.map((text) => textWidth(text, metrics.text)),
    ...rows.map(({ text }) => metrics.icon + 8 + codeWidth(text)),
  ];
  const width = Math.max(90, ...widths) + 2 * padding;
  const height = top + rows.length * (line + 3) + padding - 2;
  return { description, rows, width, height };
}

/** A history state is a circle without words. */
export function isMark({ type }: ChartNode): boolean {
  return type === 'history';
}

export function guardText({ guard }: ChartEdge): string {
  return guard === null ? '' : `[${guard}]`;
}

function labelSize(edge: ChartEdge): { width: number; height: number } {
  const width = Math.max(codeWidth(edge.label) + metrics.icon + 4, codeWidth(guardText(edge)));
  return { width: width + 14, height: (edge.guard === null ? 1 : 2) * 15 + 7 };
}

const codeWidth = (text: string) => textWidth(text, metrics.label, 0.61);

/**
 * The estimated width of a text in pixels. Without a browser, so that the picture is the same everywhere; generous,
 * since fonts differ and a box may be too wide but not too narrow.
 */
function textWidth(text: string, fontSize: number, average = 0.56): number {
  let ems = 0;
  for (const character of text) ems += /[\u2e80-\uffef]/u.test(character) ? 1.02 : average;
  return Math.ceil(ems * fontSize);
}

/** Breaks a text into lines of at most `width` pixels: at spaces, and between wide (East Asian) characters. */
function wrapText(text: string, fontSize: number, width: number): string[] {
  const lines = [''];
  for (const piece of text.match(/[^\s\u2e80-\uffef]+\s*|[\u2e80-\uffef]\s*/gu) ?? []) {
    const longer = lines.at(-1) + piece;
    if (textWidth(longer.trimEnd(), fontSize) > width) lines.push(piece);
    else lines.splice(-1, 1, longer);
  }
  return lines.map((line) => line.trimEnd()).filter(Boolean);
}

function allNodes(node: ElkNode): ElkNode[] {
  return [node, ...(node.children ?? []).flatMap(allNodes)];
}

function boxOf({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box {
  return { x, y, width, height };
}

function routeOf(edge: ElkExtendedEdge): Point[] {
  return (edge.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) =>
    [startPoint, ...bendPoints, endPoint].map(({ x, y }: ElkPoint) => ({ x, y })),
  );
}

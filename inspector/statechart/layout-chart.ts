import Elk, {
  type ElkExtendedEdge,
  type ElkNode,
  type ElkPoint,
  type LayoutOptions,
} from 'elkjs/lib/elk.bundled.js';
import type { Chart, ChartEdge, ChartNode } from './chart.ts';
import { textWidth, wrapText } from './measure-text.ts';

export type Point = { x: number; y: number };
export type Box = Point & { width: number; height: number };

/** A line of text inside a state: a transition that stays there, or an actor that runs there. */
export type Row = { y: number; edge: ChartEdge } | { y: number; invoke: string };

export type PlacedNode = { node: ChartNode; box: Box; title: string; description: string[]; rows: Row[] };

/** An edge of the chart with its way and its label. One with two targets has two ways. */
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
  starts: { node: string; at: Point; route: Point[] }[];
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
  margin: 16,
  descriptionWidth: 190,
} as const;

/** Finds a place for every state, edge and label. The same chart always gets the same layout. */
export async function layoutChart(chart: Chart): Promise<ChartLayout> {
  const root = chart.nodes.find((node) => node.parent === null);
  if (!root) throw new Error(`The chart "${chart.id}" has no root state.`);
  const sketch = new Sketch(chart);
  const graph: ElkNode = {
    id: '(chart)',
    layoutOptions: { ...layoutOptions, 'elk.padding': paddingOf(metrics.margin) },
    children: [sketch.elkNodeOf(root)],
    edges: sketch.elkEdges,
  };
  // Made for each call: elkjs keeps no state worth keeping, and an idle instance keeps Node alive.
  const placed = await new Elk().layout(graph);
  return readLayout(chart, sketch, placed);
}

const layoutOptions: LayoutOptions = {
  'elk.algorithm': 'layered',
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

function paddingOf(side: number, top = side): string {
  return `[top=${top},left=${side},bottom=${side},right=${side}]`;
}

/** Turns a chart into the graph that ELK lays out, and remembers what each part of it stands for. */
class Sketch {
  readonly chart: Chart;
  readonly elkEdges: ElkExtendedEdge[] = [];
  readonly contents = new Map<string, Omit<PlacedNode, 'box'>>();
  /** By the id of the ELK edge or node that carries the label. */
  readonly labelled = new Map<string, { edge: ChartEdge; lines: LabelLine[] }>();
  /** ELK edges that are handed over the wrong way round, since their end stands before their beginning. */
  readonly reversed = new Set<string>();

  constructor(chart: Chart) {
    this.chart = chart;
    for (const edge of chart.edges) this.#sketchEdge(edge);
  }

  elkNodeOf(node: ChartNode): ElkNode {
    const children = this.#childrenOf(node.id);
    if (node.type === 'history' || (node.type === 'final' && node.description === null)) {
      return { id: node.id, ...this.#markSize(node) };
    }
    const content = contentOf(node, this.chart);
    this.contents.set(node.id, content.node);
    const { width, height } = content;
    if (children.length === 0) return { id: node.id, width, height };
    const elkChildren = children.map((child) => this.elkNodeOf(child));
    if (node.initial !== null) {
      const dot = `${node.id}|start`;
      elkChildren.unshift({ id: dot, width: metrics.dot, height: metrics.dot });
      this.elkEdges.push({ id: dot, sources: [dot], targets: [node.initial] });
    }
    return {
      id: node.id,
      children: [...elkChildren, ...this.#innerPills(node)],
      layoutOptions: {
        // ELK does not hand options down to nested graphs.
        ...layoutOptions,
        'elk.padding': paddingOf(18, height + 10),
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': `(${width}, ${height + 30})`,
      },
    };
  }

  /** A history or final state is drawn as a mark, with its name where it is more than one word for "end". */
  #markSize(node: ChartNode): { width: number; height: number } {
    this.contents.set(node.id, { node, title: node.key, description: [], rows: [] });
    const circle = 26;
    return { width: circle + 10 + textWidth(node.key, metrics.text), height: circle };
  }

  #sketchEdge(edge: ChartEdge): void {
    const lines = labelLines(edge);
    for (const [index, target] of edge.targets.entries()) {
      const id = `${edge.id}|${index}`;
      if (this.#isInside(target, edge.source)) {
        const pill = `${edge.id}|pill`;
        this.labelled.set(pill, { edge, lines });
        this.elkEdges.push({ id, sources: [pill], targets: [target] });
        continue;
      }
      const backwards = this.#leadsBack(edge.source, target);
      if (backwards) this.reversed.add(id);
      this.elkEdges.push({
        id,
        sources: [backwards ? target : edge.source],
        targets: [backwards ? edge.source : target],
        ...(index === 0 && {
          labels: [
            // ELK leaves a label without a text where it is.
            { id: `${id}|label`, text: edge.label, ...labelSize(lines), layoutOptions: inline },
          ],
        }),
      });
      if (index === 0) this.labelled.set(`${id}|label`, { edge, lines });
    }
  }

  /** Transitions from a state to a state inside it start at a pill inside, since there is no border to cross. */
  #innerPills(node: ChartNode): ElkNode[] {
    return [...this.labelled].flatMap(([id, { edge, lines }]) =>
      edge.source === node.id && id.endsWith('|pill') ? [{ id, ...labelSize(lines) }] : [],
    );
  }

  /**
   * Whether an edge runs against the reading order, seen from the innermost state that holds both its ends.
   * ELK's own ways of breaking cycles either ignore the order or fail on nested graphs.
   */
  #leadsBack(source: string, target: string): boolean {
    const from = this.#pathTo(source);
    const to = this.#pathTo(target);
    const fork = from.findIndex((node, depth) => to[depth] !== node);
    const [before, after] = [from[fork], to[fork]];
    if (!before || !after) return false;
    const order = this.#childrenOf(from[fork - 1]?.id ?? null);
    return order.indexOf(after) < order.indexOf(before);
  }

  /** From the root down to the state. */
  #pathTo(id: string | null): ChartNode[] {
    const node = this.chart.nodes.find((candidate) => candidate.id === id);
    return node ? [...this.#pathTo(node.parent), node] : [];
  }

  /** The initial state first, then the others as the chart lists them. */
  #childrenOf(id: string | null): ChartNode[] {
    const initial = this.chart.nodes.find((node) => node.id === id)?.initial;
    return this.chart.nodes
      .filter(({ parent }) => parent === id)
      .toSorted((a, b) => Number(b.id === initial) - Number(a.id === initial));
  }

  #isInside(id: string, ancestor: string): boolean {
    const parent = this.chart.nodes.find((node) => node.id === id)?.parent ?? null;
    return parent !== null && (parent === ancestor || this.#isInside(parent, ancestor));
  }
}

function contentOf(
  node: ChartNode,
  chart: Chart,
): { node: Omit<PlacedNode, 'box'>; width: number; height: number } {
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
    ...rows.map((row) => rowWidth(row)),
  ];
  return {
    node: { node, title: node.key, description, rows },
    width: Math.max(90, ...widths) + 2 * padding,
    height: y + padding - 2,
  };
}

function rowWidth(row: Row): number {
  const text = 'edge' in row ? rowText(row.edge) : row.invoke;
  return metrics.icon + 8 + textWidth(text, metrics.label, 'mono');
}

/** What a row says of a transition that stays in its state. */
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
  return {
    chart,
    width: graph.width ?? 0,
    height: graph.height ?? 0,
    nodes: chart.nodes.flatMap(({ id }) => {
      const content = sketch.contents.get(id);
      const box = boxes.get(id);
      return content && box ? [{ ...content, box }] : [];
    }),
    edges: chart.edges
      .filter(({ targets }) => targets.length > 0)
      .map((edge) => {
        const labelId = [...sketch.labelled].find(([, labelled]) => labelled.edge === edge)?.[0] ?? '';
        const box = boxes.get(labelId);
        return {
          edge,
          routes: edge.targets.map((_, index) => routes.get(`${edge.id}|${index}`) ?? []),
          label: box ? { box, lines: sketch.labelled.get(labelId)?.lines ?? [] } : null,
        };
      }),
    starts: chart.nodes.flatMap(({ id }) => {
      const dot = boxes.get(`${id}|start`);
      const route = routes.get(`${id}|start`);
      return dot && route
        ? [{ node: id, at: { x: dot.x + dot.width / 2, y: dot.y + dot.height / 2 }, route }]
        : [];
    }),
  };
}

function boxOf({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box {
  return { x, y, width, height };
}

function routeOf(edge: ElkExtendedEdge): Point[] {
  return (edge.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) =>
    [startPoint, ...bendPoints, endPoint].map(({ x, y }: ElkPoint) => ({ x, y })),
  );
}

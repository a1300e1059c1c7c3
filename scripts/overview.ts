import { type Chart, type ChartEdge, type ChartNode, pathTo } from '../inspector/statechart/chart.ts';
import {
  type ChartLayout,
  labelAt,
  metrics,
  type PlacedEdge,
  type PlacedNode,
} from '../inspector/statechart/layout-chart.ts';
import { wrapText } from '../inspector/statechart/measure-text.ts';

const screens = ['input', 'confirm', 'cardRedirect', 'callback', 'complete'];
const width = 150;
const height = 106;
const gap = 36;
/** Arrows that skip screens run above them; the bank's page stands below them. */
const top = 84;
const outside = top + height + 40;

const bankPage: ChartNode = {
  id: 'bank',
  key: "the bank's page",
  parent: null,
  type: 'parallel',
  initial: null,
  description: 'Not ours: the donor leaves this page and comes back',
  invokes: [],
  entry: [],
  exit: [],
};

/**
 * The README's picture: the states right below the chart's root in their order, the chart's ways forward between them, and
 * the bank's page, to which the donor leaves.
 */
export function overviewOf(chart: Chart): ChartLayout {
  const nodes = screens.map((key, index) => {
    const node = chart.nodes.find(({ id }) => id === `${chart.id}.${key}`);
    if (!node) throw new Error(`The chart has no state "${key}".`);
    return place({ ...node, type: 'atomic' }, index, top);
  });
  const screenOf = (id: string) => screens.findIndex((key) => pathTo(chart, id)[1] === `${chart.id}.${key}`);
  const isWay = (from: number, to: number) => (edge: ChartEdge) =>
    screenOf(edge.source) === from && edge.targets.some((id) => screenOf(id) === to);
  const forward = screens.flatMap((_, from) =>
    screens.flatMap((_, to) => {
      const edge = to > from ? chart.edges.find(isWay(from, to)) : undefined;
      return edge ? [way(edge, from, to)] : [];
    }),
  );
  return {
    chart,
    width: leftOf(screens.length),
    height: outside + height + gap / 2,
    nodes: [...nodes, place(bankPage, 2.5, outside)],
    edges: [...forward, ...aroundBank()],
    starts: [],
  };
}

function leftOf(column: number): number {
  return gap + column * (width + gap);
}

function place(node: ChartNode, column: number, y: number): PlacedNode {
  const box = { x: leftOf(column), y, width, height };
  const description = wrapText(node.description ?? '', metrics.text, width - 2 * metrics.padding);
  return { node, title: node.key, description, rows: [], width, height, box, words: box };
}

/** A straight arrow to the next screen; one to a later screen runs above those between and carries the edge's label. */
function way(edge: ChartEdge, from: number, to: number): PlacedEdge {
  const y = top + height / 2;
  const straight = [
    { x: leftOf(from) + width, y },
    { x: leftOf(to), y },
  ];
  if (to === from + 1) return { edge, routes: [straight], label: null };
  const [start, end] = [leftOf(from) + width / 2, leftOf(to) + width / 2];
  const above = [
    { x: start, y: top },
    { x: start, y: top / 2 },
    { x: end, y: top / 2 },
    { x: end, y: top },
  ];
  return { edge, routes: [above], label: labelAt(edge, { x: (start + end) / 2, y: top / 2 }) };
}

function aroundBank(): PlacedEdge[] {
  const left = leftOf(2.5);
  const y = outside + height / 2;
  const there = [
    { x: left - gap / 2, y: top + height },
    { x: left - gap / 2, y },
    { x: left, y },
  ];
  const back = [
    { x: left + width, y },
    { x: left + width + gap / 2, y },
    { x: left + width + gap / 2, y: top + height },
  ];
  return [there, back].map((route, index) => ({
    edge: {
      id: `bank|${index}`,
      source: '',
      targets: [],
      kind: 'event',
      event: '',
      label: '',
      guard: null,
      actions: [],
      description: null,
    },
    routes: [route],
    label: null,
  }));
}

import { chartStyle } from './chart-style.ts';
import {
  type Box,
  type ChartLayout,
  guardText,
  isMark,
  metrics,
  type PlacedEdge,
  type PlacedNode,
  type Point,
} from './layout-chart.ts';
import type { ChartEdge } from './protocol.ts';

/**
 * Draws a laid-out chart as one SVG element that carries its own style, in Node and in a browser alike.
 * States carry `data-state-id`, edges and their labels `data-edge-id`: classes `is-active`, `is-taken` and
 * `is-possible` light them up.
 */
export function renderSvg({ chart, width, height, nodes, edges, starts }: ChartLayout): string {
  const parts = [
    tag('title', {}, escapeText(chart.description ? `${chart.id}: ${chart.description}` : chart.id)),
    tag('style', {}, chartStyle),
    tag('rect', { class: 'paper', width: '100%', height: '100%' }),
    ...nodes.map(drawState),
    ...edges.map(({ edge, routes }) => edgeGroup(edge, 'route', routes.map(drawRoute).join(''))),
    ...starts.map(({ at, route }) =>
      tag('g', { class: 'start' }, circle('', at, metrics.dot / 2), drawRoute(route)),
    ),
    // Drawn after the edges, so that no line covers words.
    ...nodes.map(drawText),
    ...edges.map(drawLabel),
  ];
  const viewBox = `0 0 ${round(width)} ${round(height)}`;
  const attributes = { class: 'statechart', role: 'img', width, height, viewBox };
  return `${tag('svg', { xmlns: 'http://www.w3.org/2000/svg', ...attributes }, `\n${parts.join('\n')}\n`)}\n`;
}

function drawState({ node, box }: PlacedNode): string {
  const { id, type, entry, exit } = node;
  const attributes = { 'data-state-id': id, class: `state type-${type}` };
  if (isMark(node)) {
    const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const letter = drawWords('letter', { x: centre.x, y: centre.y + 4 }, 'H');
    return tag('g', attributes, tooltip(node.key), circle('box', centre, box.height / 2), letter);
  }
  const about = tooltip(listed('entry', entry), listed('exit', exit));
  return tag('g', attributes, about, tag('rect', { class: 'box', ...box, rx: 10 }));
}

function drawText({ node, words, width, description, rows }: PlacedNode): string {
  if (isMark(node)) return '';
  const x = words.x + metrics.padding;
  const titleY = words.y + metrics.padding + metrics.title - 2;
  return tag(
    'g',
    { class: `text type-${node.type}` },
    drawWords('name', { x, y: titleY }, node.key),
    ...description.map((text, index) =>
      drawWords('about', { x, y: titleY + 4 + (index + 1) * metrics.line }, text),
    ),
    ...rows.map((row) => {
      const y = words.y + row.y;
      const code = drawWords('code', { x: x + metrics.icon + 6, y }, row.text);
      if (!row.edge) return tag('g', { class: 'row invoke' }, icon('invoke', { x, y }), code);
      const pill = { x: words.x + 5, y: y - 13, width: width - 10, height: 18 };
      return edgeGroup(row.edge, 'row', drawPill(pill, 6), icon(row.edge.kind, { x, y }), code);
    }),
  );
}

function drawLabel({ edge, label }: PlacedEdge): string {
  const [x, y] = [label.x + 7, label.y + 15];
  return edgeGroup(
    edge,
    'label',
    drawPill(label, 8),
    icon(edge.kind, { x, y }),
    drawWords('code', { x: x + metrics.icon + 4, y }, edge.label),
    edge.guard === null ? '' : drawWords('guard', { x, y: y + 15 }, guardText(edge)),
  );
}

function edgeGroup(edge: ChartEdge, part: 'route' | 'label' | 'row', ...children: string[]): string {
  const { id, kind, event, label, actions } = edge;
  const classes = part === 'row' ? `row edge kind-${kind}` : `edge ${part} kind-${kind}`;
  const about = tooltip(listed('actions', actions), event === label ? '' : event);
  return tag('g', { 'data-edge-id': id, class: classes }, about, ...children);
}

/** Small pictures on a 12 × 12 field whose bottom left corner sits on the text's base line. */
const icons: Record<ChartEdge['kind'] | 'invoke', string> = {
  event: '<path d="M7 0 2 7h3.5L5 12l5-7H6.500z"/>',
  always: '<path d="M1 6h8M6 2.500 9.500 6 6 9.500" class="stroke"/>',
  after: '<circle cx="6" cy="6" r="5" class="stroke"/><path d="M6 3v3l2 1.500" class="stroke"/>',
  done: '<path d="M1.500 6.500 4.500 9.500 10.500 2.500" class="stroke"/>',
  error: '<path d="M2.500 2.500l7 7M9.500 2.500l-7 7" class="stroke"/>',
  invoke: '<path d="M10.500 6a4.500 4.500 0 1 1-1.500-3.400M9.500 0v3h-3" class="stroke"/>',
};

function icon(kind: keyof typeof icons, { x, y }: Point): string {
  return tag('g', { class: 'icon', transform: `translate(${at({ x, y: y - 10 })})` }, icons[kind]);
}

function listed(what: string, names: readonly string[]): string {
  return names.length > 0 ? `${what}: ${names.join(', ')}` : '';
}

function tooltip(...lines: string[]): string {
  const text = lines.filter((line) => line !== '').join('\n');
  return text === '' ? '' : tag('title', {}, escapeText(text));
}

function drawWords(name: string, place: Point, text: string): string {
  return tag('text', { class: name, ...place }, escapeText(text));
}

function drawPill(box: Box, rx: number): string {
  return tag('rect', { class: 'pill', ...box, rx });
}

function circle(name: string, { x, y }: Point, r: number): string {
  return tag('circle', { ...(name && { class: name }), cx: x, cy: y, r });
}

/** A line with rounded corners that ends before its arrow head. */
function drawRoute(points: readonly Point[]): string {
  const parts = points.map((point, index) => {
    const before = points[index - 1];
    const after = points[index + 1];
    if (!before) return `M${at(point)}`;
    if (!after) return `L${at(towards(point, before, 5))}`;
    const bend = Math.min(7, distance(before, point) / 2, distance(point, after) / 2);
    return `L${at(towards(point, before, bend))}Q${at(point)} ${at(towards(point, after, bend))}`;
  });
  const [before, tip] = points.slice(-2);
  if (!tip || !before) return '';
  const base = towards(tip, before, 8);
  const half = { x: (tip.y - base.y) / 2, y: (base.x - tip.x) / 2 };
  const [left, right] = [1, -1].map((side) => ({ x: base.x + side * half.x, y: base.y + side * half.y }));
  const head = [tip, left, right].map((corner) => at(corner ?? tip)).join('L');
  return tag('path', { class: 'line', d: parts.join('') }) + tag('path', { class: 'head', d: `M${head}Z` });
}

function towards(from: Point, to: Point, length: number): Point {
  const share = length / (distance(from, to) || 1);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function at({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

/** Rounds to a tenth of a pixel, which keeps the files small and their diffs readable. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** An element; its children are escaped already. */
function tag(name: string, attributes: Record<string, string | number>, ...children: string[]): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? round(value) : escapeText(value)}"`,
  );
  const start = `<${name}${written.join('')}`;
  return children.length === 0 ? `${start}/>` : `${start}>${children.join('')}</${name}>`;
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

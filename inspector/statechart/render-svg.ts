import type { ChartEdge } from './chart.ts';
import { chartStyle } from './chart-style.ts';
import {
  type Box,
  type ChartLayout,
  isMark,
  type LabelLine,
  metrics,
  type PlacedEdge,
  type PlacedNode,
  type Point,
  rowText,
} from './layout-chart.ts';

/**
 * Draws a laid-out chart as one SVG element that carries its own style, in Node and in a browser alike.
 * States carry `data-state-id`, edges and their labels `data-edge-id`: classes `is-active`, `is-taken` and
 * `is-possible` light them up.
 */
export function renderSvg(layout: ChartLayout): string {
  const { chart, width, height } = layout;
  const size = `width="${round(width)}" height="${round(height)}" viewBox="0 0 ${round(width)} ${round(height)}"`;
  const title = chart.description ? `${chart.id}: ${chart.description}` : chart.id;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="statechart" role="img" ${size}>`,
    `<title>${escapeText(title)}</title>`,
    `<style>${chartStyle}</style>`,
    `<rect class="paper" width="100%" height="100%"/>`,
    ...layout.nodes.map((node) => drawState(node)),
    ...layout.edges.map((edge) => drawRoutes(edge)),
    ...layout.starts.map(({ at, route }) => drawStart(at, route)),
    // Drawn after the edges, so that no line covers words.
    ...layout.nodes.map((node) => drawText(node)),
    ...layout.edges.map((edge) => drawLabel(edge)),
    '</svg>\n',
  ].join('\n');
}

/** The attributes of a state or an edge: its id and its classes. */
const mark = (name: 'state' | 'edge', id: string, classes: string): string =>
  `data-${name}-id="${escapeText(id)}" class="${classes}"`;

function drawState({ node, box }: PlacedNode): string {
  if (isMark(node)) return drawMark(node, box);
  return [
    `<g ${mark('state', node.id, `state type-${node.type}`)}>`,
    tooltip(actionLines(node.entry, node.exit)),
    `<rect class="box" ${rectangle(box)} rx="10"/>`,
    '</g>',
  ].join('');
}

function drawText({ node, words, width, title, description, rows }: PlacedNode): string {
  if (isMark(node)) return '';
  const { padding, line } = metrics;
  const left = words.x + padding;
  const titleY = words.y + padding + metrics.title - 2;
  const parts = [
    `<g class="text type-${node.type}">`,
    `<text class="name" x="${round(left)}" y="${round(titleY)}">${escapeText(title)}</text>`,
    ...description.map(
      (text, index) =>
        `<text class="about" x="${round(left)}" y="${round(titleY + 4 + (index + 1) * line)}">${escapeText(text)}</text>`,
    ),
  ];
  for (const row of rows) {
    const y = words.y + row.y;
    if ('invoke' in row) {
      parts.push(
        `<g class="row invoke">${icon('invoke', left, y)}<text class="code" x="${round(left + metrics.icon + 6)}" y="${round(y)}">${escapeText(row.invoke)}</text></g>`,
      );
      continue;
    }
    const highlight = { x: words.x + 5, y: y - 13, width: width - 10, height: 18 };
    parts.push(
      `<g ${mark('edge', row.edge.id, `row edge kind-${row.edge.kind}`)}>${tooltip(edgeLines(row.edge))}<rect class="pill" ${rectangle(highlight)} rx="6"/>`,
      `${icon(row.edge.kind, left, y)}<text class="code" x="${round(left + metrics.icon + 6)}" y="${round(y)}">${escapeText(rowText(row.edge))}</text></g>`,
    );
  }
  parts.push('</g>');
  return parts.join('');
}

function drawMark({ id, key, type }: PlacedNode['node'], box: Box): string {
  const radius = box.height / 2;
  const centre = { x: box.x + radius, y: box.y + radius };
  const inside =
    type === 'final'
      ? `<circle class="fill" ${circle(centre, radius - 5)}/>`
      : `<text class="letter" x="${round(centre.x)}" y="${round(centre.y + 4)}">H</text>`;
  return `<g ${mark('state', id, `state type-${type}`)}>${tooltip([key])}<circle class="box" ${circle(centre, radius)}/>${inside}</g>`;
}

function drawRoutes({ edge, routes }: PlacedEdge): string {
  const lines = routes
    .filter((route) => route.length > 1)
    .map((route) => `<path class="line" d="${roundedPath(route)}"/>${arrowHead(route)}`);
  return `<g ${mark('edge', edge.id, `edge route kind-${edge.kind}`)}>${tooltip(edgeLines(edge))}${lines.join('')}</g>`;
}

function drawLabel({ edge, label }: PlacedEdge): string {
  if (!label) return '';
  const { box, lines } = label;
  const text = lines.map((line, index) => drawLabelLine(edge, line, box, index)).join('');
  return `<g ${mark('edge', edge.id, `edge label kind-${edge.kind}`)}>${tooltip(edgeLines(edge))}<rect class="pill" ${rectangle(box)} rx="8"/>${text}</g>`;
}

function drawLabelLine(edge: ChartEdge, { kind, text }: LabelLine, box: Box, index: number): string {
  const x = box.x + 7;
  const y = box.y + 15 + index * 15;
  if (kind === 'guard')
    return `<text class="guard" x="${round(x)}" y="${round(y)}">${escapeText(text)}</text>`;
  return `${icon(edge.kind, x, y)}<text class="code" x="${round(x + metrics.icon + 4)}" y="${round(y)}">${escapeText(text)}</text>`;
}

function drawStart(at: Point, route: Point[]): string {
  return `<g class="start"><circle ${circle(at, metrics.dot / 2)}/><path class="line" d="${roundedPath(route)}"/>${arrowHead(route)}</g>`;
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

function icon(kind: keyof typeof icons, x: number, y: number): string {
  return `<g class="icon" transform="translate(${round(x)} ${round(y - 10)})">${icons[kind]}</g>`;
}

function edgeLines(edge: ChartEdge): string[] {
  return [
    edge.description ?? '',
    edge.actions.length > 0 ? `actions: ${edge.actions.join(', ')}` : '',
    edge.event && edge.event !== edge.label ? edge.event : '',
  ];
}

function actionLines(entry: readonly string[], exit: readonly string[]): string[] {
  return [
    entry.length > 0 ? `entry: ${entry.join(', ')}` : '',
    exit.length > 0 ? `exit: ${exit.join(', ')}` : '',
  ];
}

function tooltip(lines: readonly string[]): string {
  const text = lines.filter((line) => line !== '').join('\n');
  return text === '' ? '' : `<title>${escapeText(text)}</title>`;
}

/** A route with rounded corners that ends before the arrow head. */
function roundedPath(points: readonly Point[]): string {
  const radius = 7;
  const parts = points.map((point, index) => {
    const before = points[index - 1];
    const after = points[index + 1];
    if (!before) return `M${at(point)}`;
    if (!after) return `L${at(towards(point, before, 5))}`;
    const bend = Math.min(radius, distance(before, point) / 2, distance(point, after) / 2);
    return `L${at(towards(point, before, bend))}Q${at(point)} ${at(towards(point, after, bend))}`;
  });
  return parts.join('');
}

function arrowHead(points: readonly Point[]): string {
  const tip = points.at(-1);
  const before = points.at(-2);
  if (!tip || !before) return '';
  const base = towards(tip, before, 8);
  const half = { x: (tip.y - base.y) / 2, y: (base.x - tip.x) / 2 };
  const corners = [
    tip,
    { x: base.x + half.x, y: base.y + half.y },
    { x: base.x - half.x, y: base.y - half.y },
  ];
  return `<path class="head" d="M${corners.map(at).join('L')}Z"/>`;
}

function towards(from: Point, to: Point, length: number): Point {
  const whole = distance(from, to);
  if (whole === 0) return from;
  return { x: from.x + ((to.x - from.x) * length) / whole, y: from.y + ((to.y - from.y) * length) / whole };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function rectangle({ x, y, width, height }: Box): string {
  return `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
}

function circle({ x, y }: Point, radius: number): string {
  return `cx="${round(x)}" cy="${round(y)}" r="${round(radius)}"`;
}

function at({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

/** Rounds to a tenth of a pixel, which keeps the files small and their diffs readable. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

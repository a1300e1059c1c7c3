import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { pathTo } from '../../inspector/statechart/chart.ts';
import { chartOf, defineChart, layoutChart, renderSvg } from '../../inspector/statechart/index.ts';
import { type Box, type ChartLayout, linesOf, overlap } from '../../inspector/statechart/layout-chart.ts';
import { accessTokenMachine } from '../../src/machines/access-token.ts';
import { postalLookupMachine } from '../../src/machines/postal-lookup.ts';
import { signupMachine } from '../../src/machines/signup.ts';
import { crossing } from './sample-machines.ts';

const machines: [string, AnyStateMachine][] = [
  ['crossing', crossing],
  ['signup', signupMachine],
  ['accessToken', accessTokenMachine],
  ['postalLookup', postalLookupMachine],
];

describe.each(machines)('the layout of %s', (_, machine) => {
  const laidOut = layoutChart(chartOf(machine));

  it('draws every edge with a target, from its source to its target, with a label', async () => {
    const layout = await laidOut;
    for (const { edge, routes, label } of layout.edges) {
      expect(label?.lines[0]?.text).toBe(edge.label);
      expect(routes).toHaveLength(edge.targets.length);
      for (const [index, route] of routes.entries()) {
        const end = route.at(-1);
        expect(route.length, edge.id).toBeGreaterThan(1);
        expect(end && onBorder(boxOf(layout, edge.targets[index] ?? ''), end), edge.id).toBe(true);
      }
    }
  });

  it('lets no line run through words', async () => {
    const { nodes, edges, starts } = await laidOut;
    const written = [
      ...nodes.map(({ words, width, height }) => ({ of: null, ...words, width, height })),
      ...edges.flatMap(({ edge, label }) => (label ? [{ of: edge, ...label.box }] : [])),
    ];
    const drawn = [
      ...edges.flatMap(({ edge, routes }) => routes.map((route) => ({ edge, route }))),
      ...starts.map(({ route }) => ({ edge: undefined, route })),
    ];
    for (const { edge, route } of drawn) {
      const crossed = written.filter(
        (box) => box.of !== edge && linesOf(route).some((line) => overlap(line, box)),
      );
      expect(crossed, edge?.id).toEqual([]);
    }
  });

  it('starts at the top with the initial state', async () => {
    const layout = await laidOut;
    const [root] = layout.chart.nodes;
    if (!root?.initial) return;
    const initial = boxOf(layout, root.initial);
    const siblings = layout.nodes.filter(({ node }) => node.parent === root.id);
    expect(Math.min(...siblings.map(({ box }) => box.y))).toBe(initial.y);
  });
});

describe('the picture', () => {
  it('carries the id of every state and of every edge, also of those that only run actions', async () => {
    const chart = chartOf(crossing);
    const svg = renderSvg(await layoutChart(chart));
    for (const { id } of chart.nodes) expect(svg).toContain(`data-state-id="${id}"`);
    for (const { id } of chart.edges) expect(svg).toContain(`data-edge-id="${id}"`);
  });

  it('is well-formed, whatever names and descriptions hold', async () => {
    const nasty = '</title><script>alert("1")</script>&\'';
    const machine = createMachine({
      id: nasty,
      description: nasty,
      initial: nasty,
      states: { [nasty]: { description: nasty, entry: nasty, on: { [nasty]: { actions: nasty } } } },
    });
    const svg = await defineChart(machine);
    expect(svg).not.toContain('<script');
    expect(svg).not.toMatch(/&(?!#\d+;)/);
    expect(svg).not.toContain('alert("');
  });
});

it.each([
  ['signup', signupMachine],
  ['access-token', accessTokenMachine],
  ['postal-lookup', postalLookupMachine],
])('docs/%s.svg is drawn from the chart as it is (npm run chart)', async (name, machine) => {
  await expect(await defineChart(machine)).toMatchFileSnapshot(`../../docs/${name}.svg`);
});

it('the flowchart of the README has the screens of the chart and every way forward between them', () => {
  const chart = chartOf(signupMachine);
  const [, ...screens] = chart.nodes.filter(({ parent }) => parent === 'signup').map(({ key }) => key);
  const screenOf = (id: string) => pathTo(chart, id)[1]?.replace('signup.', '') ?? '';
  const forward = chart.edges.flatMap(({ source, targets }) =>
    targets
      .map((target) => [screenOf(source), screenOf(target)] as const)
      .filter(([from, to]) => screens.includes(from) && screens.indexOf(to) > screens.indexOf(from))
      .map((way) => way.join(' → ')),
  );
  const readme = readFileSync('README.md', 'utf8');
  const drawn = [...readme.matchAll(/^ {2}(\w+) --(?: [\w ]+ --)?> (\w+)$/gm)].map(([, ...way]) =>
    way.join(' → '),
  );
  expect(new Set(drawn)).toEqual(new Set(forward));
});

function boxOf({ nodes }: ChartLayout, id: string): Box {
  const placed = nodes.find(({ node }) => node.id === id);
  if (!placed) throw new Error(`${id} has no place`);
  return placed.box;
}

function onBorder(box: Box, { x, y }: { x: number; y: number }): boolean {
  const isNear = (a: number, b: number) => Math.abs(a - b) < 1;
  const isBeside = isNear(x, box.x) || isNear(x, box.x + box.width);
  const isAbove = isNear(y, box.y) || isNear(y, box.y + box.height);
  const inWidth = x >= box.x - 1 && x <= box.x + box.width + 1;
  const inHeight = y >= box.y - 1 && y <= box.y + box.height + 1;
  return (isBeside && inHeight) || (isAbove && inWidth);
}

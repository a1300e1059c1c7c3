import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { pathTo } from '../../inspector/statechart/chart.ts';
import { chartOf, defineChart, layoutChart } from '../../inspector/statechart/index.ts';
import { linesOf, overlap } from '../../inspector/statechart/layout-chart.ts';
import { accessTokenMachine } from '../../src/machines/access-token.ts';
import { postalLookupMachine } from '../../src/machines/postal-lookup.ts';
import { signupMachine } from '../../src/machines/signup.ts';
import { crossing } from './sample-machines.ts';

it.each([
  ['signup', signupMachine],
  ['access-token', accessTokenMachine],
  ['postal-lookup', postalLookupMachine],
])('docs/%s.svg is drawn from the chart as it is (npm run chart)', async (name, machine) => {
  await expect(await defineChart(machine)).toMatchFileSnapshot(`../../docs/${name}.svg`);
});

it.each([crossing, signupMachine])('no line of a picture runs through words: $id', async (machine) => {
  const { nodes, edges, starts } = await layoutChart(chartOf(machine));
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

it('a picture is well-formed, whatever names and descriptions hold', async () => {
  const nasty = '</title><script>alert("1")</script>&\'';
  const states = { [nasty]: { description: nasty, entry: nasty, on: { [nasty]: { actions: nasty } } } };
  const svg = await defineChart(createMachine({ id: nasty, description: nasty, initial: nasty, states }));
  expect(svg).not.toMatch(/<script|alert\("|&(?!#\d+;)/);
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

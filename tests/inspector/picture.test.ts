import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { pathTo } from '../../inspector/statechart/chart.ts';
import { chartOf, defineChart } from '../../inspector/statechart/index.ts';
import { accessTokenMachine } from '../../src/machines/access-token.ts';
import { postalLookupMachine } from '../../src/machines/postal-lookup.ts';
import { signupMachine } from '../../src/machines/signup.ts';

it.each([
  ['signup', signupMachine],
  ['access-token', accessTokenMachine],
  ['postal-lookup', postalLookupMachine],
])('docs/%s.svg is drawn from the chart as it is (npm run chart)', async (name, machine) => {
  await expect(await defineChart(machine)).toMatchFileSnapshot(`../../docs/${name}.svg`);
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

import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { organisationFolder } from '../../scripts/organisation.ts';
import { missingIn } from '../chart/coverage.ts';
import { childTableOf } from '../child-models.ts';
import type { Tab } from '../events.ts';
import { rarePaths } from '../rare-paths.ts';
import { deadEndsOf, pathAlong, type SignupPath, shipped } from '../signup-model.ts';
import { nameOf } from '../states.ts';
import { differencesFrom, keptBy, saidBy, tableFile, tableTextOf } from '../table.ts';
import { eventsIn } from './events.ts';
import { edges, model, paths } from './explored.ts';
import { MemoryTab } from './memory-tab.ts';

/** Another organisation may ask for less: then less can happen than was approved, and its paths are its own. */
const isOther = !organisationFolder.endsWith('src/organisation');
const itForOwn = it.skipIf(isOther);
const text = isOther ? '' : tableTextOf(shipped, edges);
const differences = isOther ? [] : differencesFrom(readFileSync(tableFile, 'utf8'), text);
let isApproved = differences.length === 0;

itForOwn('what can happen is what was approved in table.txt', async () => {
  try {
    await expect(text).toMatchFileSnapshot(tableFile);
    isApproved = true;
  } catch {
    const rows = differences.map((difference) => difference.rows);
    throw new Error([...differences.map(({ title }) => title), '', 'The whole rows:', ...rows].join('\n'));
  }
});

itForOwn('every state, transition and outcome of a guard is covered', () => {
  for (const [machine, sights] of [
    [shipped.signup, edges.flatMap(({ to }) => to.sights)],
    [shipped.accessToken, childTableOf(shipped, 'accessToken').sights],
    [shipped.postalLookup, childTableOf(shipped, 'postalLookup').sights],
  ] as const) {
    const missing = missingIn(machine, sights, 'model-tests/events.ts');
    expect.soft(missing, missing.join('\n')).toEqual([]);
  }
});

it('from every state there is a way to a good end', () => {
  const deadEnds = deadEndsOf(edges);
  expect(deadEnds, `No way leads on from ${deadEnds}`).toEqual([]);
});

describe('the running charts do what the table says:', () => {
  // Paths are generated from the chart that they test: while it differs from the approved table, they prove nothing.
  beforeEach(({ skip }) => skip(!isApproved, 'what can happen is not what was approved'));
  const shownBy = (tab: Tab) => ({ at: nameOf(tab.at), ...saidBy(tab), ...keptBy(shipped, tab) });
  const run = (path: SignupPath) => {
    const tab = new MemoryTab(shipped);
    const look = (expected: Tab) => expect(shownBy(tab.now)).toEqual(shownBy(expected));
    return tab.run(() => path.test({ events: eventsIn(tab), states: { '*': look } }));
  };
  it.each(paths.map((path, index) => [`path ${index + 1} to “${nameOf(path.state.at)}”`, path] as const))(
    '%s',
    (_, path) => run(path),
  );
  itForOwn.each(Object.entries(rarePaths))('%s', (_, names) => run(pathAlong(model, names)));
});

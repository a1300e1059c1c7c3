import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readTestReport } from '../../scripts/test-report.ts';
import { readMutantResults } from '../mutants/results.ts';
import type { Explored } from './explored.ts';
import type { CheckReport } from './report-data.ts';

/** What the last runs beside the browser's have said of the charts. */
export function otherChecks(charts: readonly Explored[]): CheckReport[] {
  return [
    fromVitest('memory', 'model-in-memory', 'npm run model'),
    guards(charts),
    fromVitest('walks', 'walks', 'npm run model'),
    mutants(),
  ];
}

const never = { passed: 0, failed: 0, at: null, milliseconds: null, faults: [] };

function fromVitest(name: CheckReport['name'], report: string, again: string): CheckReport {
  const file = fileURLToPath(new URL(`../../reports/${report}.json`, import.meta.url));
  if (!existsSync(file)) return { name, again, ...never };
  const { tests, faults } = readTestReport(file);
  const failed = tests.filter(({ outcome }) => outcome === 'failed');
  return {
    name,
    passed: tests.filter(({ outcome }) => outcome === 'passed').length,
    failed: failed.length + faults.length,
    at: statSync(file).mtime.toISOString(),
    milliseconds: tests.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    faults: [...faults, ...failed.map(({ title, reason }) => `${title}: ${reason}`)],
    again,
  };
}

/** Each guard has said yes and no somewhere: known from the exploration that the report makes anyway. */
function guards(charts: readonly Explored[]): CheckReport {
  const faults = charts.flatMap(({ coverage }) => coverage.missing);
  const outcomes = charts.reduce((sum, { coverage }) => sum + coverage.guards.all, 0);
  return {
    name: 'guards',
    passed: outcomes - faults.length,
    failed: faults.length,
    at: new Date().toISOString(),
    milliseconds: null,
    faults,
    again: 'npm run model',
  };
}

function mutants(): CheckReport {
  const shared = { name: 'mutants', again: 'npm run test:mutants' } as const;
  const last = readMutantResults();
  if (!last) return { ...shared, ...never };
  const { passed, survivors, at, milliseconds } = last;
  return { ...shared, passed, failed: survivors.length, at, milliseconds, faults: survivors };
}

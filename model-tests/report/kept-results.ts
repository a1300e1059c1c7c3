import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Failure, Run } from './report-data.ts';

/** What a runner has seen of one path. */
export type PathRun = {
  outcome: 'passed' | 'failed';
  milliseconds: number;
  failure: Failure | null;
  stepMilliseconds: readonly number[];
  /** JPEGs as data URLs, by the number of the step. */
  pictures: Readonly<Record<number, string>>;
};

/** A run, and what came of each path, by its name: numbers change with the chart. */
export type KeptRun = Run & { outcomes: Readonly<Record<string, PathRun['outcome']>> };

export type Results = {
  /** The newest first. */
  runs: readonly KeptRun[];
  /** The last walk of each path, by its name, and when it began. */
  paths: Readonly<Record<string, PathRun & { at: string }>>;
};

const file = fileURLToPath(new URL('../../reports/model/results.json', import.meta.url));
const version = 2;
const MOST_RUNS = 10;

/** What was kept of the runs before; nothing where there was none, or another version of this program kept it. */
export function readResults(): Results {
  const none: Results = { runs: [], paths: {} };
  if (!existsSync(file)) return none;
  try {
    // Written below, by the same version.
    const kept: { version: number; results: Results } = JSON.parse(readFileSync(file, 'utf8'));
    return kept.version === version ? kept.results : none;
  } catch {
    return none;
  }
}

/** Adds a run: paths that it did not walk keep what is known of them. */
export function withRun(
  before: Results,
  run: KeptRun,
  walked: Readonly<Record<string, PathRun>>,
  names: readonly string[],
): Results {
  const known = Object.entries(before.paths).filter(([name]) => names.includes(name));
  const added = Object.entries(walked).map(([name, path]) => [name, { ...path, at: run.at }] as const);
  return {
    runs: [run, ...before.runs].slice(0, MOST_RUNS),
    paths: { ...Object.fromEntries(known), ...Object.fromEntries(added) },
  };
}

export function keepResults(results: Results): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ version, results }));
}

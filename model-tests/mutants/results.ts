import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What came of the last run over all mutants. */
export type MutantResults = {
  /** As an ISO date. */
  at: string;
  milliseconds: number;
  /** Found, or explained as equivalent. */
  passed: number;
  /** Names of those that nothing noticed and nobody explained. */
  survivors: string[];
};

const file = fileURLToPath(new URL('../../reports/mutants.json', import.meta.url));

export function keepMutantResults(results: MutantResults): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(results));
}

/** Null before the first run. */
export function readMutantResults(): MutantResults | null {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

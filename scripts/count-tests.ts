/** Tests of one run. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** A number at `path` of parsed JSON; a report of an unexpected shape throws, rather than count as nothing. */
function numberAt(json: unknown, ...path: string[]): number {
  let value = json;
  for (const key of path) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  }
  if (typeof value !== 'number') throw new Error(`The report has no number at ${path.join('.')}.`);
  return value;
}

/**
 * Counts the tests in a runner's JSON report.
 * What passed only at a second try (Playwright's "flaky") counts as failed. Throws on a report of another shape.
 */
export function countTests(runner: 'vitest' | 'playwright', report: string): Counts {
  const json: unknown = JSON.parse(report);
  if (runner === 'playwright') {
    return {
      passed: numberAt(json, 'stats', 'expected'),
      failed: numberAt(json, 'stats', 'unexpected') + numberAt(json, 'stats', 'flaky'),
      skipped: numberAt(json, 'stats', 'skipped'),
    };
  }
  return {
    passed: numberAt(json, 'numPassedTests'),
    failed: numberAt(json, 'numFailedTests'),
    skipped: numberAt(json, 'numPendingTests') + numberAt(json, 'numTodoTests'),
  };
}

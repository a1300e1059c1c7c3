import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

/** One test of a run. */
export interface TestRun {
  /** From the project's folder. */
  file: string;
  title: string;
  /** A test that passed only at a second try has failed. */
  outcome: 'passed' | 'failed' | 'skipped';
  tags: readonly string[];
  /** Why it failed, in a line. */
  reason: string;
}

/**
 * The tests in the JSON report of a runner.
 * @throws Error where there is no report, or one of another shape
 */
export function readTestReport(file: string): readonly TestRun[] {
  if (!existsSync(file)) throw new Error(`There is no ${relative(process.cwd(), file)}.`);
  // The runner that wrote it exports this type.
  const report: JSONReport | JsonTestResults = JSON.parse(readFileSync(file, 'utf8'));
  return 'testResults' in report ? fromVitest(report) : fromPlaywright(report);
}

/** Why a test failed, in one line: the first line of the message, and the lines that say what was expected and received. */
const inShort = (message: string): string =>
  stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
    .filter((line, index) => index === 0 || /^(Expected|Received)[^:]*: /.test(line))
    .join(' ')
    .slice(0, 200);

const fromRoot = (file: string): string => relative(process.cwd(), file);

function fromVitest({ testResults }: JsonTestResults): TestRun[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({
      file: fromRoot(name),
      // As Vitest joins them for `-t`.
      title: [...test.ancestorTitles, test.title].join(' > '),
      outcome: test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped',
      tags: test.tags,
      reason: inShort(test.failureMessages?.[0] ?? ''),
    })),
  );
}

const outcomes = { expected: 'passed', unexpected: 'failed', flaky: 'failed', skipped: 'skipped' } as const;

function fromPlaywright({ config, suites }: JSONReport): TestRun[] {
  const testsOf = ({ specs, suites: inner = [] }: JSONReportSuite, titles: readonly string[]): TestRun[] => [
    ...specs.flatMap(({ file, title, tags, tests }) =>
      tests.map(({ status, results }) => ({
        file: fromRoot(join(config.rootDir, file)),
        title: [...titles, title].join(' › '),
        outcome: outcomes[status],
        tags,
        reason: inShort(results.at(-1)?.error?.message ?? ''),
      })),
    ),
    ...inner.flatMap((suite) => testsOf(suite, [...titles, suite.title])),
  ];
  // The outermost suites are the files.
  return suites.flatMap((suite) => testsOf(suite, []));
}

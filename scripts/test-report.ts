import { isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One test of a run. */
export interface TestRun {
  /** From the project's folder. */
  file: string;
  title: string;
  /** What passed only at a second try has failed. */
  outcome: 'passed' | 'failed' | 'skipped';
  milliseconds: number;
  /** The command that runs this test alone. */
  again: string;
  tags: string[];
  /** For a browser test, the project it ran in. */
  project: string;
  /** What the screen looked like at its end, as an absolute path; only where pictures were asked for. */
  picture: string | null;
  /** Why it failed, in a line. */
  reason: string;
  /** The files that it left, from the project's folder: of what failed in a browser trace, pictures and trail. */
  left: string[];
}

export interface TestReport {
  tests: TestRun[];
  /** What went wrong outside any test, one sentence each: a file that cannot be loaded, a server that did not start. */
  faults: string[];
}

const root = fileURLToPath(new URL('..', import.meta.url));

const at = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** A report of another shape throws, rather than count as nothing. */
function listAt(value: unknown, name: string): unknown[] {
  const found = at(value, name);
  if (!Array.isArray(found)) throw new Error(`The report has no list "${name}".`);
  return found;
}
const list = (value: unknown, name: string): unknown[] => {
  const found = at(value, name);
  return Array.isArray(found) ? found : [];
};
const text = (value: unknown, name: string): string => {
  const found = at(value, name);
  return typeof found === 'string' ? found : '';
};
const number = (value: unknown, name: string): number => {
  const found = at(value, name);
  return typeof found === 'number' ? found : 0;
};

const outcomes: Readonly<Record<string, TestRun['outcome']>> = {
  passed: 'passed',
  expected: 'passed',
  failed: 'failed',
  unexpected: 'failed',
  flaky: 'failed',
};

const fromRoot = (file: string): string => (isAbsolute(file) ? relative(root, file) : file);

/** Without the colours of a terminal, and without what follows. */
function firstLine(message: string): string {
  return plain(message).trim().split('\n')[0] ?? '';
}

/** Why a test failed, in a line: the beginning of the message, and of what differs. */
export function inShort(message: string): string {
  const lines = plain(message).split('\n');
  const told = lines.filter((line) => /^(Expected|Received)[^:]*: /.test(line));
  const differing = lines.filter((line) => /^\s*[-+] +(?!Expected|Received)\S/.test(line));
  return [lines.find((line) => line.trim() !== '') ?? '', ...(told.length > 0 ? told : differing).slice(0, 2)]
    .map((line) => line.trim())
    .join(' ')
    .slice(0, 200);
}

/** Without the colours of a terminal. */
export function plain(message: string): string {
  return message.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '');
}

/**
 * Reads a runner's JSON report.
 * @throws Error on a report of another shape
 */
export function readTestReport(runner: 'vitest' | 'playwright', json: string): TestReport {
  const report: unknown = JSON.parse(json);
  return runner === 'playwright' ? fromPlaywright(report) : fromVitest(report);
}

function fromVitest(report: unknown): TestReport {
  const files = listAt(report, 'testResults');
  return {
    tests: files.flatMap((suite) => {
      const file = fromRoot(text(suite, 'name'));
      return list(suite, 'assertionResults').map((test): TestRun => {
        // As Vitest joins them for `-t`.
        const ancestors = list(test, 'ancestorTitles').map(String);
        const title = [...ancestors, text(test, 'title')].join(' > ');
        const config = file.startsWith('model-tests/') ? ' --config=model-tests/vitest.config.ts' : '';
        return {
          file,
          title,
          outcome: outcomes[text(test, 'status')] ?? 'skipped',
          milliseconds: number(test, 'duration'),
          again: `npm run unit -- ${file}${config} -t ${quoted(literally(title))}`,
          tags: list(test, 'tags').map(String),
          project: '',
          picture: null,
          reason: inShort(String(list(test, 'failureMessages')[0] ?? '')),
          left: [],
        };
      });
    }),
    faults: files
      .filter((suite) => text(suite, 'status') === 'failed' && list(suite, 'assertionResults').length === 0)
      .map((suite) => `${fromRoot(text(suite, 'name'))}: ${firstLine(text(suite, 'message'))}`),
  };
}

function fromPlaywright(report: unknown): TestReport {
  const config = at(report, 'config');
  const folder = text(config, 'rootDir');
  // Said by model-tests/playwright.config.ts.
  const meddler = text(at(config, 'metadata'), 'meddler');
  const testsOf = (suite: unknown, titles: readonly string[]): TestRun[] => [
    ...list(suite, 'specs').flatMap((spec) =>
      list(spec, 'tests').map((test): TestRun => {
        const file = fromRoot(join(folder, text(spec, 'file')));
        const title = [...titles, text(spec, 'title')].join(' › ');
        const project = text(test, 'projectName');
        const path = /^path (\d+):/.exec(text(spec, 'title'))?.[1];
        const last = list(test, 'results').at(-1);
        const picture = list(last, 'attachments').find((item) => text(item, 'name') === 'screenshot');
        return {
          file,
          title: project ? `[${project}] ${title}` : title,
          outcome: outcomes[text(test, 'status')] ?? 'skipped',
          milliseconds: list(test, 'results').reduce<number>((sum, run) => sum + number(run, 'duration'), 0),
          again: path
            ? `npm run test:model -- --path ${path}${meddler && ` --with ${meddler}`}`
            : [
                `npx playwright test ${file}:${number(spec, 'line')}`,
                `-g ${quoted(literally(text(spec, 'title')))}`,
                ...(project ? [`--project=${quoted(project)}`] : []),
              ].join(' '),
          tags: list(spec, 'tags').map(String),
          project,
          picture: text(picture, 'path') || null,
          reason: inShort(text(at(last, 'error'), 'message')),
          left: list(last, 'attachments').flatMap((item) => fromRoot(text(item, 'path')) || []),
        };
      }),
    ),
    ...list(suite, 'suites').flatMap((inner) => testsOf(inner, [...titles, text(inner, 'title')])),
  ];
  return {
    // The outermost suites are the files.
    tests: listAt(report, 'suites').flatMap((suite) => testsOf(suite, [])),
    faults: list(report, 'errors').map((error) => firstLine(text(error, 'message'))),
  };
}

/** As a regular expression that means nothing but these letters. */
const literally = (title: string): string => title.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** For a shell. */
const quoted = (word: string): string =>
  /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

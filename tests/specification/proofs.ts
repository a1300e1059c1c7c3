import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { own } from './own.ts';

/** A test that says which statements it proves, and how it ended. */
export type Proof = {
  /** Ids without the tag's `@`: `§2.14`. */
  statements: string[];
  title: string;
  /** From the project's folder. */
  file: string;
  outcome: 'passed' | 'failed' | 'skipped';
  /** What the screen looked like at its end, as an absolute path; only where pictures were asked for. */
  picture: string | null;
  /** For a browser test, the project it ran in. */
  project: string;
  /** Why it failed, in a line. */
  reason: string;
};

export const root = fileURLToPath(new URL('../..', import.meta.url));

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const idsOf = (tags: unknown): string[] =>
  texts(tags)
    .map((tag) => tag.replace(/^@/, ''))
    .filter((tag) => tag.startsWith('§'));
/** Why a test failed, in a line: the beginning of the message, and of what differs. */
export const inShort = (message: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal
  const lines = message.replace(/\u001b\[[\d;]*m/g, '').split('\n');
  const differing = lines.filter((line) => /^\s*[-+] +(?!Expected|Received)\S/.test(line)).slice(0, 2);
  return [lines.find((line) => line.trim() !== '') ?? '', ...differing]
    .map((line) => line.trim())
    .join(' ')
    .slice(0, 200);
};

/**
 * The proofs in a JSON report of Vitest.
 * @throws Error where there is no report
 */
function unitProofs(reportFile: string): Proof[] {
  return list(own(readReport(reportFile), 'testResults'))
    .flatMap((suite) =>
      list(own(suite, 'assertionResults')).map((test) => ({
        statements: idsOf(own(test, 'tags')),
        title: text(own(test, 'fullName')).trim(),
        file: relative(root, text(own(suite, 'name'))),
        outcome: outcomeOf(own(test, 'status')),
        picture: null,
        project: '',
        reason: inShort(texts(own(test, 'failureMessages'))[0] ?? ''),
      })),
    )
    .filter(({ statements }) => statements.length > 0);
}

/**
 * The proofs in a JSON report of Playwright.
 * @throws Error where there is no report
 */
export function browserProofs(reportFile: string): Proof[] {
  const report = readReport(reportFile);
  const testFolder = text(own(own(report, 'config'), 'rootDir'));
  const walk = (suite: unknown, titles: string[]): Proof[] => [
    ...list(own(suite, 'specs')).flatMap((spec) =>
      list(own(spec, 'tests')).map((test) => {
        const result = list(own(test, 'results')).at(-1);
        const picture = list(own(result, 'attachments')).find((item) => own(item, 'name') === 'screenshot');
        return {
          statements: idsOf(own(spec, 'tags')),
          title: [...titles, text(own(spec, 'title'))].join(' '),
          file: relative(root, resolve(testFolder, text(own(spec, 'file')))),
          outcome: outcomeOf(own(test, 'status')),
          picture: text(own(picture, 'path')) || null,
          project: text(own(test, 'projectName')),
          reason: inShort(text(own(own(result, 'error'), 'message'))),
        };
      }),
    ),
    ...list(own(suite, 'suites')).flatMap((inner) => walk(inner, [...titles, text(own(inner, 'title'))])),
  ];
  return list(own(report, 'suites'))
    .flatMap((suite) => walk(suite, []))
    .filter(({ statements }) => statements.length > 0);
}

/** The proofs of the last `npm test`. */
export function lastProofs(): Proof[] {
  return [...unitProofs(join(root, 'reports/unit.json')), ...browserProofs(join(root, 'reports/e2e.json'))];
}

function readReport(file: string): unknown {
  if (!existsSync(file)) {
    throw new Error(`There is no ${relative(root, file)}: npm test -- --only unit,e2e makes it.`);
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Playwright says `expected` where Vitest says `passed`. What passed at a second try only has failed. */
function outcomeOf(status: unknown): Proof['outcome'] {
  if (status === 'passed' || status === 'expected') return 'passed';
  return status === 'failed' || status === 'unexpected' || status === 'flaky' ? 'failed' : 'skipped';
}

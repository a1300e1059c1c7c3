import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readTestReport } from '../../scripts/test-report.ts';

it('reads of a Vitest run what failed and how to run that alone', () => {
  const report = {
    testResults: [
      {
        name: 'tests/signup/amount.test.ts',
        status: 'failed',
        assertionResults: [
          {
            ancestorTitles: ['amount'],
            title: "it's 1,000 (yen)",
            status: 'failed',
            duration: 5,
            tags: ['@§3.1'],
            failureMessages: ['\n\u001b[31mError: no\u001b[39m\n- Expected\n+ Received\n- 1\n+ 2'],
          },
          { ancestorTitles: [], title: 'fine', status: 'passed', duration: 2 },
          { ancestorTitles: [], title: 'left out', status: 'pending' },
        ],
      },
      {
        name: 'tests/broken.test.ts',
        status: 'failed',
        message: 'Cannot load it\n  at …',
        assertionResults: [],
      },
    ],
  };
  const file = 'tests/signup/amount.test.ts';
  const plain = { tags: [], project: '', picture: null, reason: '', left: [] };
  expect(readTestReport('vitest', JSON.stringify(report))).toEqual({
    tests: [
      {
        file,
        title: "amount > it's 1,000 (yen)",
        outcome: 'failed',
        milliseconds: 5,
        again: `npm run unit -- ${file} -t 'amount > it'\\''s 1,000 \\(yen\\)'`,
        ...plain,
        tags: ['@§3.1'],
        reason: 'Error: no - 1 + 2',
      },
      {
        file,
        title: 'fine',
        outcome: 'passed',
        milliseconds: 2,
        again: `npm run unit -- ${file} -t fine`,
        ...plain,
      },
      {
        file,
        title: 'left out',
        outcome: 'skipped',
        milliseconds: 0,
        again: `npm run unit -- ${file} -t 'left out'`,
        ...plain,
      },
    ],
    faults: ['tests/broken.test.ts: Cannot load it'],
  });
});

it('counts as failed what passed at a second try only, and names a path by its number', () => {
  const picture = resolve('reports/a.png');
  const error = { message: 'Error: no\n\nExpected: "a"\nReceived: "b"\n\nCall log:\n  - waiting' };
  const reason = 'Error: no Expected: "a" Received: "b"';
  const more = { tags: ['@§2.1'], project: '', picture, reason, left: ['reports/a.png'] };
  const spec = (title: string, status: string) => ({
    title,
    tags: ['@§2.1'],
    file: 'a.spec.ts',
    line: 7,
    tests: [
      {
        projectName: '',
        status,
        results: [
          { duration: 40 },
          { duration: 2, error, attachments: [{ name: 'screenshot', path: picture }] },
        ],
      },
    ],
  });
  const report = {
    config: { rootDir: 'tests/e2e', metadata: { meddler: 'translator' } },
    suites: [
      {
        specs: [spec('opens', 'flaky')],
        suites: [{ title: 'group', specs: [spec('path 3: on', 'expected')] }],
      },
    ],
    errors: [{ message: '\u001b[31mno server\u001b[39m' }],
  };
  expect(readTestReport('playwright', JSON.stringify(report))).toEqual({
    tests: [
      {
        file: 'tests/e2e/a.spec.ts',
        title: 'opens',
        outcome: 'failed',
        milliseconds: 42,
        again: 'npx playwright test tests/e2e/a.spec.ts:7 -g opens',
        ...more,
      },
      {
        file: 'tests/e2e/a.spec.ts',
        title: 'group › path 3: on',
        outcome: 'passed',
        milliseconds: 42,
        again: 'npm run test:model -- --path 3 --with translator',
        ...more,
      },
    ],
    faults: ['no server'],
  });
});

it('refuses a report of another shape rather than count it as nothing', () => {
  expect(() => readTestReport('vitest', '{}')).toThrow('The report has no list "testResults".');
});

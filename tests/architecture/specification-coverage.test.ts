import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const rows = readFileSync('docs/specification-coverage.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [, section = '', statement = '', proof = ''] = line.split('|').map((cell) => cell.trim());
    const [, file = '', title = ''] = /^(\S+): ?(.*)$/.exec(proof) ?? [];
    return { section, statement, file, title };
  });

it('has rows for every section of the specification', () => {
  expect([...new Set(rows.map(({ section }) => section))]).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
  ]);
});

it.each(rows)('§$section $statement', ({ file, title }) => {
  expect(existsSync(file), `${file} does not exist`).toBe(true);
  expect(readFileSync(file, 'utf8').includes(title), `${file} has no test “${title}”`).toBe(true);
});

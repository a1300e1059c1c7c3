import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { methods } from '../../src/signup/payment-methods.ts';

const specification = readFileSync('docs/specification.md', 'utf8');

it('every deviation names statements that the specification has, with a reason', () => {
  const rows = readFileSync('docs/deviations.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(rows.length).toBeGreaterThan(30);
  const wrong = rows.filter(([, statements = '', deviation, reason, end]) => {
    const unknown = statements.split(/, | to /).filter((id) => !specification.includes(`**§${id}**`));
    return unknown.length > 0 || !deviation || !reason || end !== '';
  });
  expect(wrong).toEqual([]);
});

it('the specification names each payment method and its call', () => {
  for (const [name, { registers }] of Object.entries(methods)) {
    expect(specification).toContain(name);
    expect(specification).toContain(`/app/${registers}.php`);
  }
});

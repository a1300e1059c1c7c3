import { describe, expect, it } from 'vitest';
import { problemsOf } from './problems.ts';
import type { Proof } from './proofs.ts';
import { readStatements } from './statements.ts';

const statements = readStatements(`
## 1. What it does

- **§1.1** *(context: who they are)* They are.
- **§1.2** The form \`works\`.
`);

const proof = (changes: Partial<Proof>): Proof => ({
  statements: ['§1.2'],
  title: 'it works',
  file: 'tests/a.test.ts',
  outcome: 'passed',
  picture: null,
  project: '',
  reason: '',
  ...changes,
});

describe('the specification', () => {
  it('is read as statements, of which some are context', () => {
    expect(statements).toEqual([
      { id: '§1.1', section: '1. What it does', text: 'They are.', context: 'who they are' },
      { id: '§1.2', section: '1. What it does', text: 'The form `works`.', context: null },
    ]);
  });

  it.each([
    ['- §1.1 No bold id'],
    ['- **§2.1** In the wrong section'],
    ['- **§1.1** Once\n- **§1.1** Twice'],
  ])('is refused where it says %j', (markdown) => {
    expect(() => readStatements(`## 1. What it does\n${markdown}`)).toThrow();
  });

  it.each<[string, Proof[], RegExp[]]>([
    ['all is proven', [proof({})], []],
    ['a statement has no proof', [], [/^§1\.2 has no proof/]],
    [
      'a tag has no statement',
      [proof({}), proof({ statements: ['§1.9'] })],
      [/proves §1\.9, which there is not/],
    ],
    ['a proof was skipped', [proof({ outcome: 'skipped' })], [/was skipped$/]],
    [
      'a proof failed',
      [proof({}), proof({ outcome: 'failed', reason: 'expected 1' })],
      [/failed: expected 1$/],
    ],
    [
      'context is said to be proven',
      [proof({ statements: ['§1.1', '§1.2'] })],
      [/^§1\.1 is marked as context/],
    ],
  ])('has a problem where it should: %s', (_, proofs, problems) => {
    expect(problemsOf(statements, proofs)).toEqual(problems.map((problem) => expect.stringMatching(problem)));
  });
});

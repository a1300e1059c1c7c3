import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { organisationWords } from '../../src/signup/organisation-words.ts';

it('the page for the organisation lists every sentence that it has to confirm, and no other', () => {
  const listed = [
    ...readFileSync('docs/organisation-words.md', 'utf8').matchAll(/^\| `(\w+)` \| (.+?) \|/gm),
  ];
  expect(Object.fromEntries(listed.map(([, name, sentence]) => [name, sentence]))).toEqual(organisationWords);
});

import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { accessTokenMachine } from '../../src/machines/access-token.ts';
import { postalLookupMachine } from '../../src/machines/postal-lookup.ts';
import { signupMachine } from '../../src/machines/signup.ts';
import { CARD_TOKEN_LIFETIME } from '../../src/signup/card/kept-card.ts';

/** In milliseconds. */
const units: Readonly<Record<string, number>> = { m: 60_000, 分: 60_000, s: 1000, 秒: 1000 };
const waits = signupMachine.implementations.delays;
const machines = [signupMachine, accessTokenMachine, postalLookupMachine];
/** What the product waits for, and how long the gateway keeps a card's token. */
const times = new Set<unknown>([
  ...machines.flatMap(({ implementations }) => Object.values(implementations.delays)),
  ...[CARD_TOKEN_LIFETIME, 30 * 60_000],
]);

it('no document, comment or sentence quotes a time that nothing has any more', () => {
  const files = ['README.md', 'docs/**/*.md', 'src/**/*.{ts,tsx}', 'model-tests/*.ts', 'tests/**/*.txt'];
  // Measurements, and how long a person needs.
  const exclude = ['performance', 'another-organisation'].map((name) => `docs/${name}.md`);
  const lines = globSync(files, { exclude }).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line, index) => ({ place: `${file}:${index + 1}`, line })),
  );
  const stale = lines.flatMap(({ place, line }) =>
    [...line.matchAll(/(\d[\d.,]*) ?(?:(m|s)(?:in(?:utes?)?|ec(?:onds?)?)?\b|(分|秒)(?!の))/g)]
      .filter(([, count, latin, kanji = latin]) => !times.has(Number(count) * (units[kanji ?? ''] ?? 0)))
      .map(([quoted]) => `${place}: ${quoted} in “${line.trim()}”`),
  );
  expect(stale).toEqual([]);
});

it('a verification is given up after the same time as an application', () => {
  expect(Number(waits.SLOW_VERIFICATION) + Number(waits.VERIFY_TIMEOUT)).toBe(waits.REGISTER_TIMEOUT);
});

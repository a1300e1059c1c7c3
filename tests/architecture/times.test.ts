import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { accessTokenMachine } from '../../src/machines/access-token.ts';
import { postalLookupMachine } from '../../src/machines/postal-lookup.ts';
import { signupMachine } from '../../src/machines/signup.ts';
import { CARD_TOKEN_LIFETIME } from '../../src/signup/card/kept-card.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const units: Readonly<Record<string, number>> = { m: MINUTE, 分: MINUTE, s: SECOND, 秒: SECOND };

const waits = signupMachine.implementations.delays;
/** What the product waits for. */
const own = [
  CARD_TOKEN_LIFETIME,
  ...[signupMachine, accessTokenMachine, postalLookupMachine].flatMap((machine) =>
    Object.values<unknown>(machine.implementations.delays),
  ),
];
/** How long the gateway keeps a card's token. */
const others = [30 * MINUTE];

it('no document, comment or sentence quotes a time that nothing has any more', () => {
  const files = globSync(
    ['README.md', 'docs/**/*.md', 'src/**/*.{ts,tsx}', 'model-tests/*.ts', 'tests/**/*.txt'],
    {
      // Measurements, and how long a person needs.
      exclude: ['docs/performance.md', 'docs/accessibility.md', 'docs/another-organisation.md'],
    },
  );
  const stale = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(/(\d[\d.,]*) ?(?:(m|s)(?:in(?:utes?)?|ec(?:onds?)?)?\b|(分|秒)(?!の))/g)]
          .filter(([, count, ...unit]) => {
            const time = Number(count) * (units[unit.find(Boolean) ?? ''] ?? 0);
            return ![...own, ...others].includes(time);
          })
          .map(([quoted]) => `${file}:${index + 1}: ${quoted} in “${line.trim().slice(0, 120)}”`),
      ),
  );
  expect(stale).toEqual([]);
});

it('a verification is given up after the same time as an application', () => {
  expect(Number(waits.SLOW_ANSWER) + Number(waits.SLOW_ANSWER_TIMEOUT)).toBe(waits.ANSWER_TIMEOUT);
});

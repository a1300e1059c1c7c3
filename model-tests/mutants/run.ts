import fc from 'fast-check';
import { readOptions } from '../../scripts/options.ts';
import { accessTokenPromises } from '../../tests/machines/access-token-promises.ts';
import { postalLookupPromises } from '../../tests/machines/postal-lookup-promises.ts';
import { MemoryTab } from '../in-memory/memory-tab.ts';
import { edges, eventsOfPaths, starts, walk, walks } from '../in-memory/walks.ts';
import { rarePaths } from '../rare-paths.ts';
import { createSignupModel, edgesAlong, edgesOf, type Product, shipped } from '../signup-model.ts';
import { nameOf } from '../states.ts';
import { differencesFrom } from '../table/differences.ts';
import { outcomeOf } from '../table/outcome.ts';
import { tableOf } from '../table/table.ts';
import { allMutants } from './mutants.ts';

const help = `Changes the charts one thing at a time: a transition, an action, a clause of a guard, a value that an action sets. Compares
each with the approved table, and holds random walks to the laws if the table says the same; a child chart to the promises of its
tests. Takes some minutes.

  npm run test:mutants                     all of them; survivors are listed by name
  npm run test:mutants -- --only <text>    those whose name contains the text, with what noticed each
`;

const { only = '' } = readOptions(help, { only: { type: 'string' } });
const wanted = allMutants().filter(({ id }) => id.includes(only));
const print = (line: string) => process.stdout.write(`${line}\n`);
if (wanted.length === 0) {
  print(`No mutant has "${only}" in its name.`);
  process.exit(2);
}

/** Mutants that behave like the product, by the reason. */
const equivalentMutants: Readonly<Record<string, readonly string[]>> = {
  'the same form as another object': ['signup: applyChange form: always after.form'],
  'what is missing in a saved session counts as untouched': [
    'signup: savedSessionOf: without ...untouchedSession',
    'signup: actions keepRegistration registration: without callback: null',
    'signup: actions keepRegistration registration: without isDeclined: false',
  ],
  'the first state shows what has signed up, too': [
    'signup: signup confirm on copy.finished to signup.opening',
    'signup: signup input form outcomeUnknown on copy.finished to signup.opening',
    'signup: signup confirm submitting registering on copy.finished to signup.opening',
  ],
  'only the types do not know that it is so': [
    'signup: actions showReason: always { messages: lastTry.reason, lastTry: null }',
    'signup: actions markDeclined registration: { ...registration, isDeclined: true } without registration &&',
    "signup: guards redirectIsAllowed: isAllowedRedirect(output.redirectUrl, context.allowedRedirectOrigins) without output !== 'complete' &&",
  ],
};
const reasonOf = (id: string) => Object.entries(equivalentMutants).find(([, ids]) => ids.includes(id))?.[0];

/** The most walks for a mutant, and their seed. */
const MOST_WALKS = 100;
const SEED = 12;

const { text } = tableOf(shipped, edges);
const takes = [...eventsOfPaths, ...Object.values(rarePaths)];
const outcomesOf = (product: Product, names: readonly string[]) =>
  edgesAlong(createSignupModel(product), names).map(
    (edge) => `${nameOf(edge.from.at)} · ${edge.event.title} · ${JSON.stringify(outcomeOf(product, edge))}`,
  );
const expected = takes.map((names) => outcomesOf(shipped, names));

/**
 * @returns how a product differs from the table; null if it does not. The generated paths come first,
 * since they find nearly everything much sooner than the whole table.
 * @throws Error for a step of them that cannot happen any more
 */
function differenceOf(product: Product): string | null {
  for (const [index, names] of takes.entries()) {
    const step = outcomesOf(product, names).find((each, at) => each !== expected[index]?.[at]);
    if (step) return step;
  }
  const [difference] = differencesFrom(text, tableOf(product, edgesOf(createSignupModel(product))));
  return difference ? `${difference.title}\n${difference.rows}` : null;
}

/** @returns the test that fails for a changed child chart; null if none does */
async function brokenPromise({ accessToken, postalLookup }: Product): Promise<string | null> {
  for (const [promises, machine] of [
    [accessTokenPromises, accessToken],
    [postalLookupPromises, postalLookup],
  ] as const)
    for (const [promise, holdsIn] of Object.entries(promises))
      try {
        await holdsIn(machine);
      } catch {
        return promise;
      }
  return null;
}

/** @returns the law that a product breaks on a random walk; null if it keeps all */
async function brokenLaw(product: Product): Promise<string | null> {
  const walking = fc.asyncProperty(starts(), walks(), (start, commands) =>
    walk(new MemoryTab(product), start, commands),
  );
  const { failed, numRuns, errorInstance } = await fc.check(walking, {
    numRuns: MOST_WALKS,
    seed: SEED,
    endOnFailure: true,
  });
  return failed
    ? `walk ${numRuns}: ${errorInstance instanceof Error ? errorInstance.message : errorInstance}`
    : null;
}

// A mutant's promise may reject unhandled. Its missing effect makes a check fail.
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});

const survivors: string[] = [];
for (const [index, { id, load }] of wanted.entries()) {
  const mutated = await load();
  let noticed: string | null = 'XState does not accept it';
  try {
    const product = { ...shipped, ...mutated };
    if (mutated && id.startsWith('signup')) noticed = differenceOf(product) ?? (await brokenLaw(product));
    else if (mutated) noticed = await brokenPromise(product);
  } catch (error) {
    noticed = String(error);
  }
  if (noticed === null) survivors.push(id);
  if (only) print(`${id}\n    ${(noticed ?? 'nothing').slice(0, 400)}`);
  if (index % 50 === 49) print(`${index + 1} of ${wanted.length} examined`);
}

const unexplained = survivors.filter((id) => !reasonOf(id));
const outdated = Object.values(equivalentMutants)
  .flat()
  .filter((id) => only === '' && !survivors.includes(id));
for (const id of survivors) {
  const reason = reasonOf(id);
  print(reason ? `equivalent  ${id}\n            ${reason}` : `SURVIVED    ${id}`);
}
for (const id of outdated) print(`OUTDATED    ${id} is explained as equivalent, but no such mutant survives`);
print(
  `${wanted.length - survivors.length} mutants found, ${survivors.length - unexplained.length} equivalent, ${unexplained.length} survived`,
);
process.exitCode = unexplained.length + outdated.length > 0 ? 1 : 0;

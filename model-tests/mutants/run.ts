import { readOptions } from '../../scripts/options.ts';
import { shipped } from '../signup-model.ts';
import { equivalentMutants } from './equivalent.ts';
import { brokenLaw, brokenPromise, differenceOf } from './examine.ts';
import { allMutants } from './mutants.ts';

const help = `Changes the charts one thing at a time: a transition, an action, a clause of a guard, a value that an action sets. Compares
each with the approved table, and holds random walks to the laws if the table says the same; a child chart to the promises of its
tests. Takes some minutes.

  npm run test:mutants                     all of them; survivors are listed by name
  npm run test:mutants -- --every 7        every seventh, as a title
  npm run test:mutants -- --only <text>    those whose name contains the text, with what noticed each
`;

const { only = '', every = '1' } = readOptions(help, { only: { type: 'string' }, every: { type: 'string' } });
const wanted = allMutants().filter(({ id }, index) => id.includes(only) && index % Number(every) === 0);
const print = (line: string) => process.stdout.write(`${line}\n`);
if (wanted.length === 0) {
  print(`No mutant has "${only}" in its name.`);
  process.exit(2);
}

// A mutant's promise may reject unhandled. The proofs notice what it then does not do.
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
  if (only) print(`${id}\n    ${(noticed ?? 'nothing').split('\n').slice(0, 12).join('\n    ')}`);
  if (index % 50 === 49) print(`${index + 1} of ${wanted.length} examined`);
}

const unexplained = survivors.filter((id) => !Object.hasOwn(equivalentMutants, id));
const isWhole = only === '' && every === '1';
const outdated = Object.keys(equivalentMutants).filter((id) => isWhole && !survivors.includes(id));
for (const id of survivors) {
  const reason = equivalentMutants[id];
  print(reason ? `equivalent  ${id}\n            ${reason}` : `SURVIVED    ${id}`);
}
for (const id of outdated) print(`OUTDATED    ${id} is explained as equivalent, but no such mutant survives`);
print(
  `${wanted.length - survivors.length} mutants found, ${survivors.length - unexplained.length} equivalent, ${unexplained.length} survived`,
);
process.exitCode = unexplained.length + outdated.length > 0 ? 1 : 0;

import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { readOptions } from '../../scripts/options.ts';
import { equivalentMutants } from './equivalent.ts';
import type { Examined, Share } from './examine.ts';
import { allMutants } from './mutants.ts';

const help = `Changes the charts one thing at a time: a transition, an action, a clause of a guard, a value that an action sets. Compares
each with the approved table, holds random walks to the laws, and says what each of the two notices alone.

  npm run test:mutants                     all of them; survivors are listed by name
  npm run test:mutants -- --every 7        every seventh, as a sample
  npm run test:mutants -- --only <text>    those whose name contains the text, with what each proof said
`;

const { only = '', every = '1' } = readOptions(help, { only: { type: 'string' }, every: { type: 'string' } });
const wanted = allMutants().filter(
  ({ id }, index) => id.includes(only) && index % Number(every) === 0,
).length;

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Every mutant examined, on all processors, in the order of the charts. */
async function examineAll(): Promise<Examined[]> {
  const of = availableParallelism();
  const examined: Examined[] = [];
  const examineShare = async (share: number) => {
    const workerData: Share = { share, of, only, every: Number(every) };
    const worker = new Worker(new URL('examine.ts', import.meta.url), { workerData });
    worker.on('message', (one: Examined) => {
      examined.push(one);
      if (examined.length % 50 === 0) print(`${examined.length} of ${wanted} examined`);
    });
    await once(worker, 'exit');
  };
  await Promise.all(Array.from({ length: of }, (_, share) => examineShare(share)));
  if (examined.length !== wanted) throw new Error(`${examined.length} of ${wanted} mutants were examined`);
  return examined.toSorted((a, b) => a.index - b.index);
}

async function run(): Promise<number> {
  if (wanted === 0) {
    print(`No mutant has "${only}" in its name.`);
    return 2;
  }
  const started = performance.now();
  const examined = await examineAll();
  const shortened = (fault: string | null) =>
    (fault ?? 'nothing').split('\n').slice(0, 12).join('\n        ');
  for (const { id, byTable, byLaws } of only ? examined : [])
    print(`${id}\n    table: ${shortened(byTable)}\n    laws: ${shortened(byLaws)}`);

  const survivors = examined
    .filter(({ byTable, byLaws }) => byTable === null && byLaws === null)
    .map(({ id }) => id);
  const unexplained = survivors.filter((id) => !Object.hasOwn(equivalentMutants, id));
  const outdated =
    only || every !== '1' ? [] : Object.keys(equivalentMutants).filter((id) => !survivors.includes(id));
  for (const id of survivors) {
    const reason = equivalentMutants[id];
    print(reason ? `equivalent  ${id}\n            ${reason}` : `SURVIVED    ${id}`);
  }
  for (const id of outdated)
    print(`OUTDATED    ${id} is explained as equivalent, but no such mutant survives`);
  const byTable = examined.filter((each) => each.byTable !== null).length;
  const byLaws = examined.filter((each) => each.byLaws !== null).length;
  print(`The table alone notices ${byTable} of ${wanted}, the laws alone ${byLaws}.`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  print(
    `${wanted - survivors.length} mutants found, ${survivors.length - unexplained.length} equivalent, ${unexplained.length} survived, ${seconds} s`,
  );
  return unexplained.length + outdated.length > 0 ? 1 : 0;
}

process.exitCode = await run();

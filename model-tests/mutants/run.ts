import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { readOptions } from '../../scripts/options.ts';
import { equivalentMutants } from './equivalent.ts';
import type { Examined, Share } from './examine.ts';
import { allMutants } from './mutants.ts';

const help = `Changes the charts one thing at a time: a transition, an action, a clause of a guard, a value that an action sets. Goes the
generated paths and the rare ways with each, and random walks where these notice nothing; with --alone always, to say
what they would notice without the paths.

  npm run test:mutants                     all of them; survivors are listed by name
  npm run test:mutants -- --only <text>    those whose name contains the text, with what each proof said
  npm run test:mutants -- --list           names only
`;

const values = readOptions(help, {
  list: { type: 'boolean', default: false },
  only: { type: 'string' },
  alone: { type: 'boolean', default: false },
});

const print = (line: string) => process.stdout.write(`${line}\n`);

const allIds = allMutants().map(({ id }) => id);

/** Every mutant examined, on all processors, in the order of the charts. */
async function examineAll(only: string): Promise<Examined[]> {
  const threads = availableParallelism();
  const examined: Examined[] = [];
  const examineShare = async (share: number) => {
    const workerData: Share = {
      share,
      of: threads,
      only,
      alone: values.alone,
    };
    const worker = new Worker(new URL('examine.ts', import.meta.url), { workerData });
    worker.on('message', (one: Examined) => examined.push(one));
    await once(worker, 'exit');
  };
  await Promise.all(Array.from({ length: threads }, (_, share) => examineShare(share)));
  const wanted = allIds.filter((id) => id.includes(only)).length;
  if (examined.length !== wanted) throw new Error(`${examined.length} of ${wanted} mutants were examined`);
  return examined.toSorted((a, b) => a.index - b.index);
}

async function run(): Promise<number> {
  if (values.list) {
    for (const id of allIds) print(id);
    return 0;
  }
  if (values.only && !allIds.some((id) => id.includes(values.only ?? ''))) {
    print(`No mutant has "${values.only}" in its name: --list shows them.`);
    return 2;
  }
  const started = performance.now();
  const examined = await examineAll(values.only ?? '');
  if (values.only) {
    const shortened = (fault: string | null) =>
      (fault ?? 'nothing').split('\n').slice(0, 12).join('\n        ');
    for (const { id, byPaths, byWalks } of examined)
      print(`${id}\n    paths: ${shortened(byPaths)}\n    walks: ${shortened(byWalks)}`);
  }
  const survivors = examined
    .filter(({ byPaths, byWalks }) => byPaths === null && byWalks === null)
    .map(({ id }) => id);
  const killed = examined.length - survivors.length;

  const unexplained = survivors.filter((id) => !Object.hasOwn(equivalentMutants, id));
  const outdated = values.only ? [] : Object.keys(equivalentMutants).filter((id) => !survivors.includes(id));
  for (const id of survivors) {
    const reason = equivalentMutants[id];
    if (reason) print(`equivalent  ${id}\n            ${reason}`);
  }
  for (const id of unexplained) print(`SURVIVED    ${id}`);
  for (const id of outdated)
    print(`OUTDATED    ${id} is explained as equivalent, but no such mutant survives`);
  const milliseconds = performance.now() - started;
  const byPaths = examined.filter((each) => each.byPaths !== null).length;
  const byWalks = examined.filter((each) => each.byWalks !== null).length;
  const onlyWalks = examined.filter((each) => each.byPaths === null && each.byWalks !== null).length;
  const seconds = (milliseconds / 1000).toFixed(1);
  const alone = values.alone ? `; the walks alone notice ${byWalks}` : '';
  print(
    `The paths alone notice ${byPaths} of ${examined.length}, ${onlyWalks} more are noticed by walks${alone}.`,
  );
  print(
    `${killed} mutants found, ${survivors.length - unexplained.length} equivalent, ${unexplained.length} survived, ${seconds} s`,
  );
  return unexplained.length + outdated.length > 0 ? 1 : 0;
}

process.exitCode = await run();

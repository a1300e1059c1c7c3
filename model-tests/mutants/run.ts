import { parseArgs } from 'node:util';
import { checkChart } from '../chart/check-chart.ts';
import { chartModels } from '../charts.ts';
import { equivalentMutants } from './equivalent.ts';
import { mutantsOf, unchanged } from './mutate.ts';

const { values } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const help = `Changes each chart one thing at a time and runs the in-memory checks on each.

  npm run test:mutants                     all of them; survivors are listed by name
  npm run test:mutants -- --only <text>    those whose name contains the text, with what each check said
  npm run test:mutants -- --list           names only
`;

const print = (line: string) => process.stdout.write(`${line}\n`);

/** What the checks say of a chart; null where they find nothing wrong. */
async function faultOf(model: Parameters<typeof checkChart>[0]): Promise<string | null> {
  try {
    await checkChart(model);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function run(): Promise<number> {
  const started = performance.now();
  const survivors: string[] = [];
  let killed = 0;
  for (const model of chartModels) {
    const { id: name, machine: copy } = unchanged(model.machine);
    const fault = copy ? await faultOf({ ...model, machine: copy }) : 'XState does not accept it';
    if (fault !== null) throw new Error(`${name}: ${fault}`);
    for (const { id, machine } of mutantsOf(model.machine)) {
      if (values.only && !id.includes(values.only)) continue;
      if (values.list) {
        print(id);
        continue;
      }
      const fault = machine ? await faultOf({ ...model, machine }) : 'XState does not accept it';
      if (values.only) print(`${id}\n    ${(fault ?? 'SURVIVED').split('\n').slice(0, 12).join('\n    ')}`);
      if (fault === null) survivors.push(id);
      else killed += 1;
    }
  }
  if (values.list) return 0;

  const unexplained = survivors.filter((id) => !Object.hasOwn(equivalentMutants, id));
  const outdated = values.only ? [] : Object.keys(equivalentMutants).filter((id) => !survivors.includes(id));
  for (const id of survivors) {
    const reason = equivalentMutants[id];
    if (reason) print(`equivalent  ${id}\n            ${reason}`);
  }
  for (const id of unexplained) print(`SURVIVED    ${id}`);
  for (const id of outdated)
    print(`OUTDATED    ${id} is explained as equivalent, but no such mutant survives`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  print(
    `${killed} mutants found, ${survivors.length - unexplained.length} equivalent, ${unexplained.length} survived, ${seconds} s`,
  );
  return unexplained.length + outdated.length > 0 ? 1 : 0;
}

if (values.help) print(help);
else process.exitCode = await run();

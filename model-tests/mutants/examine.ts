import { parentPort, workerData } from 'node:worker_threads';
import { checkChart } from '../chart/check-chart.ts';
import { chartModels } from '../charts.ts';
import { mutantsOf, unchanged } from './mutate.ts';

/** One mutant and what the checks said of it; `fault` is null where they found nothing wrong. */
export type Examined = { index: number; id: string; fault: string | null };

/** Which mutants a thread takes: every `of`-th whose name contains `only`, from `share` on. */
export type Share = { share: number; of: number; only: string };

async function faultOf(model: Parameters<typeof checkChart>[0]): Promise<string | null> {
  try {
    await checkChart(model);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Runs the in-memory checks on a share of the mutants, in a thread of its own, and tells of each. */
async function examine({ share, of, only }: Share, tell: (examined: Examined) => void): Promise<void> {
  let index = 0;
  for (const model of chartModels) {
    const { id: name, machine: copy } = unchanged(model.machine);
    const fault = copy ? await faultOf({ ...model, machine: copy }) : 'XState does not accept it';
    if (fault !== null) throw new Error(`${name}: ${fault}`);
    for (const { id, machine } of mutantsOf(model.machine)) {
      index += 1;
      if (index % of !== share || !id.includes(only)) continue;
      tell({
        index,
        id,
        fault: machine ? await faultOf({ ...model, machine }) : 'XState does not accept it',
      });
    }
  }
}

const port = parentPort;
if (port) await examine(workerData, (examined) => port.postMessage(examined));

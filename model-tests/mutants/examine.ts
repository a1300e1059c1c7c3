import { isDeepStrictEqual } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { type ChartModel, type Step, statePathOf } from '../chart/chart-model.ts';
import { checkChart } from '../chart/check-chart.ts';
import { coveringPaths, sightsOf } from '../chart/coverage.ts';
import { type Path, walkerOf } from '../chart/explore.ts';
import { replay } from '../chart/replay.ts';
import { chartModels } from '../charts.ts';
import { faultyProducts } from '../walks/faults.ts';
import { noticedByWalks } from '../walks/walk.ts';
import { unchanged } from './mutate.ts';
import { allMutantsOf } from './source-mutants.ts';

/** One mutant and what the checks said of it; `fault` is null where they found nothing wrong. */
export type Examined = { index: number; id: string; fault: string | null };

/** Which mutants a thread takes: every `of`-th whose name contains `only`, from `share` on. */
export type Share = { share: number; of: number; only: string; clauses: boolean };

export const idOfWalkFault = (name: string): string => `walks: ${name}`;

/**
 * What the checks find wrong with a chart. Most faults show at once along the paths of the chart as it is; the path
 * that shows one is the first to be walked by the next mutant, which mostly is its neighbour.
 */
async function faultOf(model: ChartModel, paths: Path[]): Promise<string | null> {
  try {
    const walk = walkerOf(model);
    for (const [index, path] of paths.entries()) {
      paths.unshift(...paths.splice(index, 1));
      walk(path);
    }
    // How long a delay is shows by the clock alone.
    for (const path of paths) if (path.steps.some(waits)) await replay(model, path);
    await checkChart(model);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const waits = ({ sample }: Step): boolean => sample?.event.type.startsWith('xstate.after.') ?? false;

/** What a step shows, where it leads and which values it changes there: what goes missing shows along these paths. */
function changesOf(step: Step): string[] {
  const { before, sample, after } = step;
  if (!before || !sample) return sightsOf(step);
  const changed = Object.keys(after.context).filter(
    (name) => !isDeepStrictEqual(after.context[name], before.context[name]),
  );
  const places = `${statePathOf(before)} → ${statePathOf(after)}`;
  return [...sightsOf(step), ...['', ...changed].map((change) => `${sample.name}: ${places} ${change}`)];
}

/** Runs the in-memory checks on a share of the mutants, in a thread of its own, and tells of each. */
async function examine(
  { share, of, only, clauses }: Share,
  tell: (examined: Examined) => void,
): Promise<void> {
  let index = 0;
  for (const model of chartModels) {
    const exploration = await checkChart({ ...model, machine: unchanged(model.machine) });
    const paths = coveringPaths(exploration, { sightsIn: changesOf });
    for (const { id, load } of allMutantsOf(model.machine, clauses)) {
      index += 1;
      if (index % of !== share || !id.includes(only)) continue;
      const machine = await load();
      const fault = machine ? await faultOf({ ...model, machine }, paths) : 'XState does not accept it';
      tell({ index, id, fault });
    }
  }
  for (const { name, build } of faultyProducts) {
    const id = idOfWalkFault(name);
    index += 1;
    if (index % of === share && id.includes(only)) tell({ index, id, fault: await noticedByWalks(build()) });
  }
}

const port = parentPort;
if (port) await examine(workerData, (examined) => port.postMessage(examined));

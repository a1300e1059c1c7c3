import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chartOf, layoutChart, renderSvg } from '../../inspector/statechart/index.ts';
import type { SignupState } from '../../src/machines/signup.ts';
import { fields, type SignupForm } from '../../src/signup/form.ts';
import {
  type BrowserPath,
  browserPaths,
  ledgerBefore,
  titleOfPath,
  titleOfStep,
} from '../browser/browser-paths.ts';
import type { Title } from '../chart/title.ts';
import { barredBy } from '../signup/events.ts';
import { changesTo, type Ledger } from '../signup/ledger.ts';
import { screens } from '../signup/screens.ts';
import { shipped, sightsIn } from '../signup/signup-model.ts';
import type { ModelReport, PathReport, PathRun, StepReport } from './report-data.ts';

const folder = new URL('../../reports/model/', import.meta.url);

/**
 * Writes `reports/model/index.html`, self-contained. `walked` holds the paths of this run by their number, from 1.
 * @returns what they amount to, in a sentence
 */
export async function writeReport(
  walked: ReadonlyMap<number, PathRun>,
  run: Pick<ModelReport, 'at' | 'milliseconds' | 'faults'>,
): Promise<string> {
  const { paths, leftOut, inMemory } = browserPaths();
  const reports = paths.map((path, index): PathReport => {
    const run = walked.get(index + 1);
    return {
      title: titleOfPath(path),
      outcome: run ? (run.failure ? 'failed' : 'passed') : 'not run',
      milliseconds: run?.milliseconds ?? 0,
      failure: run?.failure ?? null,
      steps: path.steps.map((_, number) => stepOf(path, number, run)),
    };
  });
  const idsIn = (steps: BrowserPath['steps']) => idsOf(sightsIn(steps));
  const passed = paths.filter((_, index) => reports[index]?.outcome === 'passed');
  // What no path can show in a browser counts where it was shown: in memory.
  const shown = new Set(paths.flatMap(({ steps }) => idsIn(steps)));
  const elsewhere = inMemory.flatMap(idsIn).filter((id) => !shown.has(id));
  const taken = [...passed.flatMap(({ steps }) => idsIn(steps)), ...elsewhere];
  const report: ModelReport = {
    ...run,
    chart: { ja: await draw(taken, 'ja'), en: await draw(taken, 'en') },
    paths: reports,
    outOfReach: leftOut.map(({ title, state, reason }) => ({
      title: { ja: `${title.ja}（${titleOf(state).ja}）`, en: `${title.en} (${titleOf(state).en})` },
      reason,
    })),
  };
  const page = readFileSync(new URL('report.html', import.meta.url), 'utf8');
  mkdirSync(folder, { recursive: true });
  // As a function, since `$&` is text here; `<` so that no text can end the script.
  const json = JSON.stringify(report).replaceAll('<', '\\u003c');
  writeFileSync(
    new URL('index.html', folder),
    page.replace('/* report */ null', () => json),
  );
  const steps = passed.flatMap((path) =>
    path.steps.map(({ event }, index) => barredBy(event, ledgerBefore(path, index))),
  );
  const barred = steps.filter((each) => each !== null).length;
  return `On the paths that passed ${steps.length - barred} steps were done, and ${barred} were seen to be impossible as they should. ${leftOut.length} more are left out: see --list.`;
}

/** The ids of states and transitions among what was seen. */
const idsOf = (sights: readonly string[]): string[] =>
  sights.flatMap((sight) => /^(?:state|edge) (.*)$/.exec(sight)?.[1] ?? []);

/** The chart with the states' names for testers, and how often each part of it was taken. */
async function draw(ids: readonly string[], language: keyof Title): Promise<string> {
  const { nodes, edges, ...chart } = chartOf(shipped.signup);
  const counts: Record<string, number> = {};
  for (const id of ids) counts[id] = (counts[id] ?? 0) + 1;
  // A history is never a place to be, and what is left at once is entered in passing: their arrows tell.
  for (const { id, source, targets } of edges) {
    for (const node of nodes) {
      const isHere =
        node.type === 'history' ? targets.includes(node.id) : node.id === source && id.includes('|always|');
      if (isHere && !ids.includes(node.id)) counts[node.id] = (counts[node.id] ?? 0) + (counts[id] ?? 0);
    }
  }
  const named = nodes.map((node) => {
    const screen = screens[node.id.replace(`${chart.id}.`, '') as SignupState] ?? {
      en: node.description,
      ja: null,
    };
    return { ...node, description: screen[language] };
  });
  return renderSvg(await layoutChart({ ...chart, nodes: named, edges }), { counts, theme: 'light' });
}

const titleOf = (state: string): Title => screens[state as SignupState] ?? { ja: state, en: state };

function stepOf(path: BrowserPath, index: number, run?: PathRun): StepReport {
  const [step] = path.steps.slice(index);
  if (!step) throw new Error('A path has the steps that it has');
  const { event, state } = step;
  const before = ledgerBefore(path, index);
  return {
    title: titleOfStep(step, before),
    filled: event.type === 'input.confirmed' ? filledIn(before, event.typed) : [],
    state: state.ledger.at,
    stateTitle: titleOf(state.ledger.at),
    ids: idsOf(state.sights),
    picture: run?.pictures[index] ?? null,
  };
}

function filledIn(before: Ledger, typed: SignupForm): [string, string][] {
  return changesTo(before, typed).map(({ name, value }) => [
    fields[name].labels[typed.expatriate ? 1 : 0],
    value === true ? '✓' : value === false ? '–' : value,
  ]);
}

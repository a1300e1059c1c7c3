import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AnyStateMachine } from 'xstate';
import { chartOf, layoutChart, renderSvg } from '../../inspector/statechart/index.ts';
import {
  type BrowserPath,
  browserPaths,
  nameOfPath,
  titleOfPath,
  titleOfStep,
} from '../browser/browser-paths.ts';
import { stateNodesOf } from '../chart/observe.ts';
import type { Title } from '../chart/title.ts';
import { barredBy } from '../signup/events.ts';
import { screens } from '../signup/screens.ts';
import { shipped, sightsIn } from '../signup/signup-model.ts';
import { explored } from './explored.ts';
import { keepResults, type PathRun, readResults, withRun } from './kept-results.ts';
import { otherChecks } from './other-checks.ts';
import type { ChartReport, ModelReport, Outcome, PathReport, Run, StepReport } from './report-data.ts';

const folder = new URL('../../reports/model/', import.meta.url);

/**
 * Writes `reports/model/index.html`, self-contained. `walked` holds the paths of this run by their number, from 1; of
 * the others the report keeps what earlier runs have said.
 * @returns what the paths of this run amount to, in a sentence
 */
export async function writeReport(
  walked: ReadonlyMap<number, PathRun>,
  begun: Pick<Run, 'at' | 'milliseconds' | 'faults'>,
): Promise<string> {
  const { paths, leftOut } = browserPaths();
  const names = paths.map(nameOfPath);
  const byName = Object.fromEntries(
    [...walked].flatMap(([number, run]) => {
      const name = names[number - 1];
      return name === undefined ? [] : [[name, run] as const];
    }),
  );
  const count = (outcome: Outcome) =>
    outcome === 'not run'
      ? names.length - walked.size
      : [...walked.values()].filter((run) => run.outcome === outcome).length;
  const run = {
    ...begun,
    commit: commit(),
    counts: { passed: count('passed'), failed: count('failed'), 'not run': count('not run') },
    outcomes: Object.fromEntries(Object.entries(byName).map(([name, { outcome }]) => [name, outcome])),
  };
  const results = withRun(readResults(), run, byName, names);
  keepResults(results);

  const reports = paths.map((path, index): PathReport => {
    const name = names[index] ?? '';
    const last = results.paths[name];
    return {
      number: index + 1,
      title: titleOfPath(path),
      outcome: last?.outcome ?? 'not run',
      milliseconds: last?.milliseconds ?? 0,
      failure: last?.failure ?? null,
      steps: path.steps.map((_, number) => stepOf(path, number, last)),
      earlier: last && last.at !== run.at ? last.at : null,
      lastOutcomes: results.runs.map(({ outcomes }) => outcomes[name] ?? null),
    };
  });
  const charts = explored();
  const shown = new Set(paths.flatMap(({ steps }) => idsOf(sightsIn(steps))));
  const passed = paths.filter((_, index) => reports[index]?.outcome === 'passed');
  const report: ModelReport = {
    charts: await Promise.all(
      charts.map(({ machine, sights }) => {
        if (machine !== shipped.machine) return draw(machine, idsOf(sights));
        // What no path can show in a browser counts where it was shown: in memory.
        const elsewhere = idsOf(sights).filter((id) => !shown.has(id));
        return draw(machine, [...passed.flatMap(({ steps }) => idsOf(sightsIn(steps))), ...elsewhere]);
      }),
    ),
    paths: reports,
    runs: results.runs.map(({ outcomes: _, ...rest }) => rest),
    checks: otherChecks(charts),
    stateTitles: Object.fromEntries(
      stateNodesOf(shipped.machine).map(({ path }) => [path.join('.'), titleOf(path.join('.'))]),
    ),
    outOfReach: leftOut.map(({ title, state, reason }) => ({
      title: { ja: `${title.ja}（${titleOf(state).ja}）`, en: `${title.en} (${state})` },
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
  const done = [...walked].flatMap(([number, { outcome }]) =>
    outcome === 'passed' ? [paths[number - 1]] : [],
  );
  const steps = done.flatMap((path) => path?.steps.map((_, index) => isBarred(path, index)) ?? []);
  const barred = steps.filter(Boolean).length;
  return `On the paths that passed ${steps.length - barred} steps were done, and ${barred} were seen to be impossible as they should. ${leftOut.length} more are left out: see --list.`;
}

const ledgerBefore = ({ before, steps }: BrowserPath, index: number) =>
  (steps[index - 1] ?? before.at(-1))?.state.ledger;

function isBarred(path: BrowserPath, index: number): boolean {
  const step = path.steps[index];
  const ledger = ledgerBefore(path, index);
  return step !== undefined && ledger !== undefined && barredBy(step.event, ledger) !== null;
}

/** Short, with a + where files differ from it; null where there is no git. */
function commit(): string | null {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') ? '+' : ''}`;
  } catch {
    return null;
  }
}

/** The ids of states and transitions among what was seen. */
const idsOf = (sights: readonly string[]): string[] =>
  sights.flatMap((sight) => /^(?:state|edge) (.*)$/.exec(sight)?.[1] ?? []);

async function draw(machine: AnyStateMachine, ids: readonly string[]): Promise<ChartReport> {
  const chart = chartOf(machine);
  const counts: Record<string, number> = {};
  for (const id of ids) counts[id] = (counts[id] ?? 0) + 1;
  // A history is never a place to be, and what is left at once is entered in passing: their arrows tell.
  for (const { id, source, targets } of chart.edges) {
    const taken = counts[id] ?? 0;
    for (const node of chart.nodes) {
      const isHere =
        node.type === 'history' ? targets.includes(node.id) : node.id === source && id.includes('|always|');
      if (isHere && !ids.includes(node.id)) counts[node.id] = (counts[node.id] ?? 0) + taken;
    }
  }
  const svg = renderSvg(await layoutChart(chart), { counts, theme: 'light' });
  const prefix = `${machine.id}.`;
  const short = (id: string) => (id.startsWith(prefix) ? id.slice(prefix.length) : id);
  const states = chart.nodes.map(({ id }) => [id, titleOf(short(id))] as const);
  const edges = chart.edges.map(({ id, source, targets, label, guard }) => {
    const what = `${label || 'always'}${guard ? ` [${guard}]` : ''}`;
    const name = (language: keyof Title) =>
      `${what}: ${titleOf(short(source))[language]} → ${targets.map((target) => titleOf(short(target))[language]).join(', ') || '–'}`;
    return [id, { ja: name('ja'), en: name('en') }] as const;
  });
  return { id: machine.id, svg, labels: Object.fromEntries([...states, ...edges]) };
}

function titleOf(state: string): Title {
  const screen = Object.entries(screens).find(([name]) => name === state)?.[1];
  const node = stateNodesOf(shipped.machine).find(({ path }) => path.join('.') === state);
  return { ja: screen?.ja ?? state, en: node?.description ?? state };
}

function stepOf(path: BrowserPath, index: number, run?: PathRun): StepReport {
  const [step] = path.steps.slice(index);
  if (!step) throw new Error('A path has the steps that it has');
  const { event, state } = step;
  const ids = idsOf(state.sights);
  return {
    title: titleOfStep(step, ledgerBefore(path, index)),
    state: state.ledger.at,
    stateTitle: titleOf(state.ledger.at),
    edges: ids.filter((id) => id.includes('|')),
    states: ids.filter((id) => !id.includes('|')),
    event: event.type,
    milliseconds: run?.stepMilliseconds[index] ?? null,
    picture: run?.pictures[index] ?? null,
  };
}

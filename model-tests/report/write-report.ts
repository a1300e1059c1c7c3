import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chartOf, layoutChart, renderSvg } from '../../inspector/statechart/index.ts';
import { barring, browserPaths, nameOfPath, titleOfStep } from '../browser/browser-paths.ts';
import { type ChartModel, type Step, stateNodesOf, statePathOf, type Title } from '../chart/chart-model.ts';
import { coveringPaths } from '../chart/coverage.ts';
import { explore } from '../chart/explore.ts';
import { chartModels } from '../charts.ts';
import { signupModel } from '../signup/signup-model.ts';
import { stateTitles } from '../signup/state-titles.ts';
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
  const { paths, exploration, leftOut } = browserPaths();
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

  const reports = paths.map(({ steps }, index): PathReport => {
    const name = names[index] ?? '';
    const last = results.paths[name];
    return {
      number: index + 1,
      outcome: last?.outcome ?? 'not run',
      milliseconds: last?.milliseconds ?? 0,
      failure: last?.failure ?? null,
      steps: steps.map((step, number) => stepOf(step, number, last)),
      earlier: last && last.at !== run.at ? last.at : null,
      lastOutcomes: results.runs.map(({ outcomes }) => outcomes[name] ?? null),
    };
  });
  const explored = chartModels.map(
    (model) => [model, model === signupModel ? exploration : explore(model, () => {})] as const,
  );
  const inBrowser = paths.flatMap(({ steps }) => steps);
  const passed = paths.filter((_, index) => reports[index]?.outcome === 'passed');
  const report: ModelReport = {
    charts: await Promise.all(
      explored.map(([model, found]) => {
        const inMemory = coveringPaths(found).flatMap(({ steps }) => steps);
        if (model !== signupModel) return draw(model, inMemory);
        // What no path can show in a browser counts where it was shown: in memory.
        const shown = new Set(inBrowser.flatMap(idsOf));
        return draw(
          model,
          passed.flatMap(({ steps }) => steps),
          inMemory.flatMap(idsOf).filter((id) => !shown.has(id)),
        );
      }),
    ),
    paths: reports,
    runs: results.runs.map(({ outcomes: _, ...rest }) => rest),
    checks: otherChecks(explored),
    stateTitles: Object.fromEntries(
      stateNodesOf(signupModel.machine).map(({ path }) => [path.join('.'), titleOf(path.join('.'))]),
    ),
    outOfReach: leftOut.map(({ sample, state, reason }) => ({
      title: { ja: `${sample.title.ja}（${titleOf(state).ja}）`, en: `${sample.title.en} (${state})` },
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
  const steps = [...walked].flatMap(([number, { outcome }]) =>
    outcome === 'passed' ? (paths[number - 1]?.steps ?? []) : [],
  );
  const barred = steps.filter((step) => barring(step)).length;
  return `On the paths that passed ${steps.length - barred} steps were done, and ${barred} were seen to be impossible as they should. ${leftOut.length} more are left out: see --list.`;
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

const idsOf = ({ edges, after }: Step): string[] => [...edges, ...after._nodes.map(({ id }) => id)];

async function draw(
  { machine }: ChartModel,
  steps: readonly Step[],
  elsewhere: readonly string[] = [],
): Promise<ChartReport> {
  const chart = chartOf(machine);
  const counts: Record<string, number> = {};
  for (const id of [...steps.flatMap(idsOf), ...elsewhere]) counts[id] = (counts[id] ?? 0) + 1;
  // A history is never a place to be, and what is left at once is entered in passing: their arrows tell.
  for (const { id, source, targets } of chart.edges) {
    const taken = counts[id] ?? 0;
    for (const node of chart.nodes) {
      const isHere =
        node.type === 'history' ? targets.includes(node.id) : node.id === source && id.includes('|always|');
      if (isHere && !steps.some(({ after }) => after._nodes.some((each) => each.id === node.id))) {
        counts[node.id] = (counts[node.id] ?? 0) + taken;
      }
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
  const node = stateNodesOf(signupModel.machine).find(({ path }) => path.join('.') === state);
  const titles: Readonly<Record<string, string>> = stateTitles;
  return { ja: titles[state] ?? state, en: node?.description ?? state };
}

function stepOf(step: Step, index: number, run?: PathRun): StepReport {
  const { sample, after, edges } = step;
  const state = statePathOf(after);
  return {
    title: titleOfStep(step),
    state,
    stateTitle: titleOf(state),
    edges,
    states: after._nodes.map(({ id }) => id),
    event: sample?.event.type ?? '',
    milliseconds: run?.stepMilliseconds[index] ?? null,
    picture: run?.pictures[index] ?? null,
  };
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chartOf, layoutChart, renderSvg } from '../../src/inspector/statechart/index.ts';
import { browserPaths, outOfReach } from '../browser/browser-paths.ts';
import { type ChartModel, type Step, stateNodesOf, statePathOf } from '../chart/chart-model.ts';
import { coveringPaths } from '../chart/coverage.ts';
import { explore } from '../chart/explore.ts';
import { chartModels } from '../charts.ts';
import { signupModel } from '../signup/signup-model.ts';
import { stateTitles } from '../signup/state-titles.ts';
import type { ChartReport, ModelReport, PathReport, StepReport } from './report-data.ts';

/** What a runner has seen of one path. */
export type PathRun = {
  outcome: 'passed' | 'failed';
  milliseconds: number;
  error: string | null;
  stepMilliseconds: readonly number[];
  /** JPEGs by the number of the step. */
  pictures: ReadonlyMap<number, Buffer>;
};

const folder = new URL('../../reports/model/', import.meta.url);

/** Writes `reports/model/index.html`, self-contained. `runs` by the number of the path, from 1. */
export async function writeReport(runs: ReadonlyMap<number, PathRun>): Promise<void> {
  const { paths } = browserPaths();
  const reports = paths.map(({ steps }, index) => reportOf(index + 1, steps, runs.get(index + 1)));
  const walked = paths
    .filter((_, index) => runs.get(index + 1)?.outcome === 'passed')
    .flatMap(({ steps }) => steps);
  const report: ModelReport = {
    charts: await Promise.all(
      chartModels.map((model) =>
        model === signupModel
          ? draw(model, walked, { ja: 'ブラウザーで実行', en: 'run in a browser' })
          : draw(
              model,
              coveringPaths(explore(model)).flatMap(({ steps }) => steps),
              {
                ja: 'メモリー上で実行',
                en: 'run in memory',
              },
            ),
      ),
    ),
    paths: reports,
    outOfReach: signupModel.samples.flatMap(({ name, title }) => {
      const reason = outOfReach[name];
      return reason ? [{ title, reason }] : [];
    }),
  };
  const page = readFileSync(new URL('report.html', import.meta.url), 'utf8');
  mkdirSync(folder, { recursive: true });
  // As a function, since `$&` is text here; `<` so that no text can end the script.
  const json = JSON.stringify(report).replaceAll('<', '\\u003c');
  writeFileSync(
    new URL('index.html', folder),
    page.replace('/* report */ null', () => json),
  );
}

async function draw(
  model: ChartModel,
  steps: readonly Step[],
  note: ChartReport['note'],
): Promise<ChartReport> {
  const counts: Record<string, number> = {};
  for (const { edges, after } of steps) {
    for (const id of [...edges, ...after._nodes.map((node) => node.id)]) counts[id] = (counts[id] ?? 0) + 1;
  }
  const svg = renderSvg(await layoutChart(chartOf(model.machine)), { counts, theme: 'light' });
  return { id: model.machine.id, svg, note };
}

function reportOf(number: number, steps: readonly Step[], run: PathRun | undefined): PathReport {
  return {
    number,
    outcome: run?.outcome ?? 'not run',
    milliseconds: run?.milliseconds ?? 0,
    error: run?.error ?? null,
    steps: steps.map((step, index) => stepOf(step, index, run)),
  };
}

function stepOf(
  { sample, opening, after, edges }: Step,
  index: number,
  run: PathRun | undefined,
): StepReport {
  const state = statePathOf(after);
  const picture = run?.pictures.get(index);
  const node = stateNodesOf(signupModel.machine).find(({ path }) => path.join('.') === state);
  return {
    title: (sample ?? opening).title,
    state,
    stateTitle: { ja: stateTitles[state] ?? state, en: node?.description ?? state },
    edges,
    states: after._nodes.map(({ id }) => id),
    event: sample?.event.type ?? '',
    milliseconds: run?.stepMilliseconds[index] ?? null,
    picture: picture ? `data:image/jpeg;base64,${picture.toString('base64')}` : null,
  };
}

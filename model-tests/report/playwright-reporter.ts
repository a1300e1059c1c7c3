import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { FullResult, Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import type { PathRun } from './kept-results.ts';
import type { Difference, Failure } from './report-data.ts';
import { writeReport } from './write-report.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Turns a run of the paths in the browser into the testers' report. */
export default class ModelReporter implements Reporter {
  readonly #runs = new Map<number, PathRun>();
  readonly #faults = new Set<string>();

  onError({ message }: TestError): void {
    this.#faults.add(stripVTControlCharacters(message ?? ''));
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const number = Number(/^path (\d+):/.exec(test.title)?.[1]);
    // Those that the end of a run cut short have neither passed nor failed.
    if (!Number.isInteger(number) || result.status === 'skipped' || result.status === 'interrupted') return;
    const steps = result.steps.filter(({ category }) => category === 'test.step');
    // The form does not build, or no server starts: a fault of the run, which says nothing of the path.
    if (steps.length === 0) {
      this.#faults.add(stripVTControlCharacters(result.error?.message ?? ''));
      return;
    }
    const pictures = result.attachments.flatMap(({ name, body, path }) => {
      const step = /^step (\d+)$/.exec(name)?.[1];
      const picture = body ?? (path ? readFileSync(path) : undefined);
      return step && picture ? [[step, `data:image/jpeg;base64,${picture.toString('base64')}`]] : [];
    });
    const failedStep = steps.findIndex(({ error }) => error !== undefined);
    this.#runs.set(number, {
      outcome: result.status === 'passed' ? 'passed' : 'failed',
      milliseconds: result.duration,
      failure: result.status === 'passed' ? null : failureOf(result, failedStep === -1 ? null : failedStep),
      stepMilliseconds: steps.map(({ duration }) => duration),
      pictures: Object.fromEntries(pictures),
    });
  }

  async onEnd({ startTime, duration }: FullResult): Promise<void> {
    const sum = await writeReport(this.#runs, {
      at: startTime.toISOString(),
      milliseconds: duration,
      faults: [...this.#faults],
    });
    process.stdout.write([...this.#faults, sum, 'Report: reports/model/index.html\n'].join('\n'));
  }

  printsToStdio(): boolean {
    return false;
  }
}

function failureOf(result: TestResult, step: number | null): Failure {
  const attached = (name: string) => result.attachments.find((attachment) => attachment.name === name);
  // Written by paths.spec.ts.
  const differences: Difference[] = JSON.parse(attached('differences')?.body?.toString() ?? '[]');
  const raw = result.errors.map(({ message }) => stripVTControlCharacters(message ?? '')).join('\n\n');
  const trace = attached('trace')?.path;
  const trail = attached('trail')?.path;
  return {
    step,
    differences,
    ranOutOfTime: result.status === 'timedOut' || /Timeout|timed out/i.test(raw),
    raw,
    trail: trail ? readFileSync(trail, 'utf8') : null,
    trace: trace ? relative(root, trace) : null,
    options: process.env.MODEL_MEDDLER ? ` --with ${process.env.MODEL_MEDDLER}` : '',
  };
}

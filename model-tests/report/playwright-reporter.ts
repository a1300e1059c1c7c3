import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { FullResult, Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import type { Difference, Failure, PathRun } from './report-data.ts';
import { writeReport } from './write-report.ts';

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
    if (result.status === 'skipped' || result.status === 'interrupted') return;
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
      milliseconds: result.duration,
      failure:
        result.status === 'passed' ? null : failureOf(number, result, failedStep === -1 ? null : failedStep),
      pictures: Object.fromEntries(pictures),
    });
  }

  async onEnd({ startTime, duration }: FullResult): Promise<void> {
    const faults = [...this.#faults];
    const sum = await writeReport(this.#runs, {
      at: startTime.toISOString(),
      milliseconds: duration,
      faults,
    });
    process.stdout.write([...faults, sum, 'Report: reports/model/index.html\n'].join('\n'));
  }

  printsToStdio(): boolean {
    return false;
  }
}

function failureOf(number: number, result: TestResult, step: number | null): Failure {
  const attached = (name: string) => result.attachments.find((attachment) => attachment.name === name);
  // Written by paths.spec.ts.
  const differences: Difference[] = JSON.parse(attached('differences')?.body?.toString() ?? '[]');
  const meddler = process.env.MODEL_MEDDLER;
  return {
    step,
    differences,
    raw: result.errors.map(({ message }) => stripVTControlCharacters(message ?? '')).join('\n\n'),
    again: `npm run test:model -- --path ${number}${meddler ? ` --with ${meddler}` : ''}`,
  };
}

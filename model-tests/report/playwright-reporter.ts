import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { type PathRun, writeReport } from './write-report.ts';

/** Turns a run of the paths in the browser into the testers' report. */
export default class ModelReporter implements Reporter {
  readonly #runs = new Map<number, PathRun>();

  onTestEnd(test: TestCase, result: TestResult): void {
    const number = Number(/^path (\d+):/.exec(test.title)?.[1]);
    if (!Number.isInteger(number)) return;
    const pictures = new Map<number, Buffer>();
    for (const { name, body, path } of result.attachments) {
      const step = /^step (\d+)$/.exec(name)?.[1];
      const picture = body ?? (path ? readFileSync(path) : undefined);
      if (step && picture) pictures.set(Number(step), picture);
    }
    this.#runs.set(number, {
      outcome: result.status === 'passed' ? 'passed' : 'failed',
      milliseconds: result.duration,
      error: result.errors.map(({ message }) => plain(message ?? '')).join('\n\n') || null,
      stepMilliseconds: result.steps
        .filter(({ category }) => category === 'test.step')
        .map(({ duration }) => duration),
      pictures,
    });
  }

  async onEnd(): Promise<void> {
    await writeReport(this.#runs);
    process.stdout.write('Report: reports/model/index.html\n');
  }

  printsToStdio(): boolean {
    return false;
  }
}

/** Without the colours of a terminal. */
function plain(text: string): string {
  return text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '');
}

import type { Title } from '../chart/title.ts';

/** What a screen is looked at for. */
export const differences = [
  ...(['state', 'title', 'heading', 'count', 'currentStep', 'texts', 'errors'] as const),
  ...(['boxes', 'fields', 'shut', 'summary', 'commitment'] as const),
];

/** One thing on the screen that is not as the path says. Texts are as on the screen, states as in the chart. */
export type Difference = {
  what: (typeof differences)[number];
  expected: string;
  seen: string;
};

/** Why a path failed. */
export type Failure = {
  /** From 0; null where it was outside any step. */
  step: number | null;
  differences: readonly Difference[];
  /** Whether the page did not let the step be done, or not in time. */
  ranOutOfTime: boolean;
  /** As the runner says it. */
  raw: string;
  /** What the chart and the page went through, a line each; null where the page did not tell. */
  trail: string | null;
  /** Where the trace lies, from the project's folder. */
  trace: string | null;
  /** The options with which the path was walked, beside its number. */
  options: string;
};

export type StepReport = {
  title: Title;
  /** Where the step leads, as a name of the chart and as a sentence. */
  state: string;
  stateTitle: Title;
  /** Ids of the transitions taken, of the states active afterwards, and the type of the event. */
  edges: readonly string[];
  states: readonly string[];
  event: string;
  milliseconds: number | null;
  /** A JPEG as a data URL. */
  picture: string | null;
};

export type Outcome = 'passed' | 'failed' | 'not run';

export type PathReport = {
  number: number;
  title: Title;
  outcome: Outcome;
  milliseconds: number;
  failure: Failure | null;
  steps: readonly StepReport[];
  /** When it was walked, where that was not in the run that the report is of. */
  earlier: string | null;
  /** What came of it in the last runs, the newest first; null for a run that did not walk it. */
  lastOutcomes: readonly (Outcome | null)[];
};

/** One run of the paths in a browser. Times as ISO dates. */
export type Run = {
  at: string;
  /** The commit, with a + where files differed from it; null without git. */
  commit: string | null;
  milliseconds: number;
  counts: Readonly<Record<Outcome, number>>;
  /** What went wrong outside any path: the form does not build, a server does not start. */
  faults: readonly string[];
};

/** What else is checked of the charts. */
export type CheckReport = {
  name: 'memory' | 'guards' | 'walks' | 'mutants';
  passed: number;
  failed: number;
  /** The last run; null where there was none. */
  at: string | null;
  milliseconds: number | null;
  /** What failed, a line each. */
  faults: readonly string[];
  again: string;
};

export type ChartReport = {
  id: string;
  svg: string;
  /** Names of its states and transitions, by id. */
  labels: Readonly<Record<string, Title>>;
};

export type ModelReport = {
  charts: readonly ChartReport[];
  paths: readonly PathReport[];
  /** The run that the report is of, then the ones before it. */
  runs: readonly Run[];
  checks: readonly CheckReport[];
  stateTitles: Readonly<Record<string, Title>>;
  /** Steps without which something is left that no path shows in a browser, with the reason; it is covered in memory. */
  outOfReach: readonly { title: Title; reason: string }[];
};

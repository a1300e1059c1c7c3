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
  /** As the runner says it. */
  raw: string;
  /** The command that walks it alone. */
  again: string;
};

/** What a runner has seen of one path. */
export type PathRun = {
  milliseconds: number;
  /** Null where it passed. */
  failure: Failure | null;
  /** JPEGs as data URLs, by the number of the step. */
  pictures: Readonly<Record<number, string>>;
};

export type StepReport = {
  title: Title;
  /** What was entered where a step fills in a form: labels and values. */
  filled: readonly (readonly [label: string, value: string])[];
  /** Where the step leads, as a name of the chart and as a sentence. */
  state: string;
  stateTitle: Title;
  /** Ids of the transitions taken and the states active afterwards. */
  ids: readonly string[];
  picture: string | null;
};

export type PathReport = {
  title: Title;
  outcome: 'passed' | 'failed' | 'not run';
  milliseconds: number;
  failure: Failure | null;
  steps: readonly StepReport[];
};

export type ModelReport = {
  /** The chart with how often each part was taken, as SVG. */
  chart: Title;
  paths: readonly PathReport[];
  /** When the run began, as an ISO date, and how long it took. */
  at: string;
  milliseconds: number;
  /** What went wrong outside any path: the form does not build, a server does not start. */
  faults: readonly string[];
  /** What no path shows in a browser, with the reason; it is covered in memory. */
  outOfReach: readonly { title: Title; reason: string }[];
};

import type { Title } from '../chart/chart-model.ts';

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

export type PathReport = {
  number: number;
  outcome: 'passed' | 'failed' | 'not run';
  milliseconds: number;
  error: string | null;
  steps: readonly StepReport[];
};

export type ChartReport = { id: string; svg: string; note: Title };

export type ModelReport = {
  charts: readonly ChartReport[];
  paths: readonly PathReport[];
  /** Samples that no browser can show, with the reason; they are covered in memory. */
  outOfReach: readonly { title: Title; reason: string }[];
};

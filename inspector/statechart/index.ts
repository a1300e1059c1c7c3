import type { AnyStateMachine } from 'xstate';
import { chartOf } from './chart.ts';
import { layoutChart } from './layout-chart.ts';
import { renderSvg } from './render-svg.ts';

export { chartOf, edgeIdOf } from './chart.ts';
export { createFeed } from './feed.ts';
export type { Chart, ChartEdge, ChartNode } from './protocol.ts';
export { layoutChart, renderSvg };

/** Draws a machine as an SVG document. */
export async function defineChart(machine: AnyStateMachine): Promise<string> {
  return renderSvg(await layoutChart(chartOf(machine)));
}

import type { AnyStateMachine } from 'xstate';
import { chartOf } from './chart.ts';
import { layoutChart } from './layout-chart.ts';
import { renderSvg } from './render-svg.ts';

/** From a machine to its picture in one step: an SVG document as text. */
export async function defineChart(machine: AnyStateMachine): Promise<string> {
  return renderSvg(await layoutChart(chartOf(machine)));
}

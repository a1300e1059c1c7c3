export { type Chart, type ChartEdge, type ChartNode, chartOf, edgeIdOf } from './chart.ts';
export { defineChart } from './define-chart.ts';
export { createFeed } from './feed.ts';
export { layoutChart } from './layout-chart.ts';
export { renderSvg } from './render-svg.ts';

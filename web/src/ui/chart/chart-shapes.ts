import { lazy } from 'react';

/** The kinds of charts that few pages show, for `LazyChart`; only the kind in use loads. */
export const chartShapes = {
  lines: lazy(async () => ({ default: (await import('./LinesChart.tsx')).LinesChart })),
  horizontal: lazy(async () => ({
    default: (await import('./HorizontalChart.tsx')).HorizontalChart,
  })),
  donut: Object.assign(
    lazy(async () => ({ default: (await import('./DonutChart.tsx')).DonutChart })),
    // Its legend names the categories instead of the series.
    { named: 'categories' } as const,
  ),
  radar: lazy(async () => ({ default: (await import('./RadarChart.tsx')).RadarChart })),
  scatter: lazy(async () => ({ default: (await import('./ScatterChart.tsx')).ScatterChart })),
};

import { addsUp, seriesTotal, spellTick, toneColor } from './chart-data.ts';
import type { ChartData } from './chart-data.ts';
import type { Drawing, LegendEntry } from './chart-drawing.ts';
import { categoryAt, layOutPlot } from './plot-layout.ts';
import type { PlotLayout } from './plot-layout.ts';
import { Plot } from './Plot.tsx';
import classes from './Chart.module.css';

/** Bars, areas and lines, with the categories next to each other. */
export const upright: Drawing = {
  draw: (data, { format, ...page }) => {
    const spell = (value: number) => spellTick(value, data.unit, format);
    const layout = layOutPlot(data, { ...page, spellTick: spell, spellMonth: format.day });
    return {
      picture: (at) => (
        <>
          {at !== null && <Shade layout={layout} at={at} />}
          <Plot data={data} layout={layout} />
          {at !== null && <Dots data={data} layout={layout} at={at} />}
        </>
      ),
      categoryAt: (x) => categoryAt(layout, x),
      tipAt: (at) => ({ along: ((at + 0.5) / layout.count) * 100 }),
    };
  },
  legend: seriesLegend,
  startsAt: 'last',
};

/**
 * Returns a legend entry for each series, with its total or, for an area, its latest value. An
 * entry has no figure if values of the unit cannot be added, and no colour if each category has its
 * own.
 */
export function seriesLegend({ categories, series, unit }: ChartData): readonly LegendEntry[] {
  const isPlain = categories.length > 0 && categories.every(({ tone }) => tone !== undefined);
  return series.map((one) => {
    const figure = one.kind === 'area' ? (one.values.at(-1) ?? 0) : seriesTotal(one);
    const { id, name, tone } = one;
    const kind = isPlain ? 'axis' : one.kind;
    return { id, name, kind, tone, figure: addsUp(unit) ? Math.round(figure) : null };
  });
}

type Spot = { layout: PlotLayout; at: number };

export function Shade({ layout: { plot, step, isRtl, startOf }, at }: Spot) {
  return (
    <rect
      x={startOf(isRtl ? at + 1 : at)}
      y={plot.y}
      width={step}
      height={plot.height}
      className={classes.shade}
    />
  );
}

export function Dots({ data, layout, at }: Spot & { data: ChartData }) {
  const areas = layout.areas.map(({ id, tone, values }, level) => {
    const below = layout.areas.slice(0, level);
    const foot = below.reduce((sum, one) => sum + (one.values[at] ?? 0), 0);
    // A missing or zero value gets no dot: the edge there belongs to the area below.
    return { id, tone, value: values[at] ? foot + values[at] : null };
  });
  const lines = data.series.flatMap(({ id, kind, tone, values }) =>
    kind === 'line' ? [{ id, tone, value: values[at] ?? null }] : [],
  );
  return [...areas, ...lines].map(({ id, tone, value }) => {
    return value === null ? null : (
      <circle
        key={id}
        cx={layout.middleOf(at)}
        cy={layout.yOf(value)}
        r={3.5}
        fill={toneColor(tone)}
        stroke="var(--paper)"
      />
    );
  });
}

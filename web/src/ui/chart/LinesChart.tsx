import { Chart } from './Chart.tsx';
import type { ChartProps } from './Chart.tsx';
import { addsUp, isEmptyChart, spellTick, toneColor } from './chart-data.ts';
import type { ChartData, ChartSeries } from './chart-data.ts';
import type { Drawing, DrawingPage } from './chart-drawing.ts';
import { fitText } from './fit-text.ts';
import { categoryAt, layOutPlot, type PlotLayout } from './plot-layout.ts';
import { Plot } from './Plot.tsx';
import { Dots, Shade, upright } from './upright.tsx';
import classes from './Chart.module.css';

/** Lines with their names at their ends; a narrow chart shows a legend instead. */
export function LinesChart(props: ChartProps) {
  return <Chart {...props} drawing={lines} />;
}

const lines: Drawing = {
  ...upright,
  shown: withoutRunningRates,
  draw: (data, page) => {
    const { width, isRtl, measure, format } = page;
    const isWide = width >= least;
    const names = data.series.map(({ name }) => fitText(name, width * nameShare, measure));
    const room = isWide ? roomFor(names, data, page) : 0;
    const layout = layOutPlot(data, {
      ...page,
      width: width - room,
      spellTick: (value) => spellTick(value, data.unit, format),
      spellMonth: format.day,
    });
    // Right to left, the ends of the lines are on the left.
    const start = isRtl ? room : 0;
    const solid = withoutRunning(data);
    return {
      picture: (at) => (
        <g transform={`translate(${start} 0)`}>
          {at !== null && <Shade layout={layout} at={at} />}
          <Plot data={solid} layout={layout} />
          <RunningParts data={data} layout={layout} />
          {at !== null && <Dots data={data} layout={layout} at={at} />}
          {isWide && <Names data={data} layout={layout} names={names} />}
        </g>
      ),
      categoryAt: (x) => categoryAt(layout, x - start),
      tipAt: (at) => ({ along: (((at + 0.5) / layout.count) * (width - room) * 100) / width }),
    };
  },
  namesItsSeries: true,
};

/**
 * Returns the data without the last period if it still runs and the values are rates: the rate of
 * a month's first day would look like a fall. The table has that period, marked as running. The
 * period stays if there are no other figures.
 */
function withoutRunningRates(data: ChartData): ChartData {
  const { categories, series, unit } = data;
  if (addsUp(unit) || !categories.at(-1)?.isRunning) return data;
  const ended: ChartData = {
    ...data,
    categories: categories.slice(0, -1),
    series: series.map((one) => ({ ...one, values: one.values.slice(0, categories.length - 1) })),
  };
  return isEmptyChart(ended) ? data : ended;
}

/**
 * Returns the data without the values of a period that still runs, such as this month. Limits keep
 * theirs.
 */
function withoutRunning(data: ChartData): ChartData {
  const { categories, series } = data;
  const ended = ({ isLimit, values }: ChartSeries) =>
    isLimit ? values : values.map((value, at) => (categories[at]?.isRunning ? null : value));
  return { ...data, series: series.map((one) => ({ ...one, values: ended(one) })) };
}

type PartsProps = { data: ChartData; layout: PlotLayout };

/** The dashed ends of the lines, up to the period that still runs: its values will change. */
function RunningParts({ data: { categories, series }, layout: { middleOf, yOf } }: PartsProps) {
  const last = categories.length - 1;
  if (!categories[last]?.isRunning) return null;
  return series.map(({ id, tone, values, isLimit }) => {
    const [from, to] = [values[last - 1] ?? null, values[last] ?? null];
    if (isLimit || to === null) return null;
    return from === null ? (
      <circle key={id} cx={middleOf(last)} cy={yOf(to)} r={3} fill={toneColor(tone)} />
    ) : (
      <line
        key={id}
        x1={middleOf(last - 1)}
        y1={yOf(from)}
        x2={middleOf(last)}
        y2={yOf(to)}
        stroke={toneColor(tone)}
        strokeWidth={2}
        strokeDasharray="2 5"
        strokeLinecap="round"
      />
    );
  });
}

/** Width in pixels from which the lines are named; the style sheet hides the legend from there. */
const least = 560;
/** Maximum share of the width for the names. */
const nameShare = 0.24;
/** Space between the end of a line and its name, and height of a name, in pixels. */
const gap = 16;
const nameHeight = 16;

/**
 * Returns the space to reserve for the names, in pixels. The last values are drawn in the middle of
 * their category, so the names can also use the second half of that category.
 */
function roomFor(names: readonly string[], { categories }: ChartData, page: DrawingPage): number {
  const widest = gap + Math.max(0, ...names.map(page.measure));
  const half = 1 / (2 * Math.max(1, categories.length));
  return Math.max(0, (widest - page.width * half) / (1 - half));
}

function Names({ data, layout, names }: PartsProps & { names: readonly string[] }) {
  const { isRtl, middleOf, yOf, plot } = layout;
  const x = middleOf(data.categories.length - 1);
  const direction = isRtl ? -1 : 1;
  const ends = data.series.flatMap((one, at) => {
    const value = lastOf(one);
    return value === null ? [] : [{ ...one, text: names[at] ?? '', y: yOf(value) }];
  });
  const places = spread(
    ends.map(({ y }) => y),
    plot.y + plot.height,
  );
  return (
    <g className={classes.plot}>
      {ends.map(({ id, tone, text }, at) => (
        <g key={id}>
          <circle cx={x + 8 * direction} cy={places[at]} r={3} fill={toneColor(tone)} />
          <text x={x + gap * direction} y={(places[at] ?? 0) + 4} className={classes.onLines}>
            {text}
          </text>
        </g>
      ))}
    </g>
  );
}

const lastOf = ({ values }: ChartSeries): number | null =>
  values.findLast((value) => value !== null) ?? null;

/** Moves heights apart until no two names overlap; the lowest name stays above the floor. */
function spread(heights: readonly number[], floor: number): readonly number[] {
  const order = heights
    .map((_, at) => at)
    .toSorted((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  const moved = [...heights];
  let limit = -Infinity;
  for (const at of order) {
    moved[at] = Math.max(moved[at] ?? 0, limit);
    limit = (moved[at] ?? 0) + nameHeight;
  }
  limit = floor;
  for (const at of order.toReversed()) {
    moved[at] = Math.min(moved[at] ?? 0, limit);
    limit = (moved[at] ?? 0) - nameHeight;
  }
  return moved;
}

import { Stack } from '@visx/shape';
import { Chart } from './Chart.tsx';
import type { ChartProps } from './Chart.tsx';
import { addsUp, spellTick, toneColor } from './chart-data.ts';
import type { ChartData } from './chart-data.ts';
import { tipLevel, type Drawing, type DrawingPage } from './chart-drawing.ts';
import { fitText } from './fit-text.ts';
import { extremesOf, scaleOf } from './plot-layout.ts';
import { seriesLegend } from './upright.tsx';
import classes from './Chart.module.css';

/** Bars below each other, for categories with long names; series are stacked. */
export function HorizontalChart(props: ChartProps) {
  return <Chart {...props} drawing={horizontal} />;
}

const horizontal: Drawing = {
  draw: (data, page) => {
    const rows = layOutRows(data, page);
    return {
      picture: (at) => <Rows data={data} rows={rows} at={at} />,
      categoryAt: rows.rowAt,
      tipAt: (at) => ({
        along: 50,
        level: tipLevel({
          from: rows.topOf(at),
          to: rows.topOf(at) + rows.step,
          height: page.height,
        }),
      }),
    };
  },
  legend: seriesLegend,
  startsAt: 'first',
  isList: true,
};

const footRoom = 24;
const thickestBar = 20;
const barShare = 0.62;
/** Maximum share of the width for the names. */
const nameShare = 0.38;

type Rows = ReturnType<typeof layOutRows>;

function layOutRows({ categories, series, unit }: ChartData, page: DrawingPage) {
  const { width, height, isRtl, measure, format } = page;
  const { range, ticks } = scaleOf(extremesOf(categories.length, series));
  const [low, high] = range;
  const widest = Math.max(0, ...categories.map(({ label }) => measure(label)));
  const nameRoom = Math.min(widest, width * nameShare);
  const texts = ticks
    .filter((tick) => !addsUp(unit) || Number.isInteger(tick))
    .map((value) => ({ value, text: spellTick(value, unit, format) }));
  // Half of the last axis label is outside the plot.
  const endRoom = measure(texts.at(-1)?.text ?? '') / 2 + 2;
  const plot = {
    start: nameRoom + 12,
    width: Math.max(0, width - nameRoom - 12 - endRoom),
    height: Math.max(0, height - footRoom),
  };
  const step = plot.height / Math.max(1, categories.length);
  const xOf = (value: number) => {
    const along = plot.start + ((value - low) / (high - low)) * plot.width;
    return isRtl ? width - along : along;
  };
  return {
    width,
    step,
    isRtl,
    xOf,
    height: plot.height,
    barHeight: Math.max(1, Math.min(thickestBar, step * barShare)),
    topOf: (at: number) => at * step,
    ticks: texts.map((tick) => ({ ...tick, x: xOf(tick.value) })),
    names: categories.map(({ label }) => fitText(label, nameRoom, measure)),
    rowAt: (_: number, y: number) =>
      y >= 0 && y < plot.height ? Math.floor(y / Math.max(step, 1)) : null,
  };
}

function Rows({ data, rows, at }: { data: ChartData; rows: Rows; at: number | null }) {
  const { width, height, step, isRtl, ticks, names, topOf } = rows;
  return (
    <g className={classes.plot}>
      {at !== null && (
        <rect x={0} y={topOf(at)} width={width} height={step} className={classes.shade} />
      )}
      {ticks.map(({ value, x, text }) => {
        const sharp = Math.round(x) + 0.5;
        const look = value === 0 ? classes.zeroLine : classes.gridLine;
        return (
          <g key={value}>
            <line x1={sharp} x2={sharp} y1={0} y2={height} className={look} />
            <text x={x} y={height + 18} textAnchor="middle">
              {text}
            </text>
          </g>
        );
      })}
      <Bars data={data} rows={rows} />
      {names.map((name, row) => (
        <text key={data.categories[row]?.id} x={isRtl ? width : 0} y={topOf(row) + step / 2 + 4}>
          {name}
        </text>
      ))}
    </g>
  );
}

function Bars({ data: { categories, series }, rows }: { data: ChartData; rows: Rows }) {
  const { xOf, topOf, step, barHeight } = rows;
  const stacked = series.filter(({ kind }) => kind === 'bar');
  return (
    <Stack
      data={categories.map((_, at) => at)}
      keys={stacked.map((_, part) => part)}
      value={(at, part) => stacked[part]?.values[at] ?? 0}
      offset="diverging"
    >
      {({ stacks }) =>
        stacks.map((bars, part) =>
          bars.map(([foot, top], at) => {
            const [from, to] = [xOf(foot), xOf(top)].toSorted((one, other) => one - other);
            const length = (to ?? 0) - (from ?? 0);
            if (length <= 0) return null;
            return (
              <rect
                key={`${part} ${at}`}
                x={from}
                y={topOf(at) + (step - barHeight) / 2}
                width={Math.max(1, length - (stacked.length > 1 && length > 3 ? 1 : 0))}
                height={barHeight}
                rx={Math.min(2, length / 2)}
                fill={toneColor(categories[at]?.tone ?? stacked[part]?.tone ?? 1)}
              />
            );
          }),
        )
      }
    </Stack>
  );
}

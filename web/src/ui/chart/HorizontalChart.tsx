import { Stack } from '@visx/shape';
import { Chart } from './Chart.tsx';
import type { ChartProps } from './Chart.tsx';
import { spellFigure, spellTick, toneColor } from './chart-data.ts';
import type { ChartData } from './chart-data.ts';
import { tipLevel, type Drawing, type DrawingPage } from './chart-drawing.ts';
import { fitText } from './fit-text.ts';
import { extremesOf } from './plot-layout.ts';
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

const thickestBar = 20;
const barShare = 0.62;
/**
 * Maximum shares of the width. Wider names are shortened; if one amount is wider, all amounts are
 * written in their short form.
 */
const nameShare = 0.38;
const amountShare = 0.26;
/** Between a bar and its amount, in pixels. */
const gap = 8;

type Rows = ReturnType<typeof layOutRows>;

function layOutRows(data: ChartData, page: DrawingPage) {
  const { categories, series, unit } = data;
  const { width, height, isRtl, measure, format } = page;
  const [low, high] = extremesOf(categories.length, series);
  const widest = Math.max(0, ...categories.map(({ label }) => measure(label)));
  const nameRoom = Math.min(widest, width * nameShare);
  const sums = categories.map((_, at) =>
    series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  );
  const full = sums.map((sum) => spellPlain(sum, unit, format));
  const isWide = Math.max(0, ...full.map(measure)) <= width * amountShare;
  const amounts = isWide ? full : sums.map((sum) => spellTick(sum, unit, format));
  const plot = {
    start: nameRoom + 12,
    width: Math.max(0, width - nameRoom - 12 - gap - Math.max(0, ...amounts.map(measure))),
  };
  const step = height / Math.max(1, categories.length);
  const xOf = (value: number) => {
    const along = plot.start + ((value - low) / (high - low)) * plot.width;
    return isRtl ? width - along : along;
  };
  return {
    width,
    height,
    step,
    isRtl,
    xOf,
    barHeight: Math.max(1, Math.min(thickestBar, step * barShare)),
    topOf: (at: number) => at * step,
    amounts: amounts.map((text, at) => ({
      text,
      x: xOf(aboveZero(series, at)) + (isRtl ? -gap : gap),
    })),
    names: categories.map(({ label }) => fitText(label, nameRoom, measure)),
    rowAt: (_: number, y: number) =>
      y >= 0 && y < height ? Math.floor(y / Math.max(step, 1)) : null,
  };
}

/** Formats a value without its currency, which the legend or the panel names. */
const spellPlain = (value: number, unit: ChartData['unit'], format: DrawingPage['format']) =>
  unit.kind === 'money'
    ? format.money(Math.round(value), unit.currency)
    : spellFigure(value, unit, format);

/** Returns where a row's bar ends: the sum of its positive values. */
const aboveZero = (series: ChartData['series'], at: number): number =>
  series.reduce((sum, { values }) => sum + Math.max(0, values[at] ?? 0), 0);

function Rows({ data, rows, at }: { data: ChartData; rows: Rows; at: number | null }) {
  const { width, height, step, isRtl, xOf, amounts, names, topOf } = rows;
  const zero = Math.round(xOf(0)) + 0.5;
  return (
    <g className={classes.plot}>
      {at !== null && (
        <rect x={0} y={topOf(at)} width={width} height={step} className={classes.shade} />
      )}
      <line x1={zero} x2={zero} y1={0} y2={height} className={classes.zeroLine} />
      <Bars data={data} rows={rows} />
      {names.map((name, row) => (
        <g key={data.categories[row]?.id}>
          <text x={isRtl ? width : 0} y={topOf(row) + step / 2 + 4}>
            {name}
          </text>
          <text x={amounts[row]?.x} y={topOf(row) + step / 2 + 4} className={classes.amount}>
            {amounts[row]?.text}
          </text>
        </g>
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

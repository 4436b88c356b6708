import { useMemo } from 'react';
import { nice, ticks as ticksBetween } from '@visx/vendor/d3-array';
import { Chart } from './Chart.tsx';
import type { ChartProps } from './Chart.tsx';
import { addsUp, spellTick, toneColor } from './chart-data.ts';
import type { ChartData } from './chart-data.ts';
import { tipLevel, type Drawing, type DrawingPage } from './chart-drawing.ts';
import classes from './Chart.module.css';

/**
 * Two measures of each category: a point per category. The first series is the distance from the
 * start, the second the height; each may have a unit of its own.
 */
export function ScatterChart(props: ChartProps) {
  const { data } = props;
  const ordered = useMemo(() => inOrder(data), [data]);
  return <Chart {...props} data={ordered} drawing={scatter} />;
}

const scatter: Drawing = {
  draw: (data, page) => {
    const field = layOutField(data, page);
    return {
      picture: (at) => <Field data={data} field={field} at={at} />,
      categoryAt: field.pointAt,
      tipAt: (at) => {
        const point = field.points[at];
        if (!point) return { along: 50 };
        const along = (page.isRtl ? page.width - point.x : point.x) / page.width;
        const level = tipLevel({ from: point.y, to: point.y, height: page.height });
        return { along: along * 100, level };
      },
    };
  },
  legend: ({ categories, series }, categoryTitle) => [
    {
      id: 'points',
      name: categoryTitle,
      kind: 'dot',
      tone: series[0]?.tone ?? 1,
      figure: categories.length,
    },
  ],
  startsAt: 'first',
};

/** Sorts the points by their first value, so that an arrow key moves to a neighbour. */
function inOrder(data: ChartData): ChartData {
  const along = data.series[0]?.values ?? [];
  const order = data.categories
    .map((_, at) => at)
    .toSorted((one, other) => (along[one] ?? Infinity) - (along[other] ?? Infinity) || one - other);
  return {
    ...data,
    categories: order.flatMap((at) => data.categories[at] ?? []),
    series: data.series.map((series) => ({
      ...series,
      values: order.map((at) => series.values[at] ?? null),
    })),
  };
}

const mostTicks = 4;
const topRoom = 26;
const footRoom = 44;
/** Maximum distance in pixels at which the pointer selects a point. */
const reach = 24;

type Field = ReturnType<typeof layOutField>;

function layOutField({ categories, series, unit }: ChartData, page: DrawingPage) {
  const { width, height, isRtl, measure, format } = page;
  const [along, up] = series;
  const scaleOf = (one: ChartData['series'][number] | undefined) => {
    const own = one?.unit ?? unit;
    const [low, high] = nice(...spanOf(one?.values ?? []), mostTicks - 1);
    const ticks = ticksBetween(low, high, mostTicks - 1)
      .filter((tick) => !addsUp(own) || Number.isInteger(tick))
      .map((value) => ({
        share: (value - low) / (high - low),
        text: spellTick(value, own, format),
      }));
    return { ticks, shareOf: (value: number) => (value - low) / (high - low) };
  };
  const [across, tall] = [scaleOf(along), scaleOf(up)];
  const axisRoom = Math.max(0, ...tall.ticks.map(({ text }) => measure(text))) + 10;
  // Half of the last axis label is outside the plot.
  const endRoom = Math.max(8, measure(across.ticks.at(-1)?.text ?? '') / 2);
  const plot = {
    x: isRtl ? endRoom : axisRoom,
    y: topRoom,
    width: Math.max(0, width - axisRoom - endRoom),
    height: Math.max(0, height - topRoom - footRoom),
  };
  const xOf = (share: number) => plot.x + (isRtl ? 1 - share : share) * plot.width;
  const yOf = (share: number) => plot.y + (1 - share) * plot.height;
  const points = categories.map((_, at) => {
    const [x, y] = [along?.values[at] ?? null, up?.values[at] ?? null];
    return x === null || y === null ? null : { x: xOf(across.shareOf(x)), y: yOf(tall.shareOf(y)) };
  });
  const pointAt = (x: number, y: number) => {
    const distances = points.map((point) => (point ? Math.hypot(point.x - x, point.y - y) : reach));
    const nearest = Math.min(...distances);
    return nearest < reach ? distances.indexOf(nearest) : null;
  };
  return { plot, isRtl, across, tall, xOf, yOf, points, pointAt, width };
}

/**
 * Returns the lowest and the highest value. If they are equal, zero gets space above it, and any
 * other value gets space on both sides.
 */
function spanOf(values: readonly (number | null)[]): [number, number] {
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  if (known.length === 0) return [0, 1];
  if (low !== high) return [low, high];
  return low === 0 ? [0, 1] : [Math.min(0, 2 * low), Math.max(0, 2 * low)];
}

function Field({ data, field, at }: { data: ChartData; field: Field; at: number | null }) {
  const { plot, isRtl, across, tall, xOf, yOf, points, width } = field;
  const [along, up] = data.series;
  const [start, end] = isRtl ? [width, plot.x] : [0, plot.x + plot.width];
  const foot = plot.y + plot.height;
  const chosen = at === null ? null : (points[at] ?? null);
  return (
    <g className={classes.plot}>
      {tall.ticks.map(({ share, text }) => {
        const y = Math.round(yOf(share)) + 0.5;
        const x = isRtl ? plot.x + plot.width + 8 : plot.x - 8;
        return (
          <g key={share}>
            <line
              x1={plot.x}
              x2={plot.x + plot.width}
              y1={y}
              y2={y}
              className={share === 0 ? classes.zeroLine : classes.gridLine}
            />
            <text x={x} y={y + 4} textAnchor="end">
              {text}
            </text>
          </g>
        );
      })}
      {across.ticks.map(({ share, text }) => (
        <text key={share} x={xOf(share)} y={foot + 18} textAnchor="middle">
          {text}
        </text>
      ))}
      <text x={start} y={12}>
        {up?.name}
      </text>
      <text x={end} y={foot + 38} textAnchor="end">
        {along?.name}
      </text>
      {chosen && (
        <line x1={chosen.x} x2={chosen.x} y1={chosen.y} y2={foot} className={classes.zeroLine} />
      )}
      {points.map((point, one) => {
        const category = data.categories[one];
        const color = toneColor(category?.tone ?? along?.tone ?? 1);
        return point ? (
          <circle
            key={category?.id}
            cx={point.x}
            cy={point.y}
            r={one === at ? 7 : 5}
            fill={color}
            opacity={at === null || one === at ? 0.85 : 0.45}
            stroke="var(--paper)"
          />
        ) : null;
      })}
    </g>
  );
}

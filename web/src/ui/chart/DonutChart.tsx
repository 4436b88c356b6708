import { Chart } from './Chart.tsx';
import type { ChartProps } from './Chart.tsx';
import { addsUp, spellFigure, toneColor } from './chart-data.ts';
import type { ChartCategory, ChartData, ChartTone } from './chart-data.ts';
import type { Drawing, DrawingPage } from './chart-drawing.ts';
import { fitText } from './fit-text.ts';
import classes from './Chart.module.css';

/** One whole and its parts. The ring starts at the top and follows the reading direction. */
export function DonutChart(props: ChartProps) {
  return <Chart {...props} drawing={donut} />;
}

const thickness = 0.36;
/** Space for the selected part, which is drawn larger. */
const margin = 6;

const donut: Drawing = {
  draw: (data, page) => {
    const ring = layOutRing(data, page);
    const percentOf = (at: number) => page.format.percent((ring.shareOf(at) ?? 0) * 100, 1);
    return {
      picture: (at) => <Ring data={data} page={page} ring={ring} at={at} percentOf={percentOf} />,
      categoryAt: ring.partAt,
      // The middle of the ring shows the figures.
      tipAt: () => null,
      noteAt: (at) => (ring.shareOf(at) === null ? null : percentOf(at)),
    };
  },
  legend: ({ categories, series }) =>
    categories.map((category, at) => {
      const value = series[0]?.values[at] ?? null;
      const { id, label } = category;
      return { id, name: label, kind: 'bar', tone: toneOf(category, at), figure: value };
    }),
  startsAt: 'first',
  isList: true,
};

const tones = [1, 3, 4, 5, 2, 6] as const;

function toneOf({ tone }: ChartCategory, at: number): ChartTone {
  return tone ?? tones[at % tones.length] ?? 6;
}

type Ring = ReturnType<typeof layOutRing>;

/**
 * Calculates the layout of the ring. Negative parts count as zero, because a ring cannot show them.
 */
function layOutRing({ categories, series }: ChartData, page: DrawingPage) {
  const { width, height, isRtl } = page;
  const values = categories.map((_, at) => Math.max(0, series[0]?.values[at] ?? 0));
  const total = values.reduce((sum, value) => sum + value, 0);
  const outer = Math.max(0, Math.min(width, height) / 2 - margin);
  const inner = outer * (1 - thickness);
  const middle = { x: width / 2, y: height / 2 };
  const shareOf = (at: number) =>
    total > 0 && (series[0]?.values[at] ?? null) !== null ? (values[at] ?? 0) / total : null;
  const partAt = (x: number, y: number) => {
    const [right, down] = [x - middle.x, y - middle.y];
    const distance = Math.hypot(right, down);
    if (total === 0 || distance < inner || distance > outer + margin) return null;
    const turn = (Math.atan2(right * (isRtl ? -1 : 1), -down) / (2 * Math.PI) + 1) % 1;
    let end = 0;
    const found = values.findIndex((value) => (end += value / total) > turn);
    return found === -1 ? null : found;
  };
  return { values, total, outer, inner, middle, isRtl, shareOf, partAt };
}

type RingProps = {
  data: ChartData;
  page: DrawingPage;
  ring: Ring;
  at: number | null;
  percentOf: (at: number) => string;
};

function Ring({ data, page, ring, at, percentOf }: RingProps) {
  const { values, total, outer } = ring;
  // Parts of zero are left out: the edges of an arc without an angle would look like a gap.
  const parts = values.flatMap((value, part) => {
    const category = data.categories[part];
    const before = values.slice(0, part).reduce((sum, one) => sum + one, 0);
    return value > 0 && category
      ? [{ category, part, from: before / total, to: (before + value) / total }]
      : [];
  });
  return (
    <g className={classes.plot}>
      {parts.map(({ category, part, from, to }) => (
        <path
          key={category.id}
          d={arcPath(ring, { from, to, outer: outer + (part === at ? margin - 2 : 0) })}
          fill={toneColor(toneOf(category, part))}
          stroke="var(--paper)"
          strokeWidth={parts.length > 1 ? 2 : 0}
        />
      ))}
      <Middle data={data} page={page} ring={ring} at={at} percentOf={percentOf} />
    </g>
  );
}

/**
 * Returns the path of a part of the ring between two shares of a turn. Each edge consists of two
 * arcs, because one arc cannot end where it starts. The path is calculated here, because the arcs
 * of d3 would be loaded with every other chart.
 */
function arcPath(
  { middle, inner, isRtl }: Ring,
  { from, to, outer }: { from: number; to: number; outer: number },
): string {
  const point = (turn: number, radius: number) => {
    const angle = turn * 2 * Math.PI * (isRtl ? -1 : 1);
    const [x, y] = [middle.x + Math.sin(angle) * radius, middle.y - Math.cos(angle) * radius];
    return `${x.toFixed(2)} ${y.toFixed(2)}`;
  };
  const half = (from + to) / 2;
  const arc = (turn: number, radius: number, isForward: boolean) =>
    `A${radius} ${radius} 0 0 ${isForward === isRtl ? 0 : 1} ${point(turn, radius)}`;
  return [
    `M${point(from, outer)}`,
    arc(half, outer, true),
    arc(to, outer, true),
    `L${point(to, inner)}`,
    arc(half, inner, false),
    arc(from, inner, false),
    'Z',
  ].join('');
}

/** The total, or the figure of the selected part. */
function Middle({ data: { categories, series, unit }, page, ring, at, percentOf }: RingProps) {
  const { middle, inner, total } = ring;
  const fit = (text: string, share: number) => fitText(text, inner * share, page.measure);
  const figure = at === null ? total : (series[0]?.values[at] ?? null);
  const lines =
    at === null
      ? [addsUp(unit) ? (series[0]?.name ?? '') : '', '']
      : [categories[at]?.label ?? '', ring.shareOf(at) === null ? '' : percentOf(at)];
  const isKnown = figure !== null && (at !== null || addsUp(unit));
  return (
    <>
      <text x={middle.x} y={middle.y - (lines[1] ? 14 : 6)} textAnchor="middle">
        {fit(lines[0] ?? '', 1.6)}
      </text>
      <text
        x={middle.x}
        y={middle.y + (lines[1] ? 5 : 14)}
        textAnchor="middle"
        className={classes.whole}
      >
        {isKnown ? fit(spellFigure(figure, unit, page.format), 1.75) : ''}
      </text>
      <text x={middle.x} y={middle.y + 24} textAnchor="middle">
        {lines[1]}
      </text>
    </>
  );
}

import { nice } from '@visx/vendor/d3-array';
import { Chart } from './Chart.tsx';
import type { ChartProps } from './Chart.tsx';
import { spellTick, toneColor } from './chart-data.ts';
import type { ChartData, ChartSeries } from './chart-data.ts';
import type { Drawing, DrawingPage } from './chart-drawing.ts';
import { fitText } from './fit-text.ts';
import { seriesLegend } from './upright.tsx';
import classes from './Chart.module.css';

/**
 * Compares a few subjects by the same measures: a spoke per category, and a line around the centre
 * per series.
 */
export function RadarChart(props: ChartProps) {
  return <Chart {...props} drawing={radar} />;
}

const radar: Drawing = {
  draw: (data, page) => {
    const web = layOutWeb(data, page);
    return {
      picture: (at) => <Web data={data} web={web} at={at} />,
      categoryAt: web.spokeAt,
      // The tooltip is outside the web, on the side of the spoke.
      tipAt: (at) => {
        const isAfter = web.pointOf(at, 1).x >= web.middle.x !== page.isRtl;
        const edge = web.radius * (isAfter ? 1 : -1);
        return { along: 50 + (edge / page.width) * 100, isAfter };
      },
    };
  },
  legend: seriesLegend,
  startsAt: 'first',
};

const lineHeight = 15;
const labelGap = 8;
const mostRings = 4;
const leastRadius = 48;
/** Space above and below the web for a name of two lines. */
const labelRoom = 2 * lineHeight + labelGap;

type Web = ReturnType<typeof layOutWeb>;

/** Calculates the layout: the first spoke points up, and the others follow in reading direction. */
function layOutWeb({ categories, series, unit }: ChartData, page: DrawingPage) {
  const { width, height, isRtl, measure, format } = page;
  const count = categories.length;
  const top = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const [, high] = nice(0, top || 1, mostRings);
  const names = categories.map(({ label, shortLabel = label }) =>
    inLines(shortLabel, width / 4, measure),
  );
  const angles = names.map((_, at) => ((isRtl ? -1 : 1) * at * 2 * Math.PI) / count);
  const lowest = Math.max(0, ...angles.map((angle) => -Math.cos(angle)));
  const radius = Math.max(
    leastRadius,
    Math.min(
      (height - 2 * labelRoom) / (1 + lowest),
      ...names.map((lines, at) => {
        const room = width / 2 - Math.max(...lines.map(measure)) - labelGap;
        return room / Math.max(0.1, Math.abs(Math.sin(angles[at] ?? 0)));
      }),
    ),
  );
  const middle = { x: width / 2, y: (height + radius * (1 - lowest)) / 2 };
  const pointOf = (at: number, share: number) => ({
    x: middle.x + Math.sin(angles[at] ?? 0) * radius * share,
    y: middle.y - Math.cos(angles[at] ?? 0) * radius * share,
  });
  return {
    middle,
    radius,
    count,
    isRtl,
    pointOf,
    shareOf: (value: number) => Math.max(0, value) / high,
    rings: ringsOf(high).map((value) => ({
      share: value / high,
      text: spellTick(value, unit, format),
    })),
    labels: names.map((lines, at) =>
      labelOf(lines, pointOf(at, 1), { middle, width, isRtl, measure }),
    ),
    spokeAt: (x: number, y: number) => {
      const [right, down] = [x - middle.x, y - middle.y];
      if (count === 0 || Math.hypot(right, down) > radius + labelRoom) return null;
      const turn = Math.atan2(right * (isRtl ? -1 : 1), -down) / (2 * Math.PI);
      return (Math.round(turn * count) + count) % count;
    },
  };
}

/** Returns a name in one line or, if it is too wide, in two lines of similar length. */
function inLines(name: string, width: number, measure: DrawingPage['measure']): readonly string[] {
  const words = name.split(' ');
  if (measure(name) <= width || words.length === 1) return [name];
  const splits = words.slice(1).map((_, at) => {
    const lines = [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')];
    return { lines, width: Math.max(...lines.map(measure)) };
  });
  return splits.reduce((best, one) => (one.width < best.width ? one : best)).lines;
}

/**
 * Returns the values of the rings. There are four, three or two rings, the most at which the
 * distance between rings has at most two significant digits, otherwise one ring. For a highest
 * value of 100 the rings are 25, 50, 75 and 100; for 50 they are 25 and 50.
 */
function ringsOf(high: number): readonly number[] {
  const isRound = (value: number) => Number(value.toPrecision(2)) === value;
  const count = [mostRings, 3, 2].find((rings) => isRound(high / rings)) ?? 1;
  return Array.from({ length: count }, (_, ring) => ((ring + 1) * high) / count);
}

type Point = { x: number; y: number };
type LabelRoom = { middle: Point } & Pick<DrawingPage, 'width' | 'isRtl' | 'measure'>;

/**
 * Places the lines of a name outside the end of its spoke, and shortens them if they would leave
 * the picture.
 */
function labelOf(lines: readonly string[], end: Point, room: LabelRoom) {
  const { middle, width, isRtl, measure } = room;
  const isAbove = end.y < middle.y - 1;
  const isCentred = Math.abs(end.x - middle.x) < 1;
  const isRight = end.x > middle.x;
  const rise = (lines.length - 1) * lineHeight;
  // `start` is the inline start, which is at the right of an Arabic text.
  const side = isRight === isRtl ? ('end' as const) : ('start' as const);
  const x = isCentred ? end.x : end.x + (isRight ? labelGap : -labelGap);
  const first = isCentred
    ? isAbove
      ? end.y - labelGap - rise
      : end.y + lineHeight + 1
    : end.y + 4 - rise / 2;
  return {
    anchor: isCentred ? ('middle' as const) : side,
    lines: lines.map((line, at) => ({
      x,
      y: first + at * lineHeight,
      text: fitText(line, isCentred ? width : isRight ? width - x : x, measure),
    })),
  };
}

function Web({ data, web, at }: { data: ChartData; web: Web; at: number | null }) {
  const { count, rings, labels, pointOf, middle, radius, isRtl } = web;
  const spokes = Array.from({ length: count }, (_, spoke) => spoke);
  // If rings are close, only every second one has a figure, because the figures would touch.
  const every = radius / rings.length < 26 ? 2 : 1;
  const ringOf = (share: number) =>
    `${spokes.map((spoke, step) => `${step ? 'L' : 'M'}${place(pointOf(spoke, share))}`).join('')}Z`;
  return (
    <g className={classes.plot}>
      {rings.map(({ share }) => (
        <path key={share} d={ringOf(share)} fill="none" className={classes.gridLine} />
      ))}
      {spokes.map((spoke) => {
        const { x, y } = pointOf(spoke, 1);
        const look = spoke === at ? classes.zeroLine : classes.gridLine;
        return <line key={spoke} x1={middle.x} y1={middle.y} x2={x} y2={y} className={look} />;
      })}
      {data.series.map((series) => (
        <Around key={series.id} series={series} web={web} at={at} />
      ))}
      {rings.map(({ share, text }, ring) =>
        (rings.length - 1 - ring) % every === 0 ? (
          <text
            key={share}
            x={middle.x + (isRtl ? 4 : -4)}
            y={pointOf(0, share).y + 13}
            textAnchor="end"
            className={classes.onLines}
          >
            {text}
          </text>
        ) : null,
      )}
      {labels.map(({ anchor, lines }, spoke) =>
        lines.map(({ x, y, text }) => (
          <text key={`${spoke} ${y}`} x={x} y={y} textAnchor={anchor}>
            {text}
          </text>
        )),
      )}
    </g>
  );
}

type AroundProps = { series: ChartSeries; web: Web; at: number | null };

/** The line of a series. At a missing value the line is interrupted, and its area is not filled. */
function Around({ series: { values, tone }, web: { count, pointOf, shareOf }, at }: AroundProps) {
  const known = Array.from({ length: count }, (_, spoke) => values[spoke] ?? null);
  const points = known.map((value, spoke) =>
    value === null ? null : pointOf(spoke, shareOf(value)),
  );
  const isWhole = count > 2 && points.every((point) => point !== null);
  const sides = points.flatMap((from, spoke) => {
    const to = points[(spoke + 1) % count];
    return from && to ? [`M${place(from)}L${place(to)}`] : [];
  });
  const around = points.flatMap((point) => (point ? [place(point)] : []));
  const color = toneColor(tone);
  return (
    <>
      {isWhole && <path d={`M${around.join('L')}Z`} fill={color} opacity={0.12} />}
      <path
        d={sides.join('')}
        fill="none"
        stroke={color}
        strokeWidth={tone === 'former' ? 1.5 : 2}
        strokeLinecap="round"
      />
      {points.map((point, spoke) =>
        point ? (
          <circle
            key={spoke}
            cx={point.x}
            cy={point.y}
            r={spoke === at ? 4.5 : 2.5}
            fill={color}
            stroke="var(--paper)"
          />
        ) : null,
      )}
    </>
  );
}

function place({ x, y }: Point): string {
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
}

import { Chart } from './Chart.tsx';
import type { ChartProps } from './Chart.tsx';
import { spellTick, toneColor } from './chart-data.ts';
import type { ChartData, ChartSeries } from './chart-data.ts';
import type { Drawing, DrawingPage } from './chart-drawing.ts';
import { fitText } from './fit-text.ts';
import { layOutPlot, type PlotLayout } from './plot-layout.ts';
import { upright } from './upright.tsx';
import classes from './Chart.module.css';

/** Lines with their names at their ends; a narrow chart shows a legend instead. */
export function LinesChart(props: ChartProps) {
  return <Chart {...props} drawing={lines} />;
}

const lines: Drawing = {
  ...upright,
  draw: (data, page) => {
    if (page.width < least) return upright.draw(data, page);
    const longest = page.width * nameShare;
    const names = data.series.map(({ name }) => fitText(name, longest, page.measure));
    const room = roomFor(names, data, page);
    const inner = { ...page, width: page.width - room };
    const drawn = upright.draw(data, inner);
    const { format, ...plotted } = inner;
    const layout = layOutPlot(data, {
      ...plotted,
      spellTick: (value) => spellTick(value, data.unit, format),
    });
    // Right to left, the ends of the lines are on the left.
    const start = page.isRtl ? room : 0;
    return {
      ...drawn,
      picture: (at) => (
        <g transform={`translate(${start} 0)`}>
          {drawn.picture(at)}
          <Names data={data} layout={layout} names={names} />
        </g>
      ),
      categoryAt: (x, y) => drawn.categoryAt(x - start, y),
      tipAt: (at) => {
        const spot = drawn.tipAt(at);
        return spot && { ...spot, along: (spot.along * inner.width) / page.width };
      },
    };
  },
  namesItsSeries: true,
};

/** Width in pixels from which the lines are named; the style sheet hides the legend from there. */
const least = 560;
/** Maximum share of the width for the names. */
const nameShare = 0.24;
/** Space between the end of a line and its name, and height of a name, in pixels. */
const gap = 16;
const nameHeight = 16;

/**
 * Returns the space for the names in pixels. The last values are drawn in the middle of their
 * category, so half a category is part of it.
 */
function roomFor(names: readonly string[], { categories }: ChartData, page: DrawingPage): number {
  const widest = gap + Math.max(0, ...names.map(page.measure));
  const half = 1 / (2 * Math.max(1, categories.length));
  return Math.max(0, (widest - page.width * half) / (1 - half));
}

type NamesProps = { data: ChartData; layout: PlotLayout; names: readonly string[] };

function Names({ data: { categories, series }, layout, names }: NamesProps) {
  const { isRtl, middleOf, yOf, plot } = layout;
  const x = middleOf(categories.length - 1);
  const direction = isRtl ? -1 : 1;
  const ends = series.flatMap((one, at) => {
    const value = lastOf(one);
    return value === null ? [] : [{ ...one, text: names[at] ?? '', y: yOf(value) }];
  });
  const places = spread(
    ends.map(({ y }) => y),
    plot.y + plot.height,
  );
  return ends.map(({ id, tone, text }, at) => (
    <g key={id}>
      <circle cx={x + 8 * direction} cy={places[at]} r={3} fill={toneColor(tone)} />
      <text x={x + gap * direction} y={(places[at] ?? 0) + 4} className={classes.onLines}>
        {text}
      </text>
    </g>
  ));
}

const lastOf = ({ values }: ChartSeries): number | null =>
  values.findLast((value) => value !== null) ?? null;

/** Moves heights apart until no two names overlap; the lowest name stays above the floor. */
export function spread(heights: readonly number[], floor: number): readonly number[] {
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

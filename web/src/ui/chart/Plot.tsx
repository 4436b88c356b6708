import { AreaStack, LinePath, Stack } from '@visx/shape';
import { memo, useId } from 'react';
import { toneColor } from './chart-data.ts';
import type { ChartData, ChartSeries } from './chart-data.ts';
import { runsAsHigh, type PlotLayout } from './plot-layout.ts';
import classes from './Chart.module.css';

type PlotProps = { data: ChartData; layout: PlotLayout };

/** What is drawn of a chart: axis, areas, bars and lines. It stands in an `svg` of the layout's size. */
export const Plot = memo(function Plot({ data, layout }: PlotProps) {
  return (
    <g className={classes.plot}>
      <Axis layout={layout} />
      <Areas data={data} layout={layout} />
      <Bars data={data} layout={layout} />
      {data.series
        .filter(({ kind }) => kind === 'line')
        .map((series) => (
          <Line key={series.id} series={series} layout={layout} />
        ))}
      <Marks data={data} layout={layout} />
    </g>
  );
});

function Axis({ layout }: { layout: PlotLayout }) {
  const { plot, isRtl, ticks, labels, yOf } = layout;
  const across = { x1: plot.x, x2: plot.x + plot.width };
  // On the half pixel a line is one pixel wide, and not two of half its strength.
  const sharp = (y: number) => Math.round(y) + 0.5;
  return (
    <>
      {ticks.map(({ value, y, text }) => (
        <g key={value}>
          {value !== 0 && (
            <line {...across} y1={sharp(y)} y2={sharp(y)} className={classes.gridLine} />
          )}
          <text
            x={isRtl ? plot.x + plot.width + 8 : plot.x - 8}
            y={y + 4}
            // The end of the line of reading, on either side.
            textAnchor="end"
          >
            {text}
          </text>
        </g>
      ))}
      <line {...across} y1={sharp(yOf(0))} y2={sharp(yOf(0))} className={classes.zeroLine} />
      {labels.map(({ x, text }) => (
        <text key={x} x={x} y={plot.y + plot.height + 20} textAnchor="middle">
          {text}
        </text>
      ))}
    </>
  );
}

/** Hatching beside hue, by the place in the stack; what stands lowest is plain. */
const hatchings = [45, -45, 90] as const;

const hatchingAt = (id: string, level: number): string | null =>
  level > 0 ? `${id}${(level - 1) % hatchings.length}` : null;

function StackHatchings({ id }: { id: string }) {
  return hatchings.map((angle, at) => (
    <Hatching key={angle} id={id + at} angle={angle} width={1} color="var(--paper)" />
  ));
}

/** Where an area is less high than this it is too thin for hatching. */
const STRIP_PX = 8;

/** What is there from moment to moment, part on part, from the middle of one category to the next's. */
function Areas({ data, layout }: PlotProps) {
  const { areas, middleOf, yOf } = layout;
  const id = useId();
  if (areas.length === 0) return null;
  return (
    <>
      <defs>
        <StackHatchings id={id} />
      </defs>
      <AreaStack
        data={data.categories.map((_, at) => at)}
        keys={areas.map((_, part) => part)}
        value={(at, part) => areas[part]?.values[at] ?? 0}
        x={({ data: at }) => middleOf(at)}
        y0={([foot]) => yOf(foot)}
        y1={([, top]) => yOf(top)}
      >
        {({ stacks: parts, path }) =>
          parts.map((part, level) => {
            const shape = path(part) ?? '';
            // A strip that is hatched looks dashed, also where the area is higher further on.
            const heights = part.map(([foot, top]) => yOf(foot) - yOf(top));
            const hatch = hatchingAt(id, level);
            const hatched = hatch ? runsAsHigh(heights, STRIP_PX) : [];
            const tone = areas[level]?.tone ?? 1;
            return (
              <g key={part.key}>
                {/* Edged with the ground, as the parts of a bar have a hair of it between them. */}
                <path d={shape} fill={toneColor(tone)} stroke="var(--paper)" strokeWidth={1} />
                {hatched.map(({ from, to }) => (
                  <path
                    key={from}
                    d={path(part.slice(from, to + 1)) ?? ''}
                    fill={`url(#${hatch})`}
                  />
                ))}
              </g>
            );
          })
        }
      </AreaStack>
    </>
  );
}

function Bars({ data, layout }: PlotProps) {
  const { stack, middleOf, barWidth: width, yOf } = layout;
  const id = useId();
  const hatchOf = ({ level, isOpen }: (typeof stack)[number]) =>
    isOpen ? `${id}open` : hatchingAt(id, level);
  return (
    <>
      <defs>
        <StackHatchings id={id} />
        {/* Thin lines of the colour itself: the ground lies over most of it. */}
        <Hatching
          id={`${id}open`}
          angle={45}
          width={3}
          color="color-mix(in srgb, var(--paper) 82%, transparent)"
        />
      </defs>
      <Stack
        data={data.categories.map((_, at) => at)}
        keys={stack.map((_, part) => part)}
        value={(at, part) => stack[part]?.values[at] ?? 0}
        // What was taken back hangs below nought.
        offset="diverging"
      >
        {({ stacks }) => {
          const ends = endsOf(stacks);
          return stack.map((part, at) => {
            const bars = (stacks[at] ?? []).map(([foot, top], index) => ({
              x: middleOf(index) - width / 2,
              y: yOf(top),
              width,
              height: yOf(foot) - yOf(top),
              soft: softEnd(ends[index], foot, top),
              isRunning: data.categories[index]?.isRunning ?? false,
            }));
            return (
              <Part
                key={at}
                bars={bars.filter(({ height }) => height > 0)}
                fill={toneColor(part.tone)}
                hatch={hatchOf(part)}
              />
            );
          });
        }}
      </Stack>
    </>
  );
}

type Ends = { top: number; foot: number };

/** How high and how low each whole bar reaches. */
function endsOf(parts: readonly ArrayLike<ArrayLike<number>>[]): readonly Ends[] {
  return Array.from(parts[0] ?? [], (_, index) => ({
    top: Math.max(0, ...parts.map((part) => part[index]?.[1] ?? 0)),
    foot: Math.min(0, ...parts.map((part) => part[index]?.[0] ?? 0)),
  }));
}

/** Only the ends of a whole bar are soft: the highest and the lowest part that are there. */
function softEnd(ends: Ends | undefined, foot: number, top: number): Bar['soft'] {
  if (!ends) return null;
  if (ends.top > 0 && top === ends.top) return 'top';
  return ends.foot < 0 && foot === ends.foot ? 'bottom' : null;
}

type HatchingProps = { id: string; angle: number; width: number; color: string };

function Hatching({ id, angle, width, color }: HatchingProps) {
  const distance = 4.5;
  return (
    <pattern
      id={id}
      width={distance}
      height={distance}
      patternUnits="userSpaceOnUse"
      patternTransform={`rotate(${angle})`}
    >
      <rect width={width} height={distance} fill={color} />
    </pattern>
  );
}

type Bar = {
  x: number;
  y: number;
  width: number;
  height: number;
  soft: 'top' | 'bottom' | null;
  isRunning: boolean;
};

/** A part of all bars as one path: a year of days in five parts would be thousands of elements. */
function Part({ bars, fill, hatch }: { bars: readonly Bar[]; fill: string; hatch: string | null }) {
  return [false, true].map((running) => {
    const path = bars.filter(({ isRunning }) => isRunning === running).map(barPath);
    if (path.length === 0) return null;
    return (
      // What still grows is paler than what is done.
      <g key={String(running)} opacity={running ? 0.5 : undefined}>
        <path d={path.join('')} fill={fill} />
        {hatch && <path d={path.join('')} fill={`url(#${hatch})`} />}
      </g>
    );
  });
}

/** A hair of ground stays between the parts of a bar. */
function barPath({ x, y, width, height, soft }: Bar): string {
  const tall = Math.max(0.5, height - (height > 3 ? 1 : 0));
  const radius = Math.min(3, width / 2, tall);
  const top = soft === 'top' ? radius : 0;
  const foot = soft === 'bottom' ? radius : 0;
  return [
    `M${x} ${y + top}`,
    `a${top} ${top} 0 0 1 ${top} ${-top}`,
    `h${width - 2 * top}`,
    `a${top} ${top} 0 0 1 ${top} ${top}`,
    `V${y + tall - foot}`,
    `a${foot} ${foot} 0 0 1 ${-foot} ${foot}`,
    `h${2 * foot - width}`,
    `a${foot} ${foot} 0 0 1 ${-foot} ${-foot}z`,
  ].join('');
}

function Line({ series, layout }: { series: ChartSeries; layout: PlotLayout }) {
  const { values: known, tone } = series;
  const { middleOf, yOf } = layout;
  const has = (at: number) => (known[at] ?? null) !== null;
  const places = known.map((_, at) => at);
  const y = (at: number) => yOf(known[at] ?? 0);
  const width = tone === 'former' ? 1.5 : 2;
  const line = (stroke: string, strokeWidth: number) => (
    <LinePath
      data={places}
      x={middleOf}
      y={y}
      defined={has}
      stroke={stroke}
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  );
  return (
    <>
      {/* Edged with the ground, a line is told from the bars it crosses as from the paper. */}
      {line('var(--paper)', width + 2)}
      {line(toneColor(tone), width)}
      {/* A value with none beside it is no line: it is shown as a dot. */}
      {places
        .filter((at) => has(at) && !has(at - 1) && !has(at + 1))
        .map((at) => (
          <circle key={at} cx={middleOf(at)} cy={y(at)} r={3} fill={toneColor(tone)} />
        ))}
    </>
  );
}

function Marks({ data: { categories, divider }, layout }: PlotProps) {
  const { plot, isRtl, middleOf, barWidth: width, yOf } = layout;
  const dividing = layout.startOf(divider?.before ?? 0);
  return (
    <>
      {categories.map(({ id, isLate }, at) =>
        isLate ? (
          <rect
            key={id}
            x={middleOf(at) - width / 2}
            y={yOf(0) + 1}
            width={width}
            height={3}
            fill="var(--late)"
          />
        ) : null,
      )}
      {divider && (
        <>
          <line x1={dividing} x2={dividing} y1={0} y2={plot.y + plot.height} stroke="var(--ink)" />
          <text x={dividing + (isRtl ? -6 : 6)} y={10}>
            {divider.name}
          </text>
        </>
      )}
    </>
  );
}

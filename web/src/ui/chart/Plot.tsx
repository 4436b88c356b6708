import { memo, useId } from 'react';
import { toneColor } from './chart-data.ts';
import type { ChartCategory, ChartData, ChartSeries } from './chart-data.ts';
import { placeParts } from './plot-layout.ts';
import type { PartPlace, PlotLayout } from './plot-layout.ts';
import classes from './Chart.module.css';

type PlotProps = { data: ChartData; layout: PlotLayout };

/**
 * The contents of a chart: axis, areas, bars and lines. Its parent is an `svg` of the layout's
 * size.
 */
export const Plot = memo(function Plot({ data, layout }: PlotProps) {
  return (
    <g className={classes.plot}>
      <Axis layout={layout} />
      <Areas data={data} layout={layout} />
      <Bars data={data} layout={layout} />
      {data.series
        .filter(({ kind }) => kind === 'line')
        .map((series) => (
          <Line key={series.id} series={series} categories={data.categories} layout={layout} />
        ))}
      <Marks data={data} layout={layout} />
    </g>
  );
});

function Axis({ layout }: { layout: PlotLayout }) {
  const { plot, isRtl, ticks, labels, foot, yOf } = layout;
  const across = { x1: plot.x, x2: plot.x + plot.width };
  // On half a pixel, a line is one pixel wide; otherwise it is two pixels wide and blurred.
  const sharp = (y: number) => Math.round(y) + 0.5;
  return (
    <>
      {ticks.map(({ value, y, text }) => (
        <g key={value}>
          {value !== foot && (
            <line {...across} y1={sharp(y)} y2={sharp(y)} className={classes.gridLine} />
          )}
          <text
            x={isRtl ? plot.x + plot.width + 8 : plot.x - 8}
            y={y + 4}
            // `end` is the inline end in both directions.
            textAnchor="end"
          >
            {text}
          </text>
        </g>
      ))}
      <line {...across} y1={sharp(yOf(foot))} y2={sharp(yOf(foot))} className={classes.zeroLine} />
      {labels.map(({ x, text }) => (
        <text key={x} x={x} y={plot.y + plot.height + 20} textAnchor="middle">
          {text}
        </text>
      ))}
    </>
  );
}

/** Stacked areas; each value is drawn in the middle of its category. */
function Areas({ data, layout }: PlotProps) {
  const { areas, middleOf, yOf } = layout;
  let level = data.categories.map(() => 0);
  const edge = (values: readonly number[]) =>
    values.map((value, at) => `${middleOf(at)} ${yOf(value)}`);
  return areas.map(({ id, tone, values }) => {
    const foot = level;
    level = foot.map((value, at) => value + (values[at] ?? 0));
    return (
      // The path has an edge in the background colour, like the gap between the parts of a bar.
      <path
        key={id}
        d={`M${[...edge(level), ...edge(foot).toReversed()].join('L')}Z`}
        fill={toneColor(tone)}
        stroke="var(--paper)"
        strokeWidth={1}
      />
    );
  });
}

function Bars({ data, layout }: PlotProps) {
  const { stack, middleOf, barWidth: width, yOf } = layout;
  const id = useId();
  const places = placeParts(stack, { width, yOf });
  const tones = new Set(data.categories.map(({ tone }) => tone));
  return (
    <>
      <defs>
        {/* Only overdue parts are hatched: lines in the background colour cover the bar and leave
            thin lines of its colour. */}
        <Hatching
          id={`${id}open`}
          angle={45}
          width={3}
          color="color-mix(in srgb, var(--paper) 82%, transparent)"
        />
      </defs>
      {stack.flatMap((part, at) => {
        const bars = (places[at] ?? []).map((place, index) => ({
          ...place,
          x: middleOf(index) - width / 2,
          width,
          look: lookOf(data.categories[index], part.isOpen),
          tone: data.categories[index]?.tone,
        }));
        return [...tones].map((tone) => (
          <Part
            key={`${at} ${tone}`}
            bars={bars.filter((bar) => bar.height > 0 && bar.tone === tone)}
            fill={toneColor(tone ?? part.tone)}
            hatch={`${id}open`}
          />
        ));
      })}
    </>
  );
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

type Bar = PartPlace & { x: number; width: number; look: Look };

/**
 * The look of a part of a bar: paler while its period still runs; outlined if it is the uncompleted
 * part of a value, and hatched if that part is also late.
 */
type Look = 'full' | 'pale' | 'outlined' | 'hatched';

const looks: readonly Look[] = ['full', 'pale', 'outlined', 'hatched'];

function lookOf(category: ChartCategory | undefined, isOpen: boolean): Look {
  if (isOpen) return category?.isLate ? 'hatched' : 'outlined';
  return category?.isRunning ? 'pale' : 'full';
}

/**
 * Draws one part of all bars as one path per look: a year of days in five parts would otherwise be
 * thousands of elements.
 */
function Part({ bars, fill, hatch }: { bars: readonly Bar[]; fill: string; hatch: string }) {
  return looks.map((look) => {
    const path = bars.filter((bar) => bar.look === look).map(barPath);
    if (path.length === 0) return null;
    const d = path.join('');
    return (
      <g key={look} opacity={look === 'pale' ? 0.5 : undefined}>
        {look === 'outlined' ? (
          <path d={d} fill={fill} fillOpacity={0.18} stroke={fill} />
        ) : (
          <path d={d} fill={fill} />
        )}
        {look === 'hatched' && <path d={d} fill={`url(#${hatch})`} />}
      </g>
    );
  });
}

/**
 * Returns the SVG path of one part of a bar. A part higher than 3 pixels leaves a thin gap to the
 * part below.
 */
function barPath({ x, y, width, height, radius, depth, isFirst, isFoot }: Bar): string {
  const tall = Math.max(0.5, height - (height > 3 && !isFirst ? 1 : 0));
  const end = depth + tall;
  const inset = (at: number) =>
    at < radius ? radius - Math.sqrt(radius ** 2 - (radius - at) ** 2) : 0;
  const from = inset(depth);
  const to = inset(end);
  const shoulder = y + Math.max(0, Math.min(radius, end) - depth);
  const foot = isFoot ? Math.min(radius, tall) : 0;
  const arc = (round: number) => `A${round} ${round} 0 0 1`;
  return [
    `M${x + to} ${shoulder}`,
    `${arc(radius)} ${x + from} ${y}`,
    `H${x + width - from}`,
    `${arc(radius)} ${x + width - to} ${shoulder}`,
    `V${y + tall - foot}`,
    `${arc(foot)} ${x + width - to - foot} ${y + tall}`,
    `H${x + to + foot}`,
    `${arc(foot)} ${x + to} ${y + tall - foot}z`,
  ].join('');
}

type LineProps = Pick<ChartData, 'categories'> & { series: ChartSeries; layout: PlotLayout };

function Line({ series, categories, layout }: LineProps) {
  const { values: known, tone, isLimit } = series;
  const { middleOf, yOf } = layout;
  const has = (at: number) => (known[at] ?? null) !== null;
  // For a period that still runs, the previous period's figure covers only as many days as have
  // passed, so it is drawn as a dot: a line to it would look like a fall.
  const isJoined = (at: number) =>
    has(at) && !(tone === 'former' && categories[at]?.isRunning === true);
  const places = known.map((_, at) => at);
  const y = (at: number) => yOf(known[at] ?? 0);
  const thickness = isLimit ? 1 : tone === 'former' ? 1.5 : 2;
  const d = places
    .filter(isJoined)
    .map((at) => `${isJoined(at - 1) ? 'L' : 'M'}${middleOf(at)} ${y(at)}`)
    .join('');
  const line = (stroke: string, strokeWidth: number) => (
    <path
      d={d}
      fill="none"
      stroke={stroke}
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  );
  return (
    <>
      {/* An edge in the background colour keeps the line visible where it crosses bars. */}
      {line('var(--paper)', thickness + 1.5)}
      {line(toneColor(tone), thickness)}
      {/* A value without a line to its neighbours is drawn as a dot. */}
      {places
        .filter((at) => has(at) && !(isJoined(at) && (isJoined(at - 1) || isJoined(at + 1))))
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

import { PatternLines } from '@visx/pattern';
import { BarRounded, BarStack, LinePath } from '@visx/shape';
import { memo, useId } from 'react';
import { toneColor } from './chart-data.ts';
import type { ChartData, ChartSeries } from './chart-data.ts';
import type { PlotLayout } from './plot-layout.ts';
import classes from './Chart.module.css';

type PlotProps = { data: ChartData; layout: PlotLayout };

/** What is drawn of a chart: axis, bars and lines. It stands in an `svg` of the layout's size. */
export const Plot = memo(function Plot({ data, layout }: PlotProps) {
  return (
    <g className={classes.plot}>
      <Axis layout={layout} />
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
  const { plot, isRtl, ticks, labels, values } = layout;
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
      <line {...across} y1={sharp(values(0))} y2={sharp(values(0))} className={classes.zeroLine} />
      {labels.map(({ x, text }) => (
        <text key={x} x={x} y={plot.y + plot.height + 20} textAnchor="middle">
          {text}
        </text>
      ))}
    </>
  );
}

/** Hatching beside hue, by the place in the stack; what stands lowest is plain. */
const hatchings = ['diagonal', 'diagonalRightToLeft', 'horizontal'] as const;

function Bars({ data, layout }: PlotProps) {
  const { stack, places, values } = layout;
  const id = useId();
  const hatchOf = ({ level, isOpen }: (typeof stack)[number]) =>
    isOpen ? `${id}open` : level > 0 ? `${id}${(level - 1) % hatchings.length}` : null;
  return (
    <>
      <defs>
        {hatchings.map((orientation, at) => (
          <PatternLines
            key={orientation}
            id={id + at}
            width={7}
            height={7}
            orientation={[orientation]}
            stroke="var(--paper)"
            strokeWidth={1}
          />
        ))}
        {/* Thin lines of the colour itself: the ground lies over most of it. */}
        <PatternLines
          id={`${id}open`}
          width={6}
          height={6}
          orientation={['diagonal']}
          stroke="color-mix(in srgb, var(--paper) 82%, transparent)"
          strokeWidth={2.8}
        />
      </defs>
      <BarStack
        data={data.categories.map((_, at) => at)}
        keys={stack.map((_, part) => part)}
        value={(at, part) => stack[part]?.values[at] ?? 0}
        x={(at) => at}
        xScale={places}
        yScale={values}
        color={() => ''}
        // What was taken back hangs below nought.
        offset="diverging"
      >
        {(stacks) => {
          const bars = stacks.flatMap((one) => one.bars);
          const tops = data.categories.map(() => 0);
          const feet = data.categories.map(() => 0);
          for (const { bar, index } of bars) {
            tops[index] = Math.max(tops[index] ?? 0, bar[1]);
            feet[index] = Math.min(feet[index] ?? 0, bar[0]);
          }
          return bars.map(({ bar, key, index, x, y, width, height }) => {
            const part = stack[key];
            if (!part || bar[0] === bar[1]) return null;
            // Only the ends of the whole bar are soft.
            const isTop = bar[1] > 0 && bar[1] === tops[index];
            const isFoot = bar[0] < 0 && bar[0] === feet[index];
            // A hair of ground between the parts of a bar.
            const box = { x, y, width, height: Math.max(0.5, height - (height > 3 ? 1 : 0)) };
            const hatch = hatchOf(part);
            return (
              <Part
                key={`${key}/${index}`}
                box={box}
                fill={toneColor(part.tone)}
                hatch={hatch}
                soft={isTop ? 'top' : isFoot ? 'bottom' : null}
                isRunning={data.categories[index]?.isRunning ?? false}
              />
            );
          });
        }}
      </BarStack>
    </>
  );
}

type PartProps = {
  box: { x: number; y: number; width: number; height: number };
  fill: string;
  hatch: string | null;
  soft: 'top' | 'bottom' | null;
  isRunning: boolean;
};

function Part({ box, fill, hatch, soft, isRunning }: PartProps) {
  const shape = (look: { fill: string }) =>
    soft && box.height > 2 && box.width > 2 ? (
      <BarRounded {...box} radius={3} top={soft === 'top'} bottom={soft === 'bottom'} {...look} />
    ) : (
      <rect {...box} {...look} />
    );
  return (
    // What still grows is paler than what is done.
    <g opacity={isRunning ? 0.5 : undefined}>
      {shape({ fill })}
      {hatch && shape({ fill: `url(#${hatch})` })}
    </g>
  );
}

function Line({ series, layout }: { series: ChartSeries; layout: PlotLayout }) {
  const { values: known, tone } = series;
  const { middleOf, values } = layout;
  const has = (at: number) => (known[at] ?? null) !== null;
  const places = known.map((_, at) => at);
  const y = (at: number) => values(known[at] ?? 0);
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
  const { plot, isRtl, places, values } = layout;
  const dividing = layout.placeOf(divider?.before ?? 0);
  return (
    <>
      {categories.map(({ id, isLate }, at) =>
        isLate ? (
          <rect
            key={id}
            x={places(at)}
            y={values(0) + 1}
            width={places.bandwidth()}
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

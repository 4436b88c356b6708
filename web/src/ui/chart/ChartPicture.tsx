import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/FormatProvider.tsx';
import { Box } from '../layout/Box.tsx';
import { Row } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import { addsUp, categoryName, spellFigure, spellTick, stacks, toneColor } from './chart-data.ts';
import type { ChartData } from './chart-data.ts';
import { KeyTerm } from './KeyTerm.tsx';
import { categoryAt, layOutPlot, measureIn } from './plot-layout.ts';
import type { Page, PlotLayout } from './plot-layout.ts';
import { Plot } from './Plot.tsx';
import classes from './Chart.module.css';

type ChartPictureProps = {
  title: string;
  data: ChartData;
  /** Opens the records of a category, by pointer or with Enter. */
  onSelect?: ((categoryId: string) => void) | undefined;
  /** Without a value axis, if the figures are shown elsewhere. */
  isBare?: boolean;
};

/** A chart that is read with the pointer or, one category at a time, with the arrow keys. */
export function ChartPicture({ title, data, onSelect, isBare = false }: ChartPictureProps) {
  const format = useFormat();
  const room = useRef<HTMLDivElement>(null);
  const page = usePage(room);
  const layout = useMemo(() => {
    const spell = (value: number) => spellTick(value, data.unit, format);
    return page && layOutPlot(data, { ...page, isBare, spellTick: spell });
  }, [data, page, isBare, format]);
  const count = data.categories.length;
  const [reading, setReading] = useState({ at: count - 1, isShown: false });
  const at = Math.min(Math.max(reading.at, 0), count - 1);
  const figures = useFigures(data, at);

  const find = ({ clientX, currentTarget }: MouseEvent) =>
    layout && categoryAt(layout, clientX - currentTarget.getBoundingClientRect().left);
  const point = (event: MouseEvent) => {
    const found = find(event);
    setReading({ at: found ?? at, isShown: found !== null });
  };
  const show = (isShown: boolean) => setReading((now) => ({ ...now, isShown }));
  const select = (chosen: number | null) => {
    const category = data.categories[chosen ?? -1];
    if (category) onSelect?.(category.id);
  };
  const press = (event: KeyboardEvent) => {
    const next = nextPlace(event.key, { at, count, isRtl: page?.isRtl ?? false });
    if (next !== null) setReading({ at: next, isShown: true });
    else if (event.key === 'Enter') select(at);
    else if (event.key === 'Escape' && reading.isShown) show(false);
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={room}
      role="slider"
      tabIndex={0}
      aria-label={title}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={at + 1}
      aria-valuetext={[
        figures.title,
        ...figures.lines.map(({ name, text }) => `${name} ${text}`),
      ].join(', ')}
      className={classes.picture}
      data-selectable={(onSelect && reading.isShown) || undefined}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => show(false)}
      onClick={(event) => select(find(event))}
      onFocus={() => show(true)}
      onBlur={() => show(false)}
      onKeyDown={press}
    >
      {page && layout && (
        <svg viewBox={`0 0 ${page.width} ${page.height}`} className={classes.drawing}>
          {reading.isShown && <Shade layout={layout} at={at} />}
          <Plot data={data} layout={layout} />
          {reading.isShown && <Dots data={data} layout={layout} at={at} />}
        </svg>
      )}
      {reading.isShown && <Tip figures={figures} middle={((at + 0.5) / count) * 100} />}
    </div>
  );
}

type Sheet = Pick<Page, 'width' | 'height' | 'isRtl' | 'measure'>;

/**
 * The size of the chart with the page's direction and typeface; it updates when any of them
 * changes.
 */
function usePage(room: RefObject<HTMLElement | null>): Sheet | null {
  const [page, setPage] = useState<Sheet | null>(null);
  useLayoutEffect(() => {
    const element = room.current;
    if (!element) return undefined;
    const read = () => {
      const { clientWidth: width, clientHeight: height } = element;
      const { direction, fontFamily } = getComputedStyle(element);
      if (width === 0) return;
      setPage({ width, height, isRtl: direction === 'rtl', measure: measureIn(fontFamily) });
    };
    read();
    const resized = new ResizeObserver(read);
    resized.observe(element);
    const turned = new MutationObserver(read);
    turned.observe(document.documentElement, { attributeFilter: ['dir'] });
    // Texts measured before the typeface has loaded have the wrong width.
    document.fonts.addEventListener('loadingdone', read);
    return () => {
      resized.disconnect();
      turned.disconnect();
      document.fonts.removeEventListener('loadingdone', read);
    };
  }, [room]);
  return page;
}

type Place = { at: number; count: number; isRtl: boolean };

/**
 * Returns the category that a key leads to: arrows follow the reading direction, page keys move by
 * a tenth of the chart.
 */
function nextPlace(key: string, { at, count, isRtl }: Place): number | null {
  const tenth = Math.max(1, Math.round(count / 10));
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: isRtl ? -1 : 1,
    ArrowLeft: isRtl ? 1 : -1,
    ArrowUp: 1,
    ArrowDown: -1,
    PageUp: tenth,
    PageDown: -tenth,
    Home: -count,
    End: count,
  };
  const by = steps[key];
  return by === undefined ? null : Math.min(Math.max(at + by, 0), count - 1);
}

type Spot = { layout: PlotLayout; at: number };

function Shade({ layout: { plot, step, isRtl, startOf }, at }: Spot) {
  return (
    <rect
      x={startOf(isRtl ? at + 1 : at)}
      y={plot.y}
      width={step}
      height={plot.height}
      className={classes.shade}
    />
  );
}

function Dots({ data, layout, at }: Spot & { data: ChartData }) {
  const areas = layout.areas.map(({ id, tone, values }, level) => {
    const below = layout.areas.slice(0, level);
    const foot = below.reduce((sum, one) => sum + (one.values[at] ?? 0), 0);
    // A missing value has the edge of the area below it.
    return { id, tone, value: values[at] ? foot + values[at] : null };
  });
  const lines = data.series.flatMap(({ id, kind, tone, values }) =>
    kind === 'line' ? [{ id, tone, value: values[at] ?? null }] : [],
  );
  return [...areas, ...lines].map(({ id, tone, value }) => {
    return value === null ? null : (
      <circle
        key={id}
        cx={layout.middleOf(at)}
        cy={layout.yOf(value)}
        r={3.5}
        fill={toneColor(tone)}
        stroke="var(--paper)"
      />
    );
  });
}

type Figures = ReturnType<typeof useFigures>;

/**
 * Returns the texts of a category's tooltip: its name, the value of each series and the total of
 * its stack.
 */
function useFigures({ categories, series, unit }: ChartData, at: number) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const category = categories[at];
  const known = series.flatMap(({ id, name, tone, kind, values }) => {
    const value = values[at] ?? null;
    return value === null ? [] : [{ id, name, tone, kind, value }];
  });
  const stacked = known.filter(({ kind }) => stacks(kind));
  const total = stacked.reduce((sum, { value }) => sum + value, 0);
  return {
    title: category ? categoryName(category, t) : '',
    lines: known.map((line) => ({ ...line, text: spellFigure(line.value, unit, format) })),
    total: stacked.length > 1 && addsUp(unit) ? spellFigure(total, unit, format) : null,
  };
}

/** The tooltip of a category, on the side with more space. */
function Tip({ figures: { title, lines, total }, middle }: { figures: Figures; middle: number }) {
  const { t } = useTranslation('ui');
  // Next to the category, but never outside the picture: 13.5rem is the widest that figures make
  // it.
  const along = (percent: number) => `min(${percent}%, calc(100% - 13.5rem))`;
  const side =
    middle < 50 ? { insetInlineStart: along(middle + 6) } : { insetInlineEnd: along(106 - middle) };
  return (
    <Box framed pad={[2, 3]} size="table" className={classes.tip} style={side} data-screen-only>
      <Box as="p" weight="medium" below={1}>
        {title}
      </Box>
      <dl className={classes.tipList}>
        {/* In the order of the legend. */}
        {lines.map(({ id, name, tone, kind, text }) => (
          <TipLine key={id}>
            <KeyTerm as="dt" kind={kind} color={toneColor(tone)}>
              {name}
            </KeyTerm>
            <Text as="dd" tabular>
              {text}
            </Text>
          </TipLine>
        ))}
        {total !== null && (
          <Box line="above" above={1} pad={[1, 0, 0]}>
            <TipLine>
              <Text as="dt" tone="muted" size="caption">
                {t('chart.total')}
              </Text>
              <Text as="dd" weight="medium" tabular>
                {total}
              </Text>
            </TipLine>
          </Box>
        )}
      </dl>
    </Box>
  );
}

function TipLine({ children }: { children: ReactNode }) {
  return (
    <Row gap={5} wrap={false} align="stretch" justify="between">
      {children}
    </Row>
  );
}

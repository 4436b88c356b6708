import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/FormatProvider.tsx';
import { Box } from '../layout/Box.tsx';
import { Row } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import { addsUp, categoryName, spellFigure, stacks, toneColor } from './chart-data.ts';
import type { ChartData } from './chart-data.ts';
import type { Drawing, DrawingPage, TipSpot } from './chart-drawing.ts';
import { KeyTerm } from './KeyTerm.tsx';
import { measureIn } from './plot-layout.ts';
import { upright } from './upright.tsx';
import classes from './Chart.module.css';

type ChartPictureProps = {
  title: string;
  data: ChartData;
  /** Opens the records of a category, by pointer or with Enter. */
  onSelect?: ((categoryId: string) => void) | undefined;
  /** True to leave out the value axis, because the figures are shown elsewhere. */
  isBare?: boolean;
  drawing?: Drawing;
};

/**
 * A chart whose categories are selected with the pointer or, one at a time, with the arrow keys.
 */
export function ChartPicture(props: ChartPictureProps) {
  const { title, data, onSelect, isBare = false, drawing = upright } = props;
  const format = useFormat();
  const room = useRef<HTMLDivElement>(null);
  const page = usePage(room);
  const drawn = useMemo(
    () => page && drawing.draw(data, { ...page, isBare, format }),
    [drawing, data, page, isBare, format],
  );
  const count = data.categories.length;
  const start = drawing.startsAt === 'first' ? 0 : count - 1;
  const [reading, setReading] = useState({ at: start, isShown: false });
  const at = Math.min(Math.max(reading.at, 0), count - 1);
  const figures = useFigures(data, at);
  const note = drawn?.noteAt?.(at) ?? null;
  const spot = reading.isShown ? (drawn?.tipAt(at) ?? null) : null;

  const find = ({ clientX, clientY, currentTarget }: MouseEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return drawn?.categoryAt(clientX - left, clientY - top) ?? null;
  };
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
    const isRtl = page?.isRtl ?? false;
    const next = nextPlace(event.key, { at, count, isRtl, isList: drawing.isList ?? false });
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
        ...(note === null ? [] : [note]),
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
      {page && drawn && (
        <svg
          width={page.width}
          viewBox={`0 0 ${page.width} ${page.height}`}
          className={classes.drawing}
        >
          {drawn.picture(reading.isShown ? at : null)}
        </svg>
      )}
      {spot && <Tip figures={figures} spot={spot} />}
    </div>
  );
}

type Sheet = Pick<DrawingPage, 'width' | 'height' | 'isRtl' | 'measure'>;

/**
 * Returns the size of the chart with the direction and the typeface of the page; null until it is
 * measured. It changes with the size, with the direction and when a typeface has loaded.
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

type Place = { at: number; count: number; isRtl: boolean; isList: boolean };

/**
 * Returns the category that a key moves to: arrows follow the reading direction, page keys move by
 * a tenth of the chart.
 */
function nextPlace(key: string, { at, count, isRtl, isList }: Place): number | null {
  const tenth = Math.max(1, Math.round(count / 10));
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: isRtl ? -1 : 1,
    ArrowLeft: isRtl ? 1 : -1,
    ArrowUp: isList ? -1 : 1,
    ArrowDown: isList ? 1 : -1,
    PageUp: tenth,
    PageDown: -tenth,
    Home: -count,
    End: count,
  };
  const by = steps[key];
  return by === undefined ? null : Math.min(Math.max(at + by, 0), count - 1);
}

type Figures = ReturnType<typeof useFigures>;

/**
 * Returns the texts of a category's tooltip: its name, the value of each series and, if several
 * series are stacked and can be added up, their total.
 */
function useFigures({ categories, series, unit }: ChartData, at: number) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const category = categories[at];
  const known = series.flatMap(({ id, name, tone, kind, values, unit: own }) => {
    const value = values[at] ?? null;
    return value === null ? [] : [{ id, name, tone, kind, value, unit: own }];
  });
  const stacked = known.filter(({ kind }) => stacks(kind));
  const total = stacked.reduce((sum, { value }) => sum + value, 0);
  return {
    title: category ? categoryName(category, t) : '',
    lines: known.map((line) => ({
      ...line,
      text: spellFigure(line.value, line.unit ?? unit, format),
    })),
    total: stacked.length > 1 && addsUp(unit) ? spellFigure(total, unit, format) : null,
  };
}

type TipProps = { figures: Figures; spot: TipSpot };

/** The tooltip of a category, by default on the side with more space. */
function Tip({ figures: { title, lines, total }, spot }: TipProps) {
  const { t } = useTranslation('ui');
  const { along: middle, isAfter = middle < 50, level } = spot;
  // The tooltip is next to the category, but stays inside the picture if it is at most 13.5rem
  // wide.
  const along = (percent: number) => `min(${percent}%, calc(100% - 13.5rem))`;
  const side = {
    ...(isAfter
      ? { insetInlineStart: along(middle + 6) }
      : { insetInlineEnd: along(106 - middle) }),
    ...level,
  };
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

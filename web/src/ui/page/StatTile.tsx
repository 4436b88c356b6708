import type { ReactNode } from 'react';
import { useFittedFigure } from '../format/use-fitted-figure.ts';
import { Box } from '../layout/Box.tsx';
import { Text } from '../layout/Text.tsx';
import { onDemand } from '../state/on-demand.ts';
import { AfterPaint } from './AfterPaint.tsx';
import { Skeleton } from './Skeleton.tsx';
import classes from './StatTile.module.css';

// Not `lazy`: if this code does not load, the page must still work, only without the trend line.
const { Part: Sparkline } = onDemand(async () => (await import('../chart/Chart.tsx')).Sparkline);

type StatTileProps = {
  label: ReactNode;
  /** The figure, as `Money`, `Count`, `Rate` or text. */
  value: ReactNode;
  /**
   * The comparison: `12.4% on October`. While loading, a line is reserved for it unless it is null;
   * a longer note reserves its own space as `Reserved`.
   */
  note?: ReactNode;
  /** Whether the note is good or bad news; `neutral` if it is neither. */
  tone?: 'neutral' | 'good' | 'soon' | 'late';
  /** The latest values of the figure, oldest first, drawn as a thin line. */
  trend?: readonly number[];
  loading?: boolean;
  /** Opens the records that the figure counts; the whole tile can be pressed. */
  onOpen?: () => void;
};

/** One figure of a page. Its parent is a `StatStrip`. */
export function StatTile(props: StatTileProps) {
  const { label, value, note, tone = 'neutral', trend, loading = false, onOpen } = props;
  const figure = useFittedFigure<HTMLElement>();
  return (
    <div className={classes.tile} aria-busy={loading || undefined}>
      <Text as="dt" tone="muted" size="table">
        {onOpen ? (
          <button type="button" className={classes.open} onClick={onOpen}>
            {label}
          </button>
        ) : (
          label
        )}
      </Text>
      <dd ref={figure} className={classes.value} data-figure>
        {loading ? <Skeleton width="7.5rem" height="1lh" /> : value}
      </dd>
      {note !== null && (note !== undefined || loading) && (
        <Text
          as="dd"
          tone={tone === 'neutral' ? 'muted' : tone}
          size="caption"
          className={classes.note}
        >
          {note ?? <Skeleton width="5rem" height="1lh" />}
        </Text>
      )}
      {trend && trend.length > 1 && !loading && (
        <dd className={classes.trend} aria-hidden="true" data-screen-only>
          <AfterPaint>
            <Sparkline values={trend} />
          </AfterPaint>
        </dd>
      )}
    </div>
  );
}

type StatStripProps = {
  label: string;
  /**
   * True if tiles take less height on narrow pages, so that the content below starts on the first
   * screen.
   */
  isLow?: boolean;
  children: ReactNode;
};

/**
 * Tiles divided by thin lines, in one row or in three, two or one columns, by their number and the
 * width of the strip.
 */
export function StatStrip({ label, isLow, children }: StatStripProps) {
  return (
    <section aria-label={label} className={classes.holder} data-low={isLow}>
      <Box as="dl" flow="grid" min={14} gap={0} framed className={classes.strip} data-one-size>
        {children}
      </Box>
    </section>
  );
}

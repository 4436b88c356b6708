import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import { useFormat } from '../format/FormatProvider.tsx';
import { useFittedFigure } from '../format/use-fitted-figure.ts';
import { usePrintMoment } from '../print/use-print-moment.ts';
import { useSavedScroll } from '../scroll/use-saved-scroll.ts';
import { useScrollEdges } from '../scroll/use-scroll-edges.ts';
import type { PlacedColumn } from './columns.ts';
import type { TablePartProps } from './DataTable.tsx';
import { RowsToCome, showsAllRows, TableFoot } from './TableFoot.tsx';
import { TableHead } from './TableHead.tsx';
import { GapRow, pinVariable, SkeletonRows, TableRow } from './TableRow.tsx';
import { titleIfCut } from './title-if-cut.ts';
import { useGridKeys, useTableShortcuts } from './use-grid-keys.ts';
import { useOrderedColumns } from './use-grid-table.ts';
import { useArePainted } from './use-are-painted.ts';
import { useLoadMore, useTableRoom, type TableWidth } from './use-table-room.ts';
import classes from './TableGrid.module.css';

const rowHeights = { comfortable: 40, compact: 32 } as const;
const headHeight = 36;
/** The next page loads when this many rows are left. */
const rowsAhead = 30;
/**
 * A completely loaded list with at most this many rows is as high as its rows, and the page
 * scrolls.
 */
const shortList = 25;
/**
 * A short list that grows still counts as short up to this many rows, so that the reader does not
 * lose the scroll position.
 */
const grownList = 2 * shortList;

type TableGridProps<Row extends object> = TablePartProps<Row> & {
  /** The width of the scrolling part, in pixels; reported whenever it changes. */
  width: number;
  onWidth: (width: TableWidth) => void;
  /** The part of the width that the selection boxes take. */
  boxWidth: number;
};

/**
 * The rows as a grid: only visible rows of a long list are rendered, head and totals stay in view,
 * and the arrow keys move between rows.
 */
export function TableGrid<Row extends object>(props: TableGridProps<Row>) {
  const { columns, rows, state, sums, status, table, width, boxWidth } = props;
  const { t } = useTranslation('ui');
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useTableRoom(scroller, { height: props.height ?? 'page', onWidth: props.onWidth });
  useScrollEdges(scroller, frame);
  // Rows depend only on the order of the columns: a new width does not rerender them.
  const ordered = useOrderedColumns(table, columns);
  const placed = ordered.map((column): PlacedColumn<Row> => {
    const placement = table.getColumn(column.id);
    const pixels = placement?.getSize() ?? 0;
    const pinnedAt = column.isPinned ? boxWidth + (placement?.getStart('start') ?? 0) : null;
    return { ...column, pixels, pinnedAt };
  });
  const gridRows = table.getRowModel().rows;
  const ids = useMemo(() => gridRows.map(({ id }) => id), [gridRows]);
  const [active, setActive] = useActiveRow(ids);
  const rowHeight = rowHeights[state.density];
  const hasMore = props.paging?.kind === 'endless' && props.paging.hasMore;
  const isShort = useIsShort(rows.length, hasMore);
  const fillsPage = props.height !== 'content' && !isShort;
  const fits = placed.reduce((sum, { pixels }) => sum + pixels, boxWidth) <= width;
  const isPrinting = usePrintMoment() !== null;
  const virtual = useGridRows(scroller, {
    ids,
    rowHeight,
    footHeight: sums ? rowHeight : 0,
    active,
    areAllDrawn: isShort || isPrinting,
  });
  // Must run after the rows are virtualised, because TanStack Virtual first scrolls to the top.
  useSavedScroll(scroller, {
    name: props.label,
    rows: rows.length,
    hasMore,
  });
  const reveal = (index: number) => virtual.scrollToIndex(index, { align: 'auto' });
  const keys = useGridKeys({ ...props, active, setActive, scroller, reveal });
  useTableShortcuts({
    canOpen: props.onRowOpen !== undefined || props.rowHref !== undefined,
    canSelect: props.onSelectionChange !== undefined,
  });
  const drawn = virtual.getVirtualItems();
  const end = headHeight + virtual.getTotalSize();
  useLoadMore(props, rows.length > 0 && (virtual.range?.endIndex ?? 0) >= rows.length - rowsAhead);
  const withBoxes = boxWidth > 0;
  const layout = { columns: placed, withBoxes, span: placed.length + (withBoxes ? 1 : 0) };
  const isCountInSums =
    props.height !== 'content' && sums !== undefined && hasCountRoom(placed, props);
  const hasFoot = !isCountInSums && !showsAllRows(props);

  return (
    <>
      <div
        ref={frame}
        className={classes.frame}
        style={pinsOf(placed, { width, offset: boxWidth })}
      >
        <div
          ref={scroller}
          className={classes.scroller}
          data-status={status}
          data-fills-page={fillsPage || undefined}
          data-has-foot={hasFoot || undefined}
          data-scrolls-with-page={(isShort && fits) || undefined}
          style={rowsOf(rows.length + (sums ? 1 : 0))}
        >
          <table
            // The grid pattern of WAI-ARIA on a real table, for readers that do not know the pattern.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
            role="grid"
            aria-label={props.label}
            aria-rowcount={(props.matchCount ?? rows.length) + 1}
            aria-multiselectable={withBoxes || undefined}
            aria-busy={status === 'loading' || status === 'refreshing'}
            className={classes.table}
            onKeyDown={keys.onKeyDown}
            onPointerOver={titleIfCut}
          >
            <colgroup>
              {withBoxes && <col style={{ width: boxWidth }} />}
              {placed.map((column) => (
                <col key={column.id} style={{ width: column.pixels }} />
              ))}
            </colgroup>
            <TableHead {...layout} table={table} />
            <tbody>
              {status === 'loading' && rows.length === 0 && (
                <SkeletonRows {...layout} count={props.waitingRows} />
              )}
              {drawn.map(({ index, start }, at) => {
                const row = gridRows[index];
                if (row === undefined) return null;
                return (
                  <TableRow
                    {...layout}
                    columns={ordered}
                    key={row.id}
                    row={row.original}
                    name={props.rowName(row.original)}
                    href={props.rowHref?.(row.original)}
                    index={index}
                    gap={start - (drawn[at - 1]?.end ?? headHeight)}
                    measure={virtual.measureElement}
                    isSelected={row.getIsSelected()}
                    isActive={index === active}
                    actions={keys.actions}
                    t={t}
                  />
                );
              })}
              <GapRow height={end - (drawn.at(-1)?.end ?? end)} span={layout.span} />
            </tbody>
            {sums && rows.length > 0 && (
              <TableSums
                {...layout}
                sums={sums}
                count={props.matchCount ?? rows.length}
                shown={isCountInSums && <ShownRows {...props} />}
              />
            )}
          </table>
        </div>
      </div>
      {isCountInSums ? <RowsToCome status={status} /> : <TableFoot {...props} />}
    </>
  );
}

/**
 * Returns the index of the active row, and a function that sets it. The row stays active when rows
 * before it come or go: a key must act on the row that has the focus.
 */
function useActiveRow(ids: readonly string[]): [number, (index: number) => void] {
  const [row, setRow] = useState<{ id: string; index: number } | null>(null);
  const known = row === null ? 0 : ids.indexOf(row.id);
  const active = known >= 0 ? known : Math.min(row?.index ?? 0, Math.max(0, ids.length - 1));
  return [active, (index) => setRow({ id: ids[index] ?? '', index })];
}

function useIsShort(rows: number, hasMore: boolean): boolean {
  const [wasShort, setWasShort] = useState(false);
  const isShort = rows > 0 && rows <= (wasShort ? grownList : shortList) && !hasMore;
  if (rows > 0 && isShort !== wasShort) setWasShort(isShort);
  return isShort;
}

/**
 * Returns the style with the number of rows, in which the totals count as one row. The style sheet
 * calculates the height of the table from it.
 */
function rowsOf(count: number): CSSProperties & Record<'--rows', number> {
  return { '--rows': count };
}

/**
 * Returns the offsets of pinned columns, for all their cells at once. In a grid wider than its box,
 * the column that names the row is pinned as well if only pinned columns come before it and at
 * least half of the width is left.
 */
function pinsOf<Row>(
  placed: readonly PlacedColumn<Row>[],
  { width, offset }: { width: number; offset: number },
): CSSProperties {
  const pins: CSSProperties & Record<`--${string}`, string> = {};
  let end = offset;
  placed.forEach(({ pinnedAt, pixels }, at) => {
    if (pinnedAt === null) return;
    pins[pinVariable(at)] = `${pinnedAt}px`;
    end = pinnedAt + pixels;
  });
  const first = placed.find(({ pinnedAt }) => pinnedAt === null);
  const wanted = placed.reduce((sum, { pixels }) => sum + pixels, offset);
  if (first?.main && wanted > width && end + first.pixels <= width / 2) {
    pins['--pin-main'] = `${end}px`;
    end += first.pixels;
  }
  pins['--pins-end'] = `${end}px`;
  const staying = placed.find(({ stays }) => stays);
  if (staying) pins['--stays'] = `${staying.pixels}px`;
  return pins;
}

type TableSumsProps<Row> = {
  columns: readonly PlacedColumn<Row>[];
  withBoxes: boolean;
  sums: Readonly<Record<string, ReactNode>>;
  count: number;
  /** Shown after the label: the number of loaded rows. */
  shown: ReactNode;
};

/** The width of the totals' label with the number of loaded rows and their button, in pixels. */
const countRoom = 270;

/**
 * Returns whether the totals have room for the number of loaded rows; false for a list with pages
 * or with a control of its own.
 */
function hasCountRoom<Row extends object>(
  placed: readonly PlacedColumn<Row>[],
  { sums = {}, paging }: Pick<TablePartProps<Row>, 'sums' | 'paging'>,
): boolean {
  const at = placed.findIndex(({ id }) => sums[id] !== undefined);
  const before = at < 0 ? placed : placed.slice(0, at);
  const room = before.reduce((sum, { pixels }) => sum + pixels, 0);
  return (paging === undefined || paging.kind === 'endless') && room >= countRoom;
}

/** The number of loaded rows and the button that loads more; empty once all are loaded. */
function ShownRows<Row extends object>({
  rows,
  paging,
}: Pick<TablePartProps<Row>, 'rows' | 'paging'>) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const more = paging?.kind === 'endless' && paging.hasMore ? paging : null;
  return (
    <>
      <span className={classes.count} aria-live="polite">
        {more && t('table.shown', { count: rows.length, shown: format.count(rows.length) })}
      </span>
      {more && (
        <Button size="compact" busy={more.loadingMore} onClick={more.onMore}>
          {t('table.showMore')}
        </Button>
      )}
    </>
  );
}

/** The totals of all matching rows, below their columns; they stay in view. */
function TableSums<Row>({ columns, withBoxes, sums, count, shown }: TableSumsProps<Row>) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  return (
    <tfoot>
      <tr>
        {withBoxes && <td aria-hidden="true" className={`${classes.box} ${classes.pinned}`} />}
        {columns.map((column, at) => (
          <td
            key={column.id}
            data-align={column.align}
            data-main={column.main || undefined}
            data-stays={column.stays || undefined}
            className={classOf(column.pinnedAt !== null, at === 0 && !sums[column.id])}
            style={column.pinnedAt === null ? undefined : { insetInlineStart: column.pinnedAt }}
          >
            {sums[column.id] ? (
              <Sum>{sums[column.id]}</Sum>
            ) : (
              at === 0 && (
                <>
                  {t('table.sumOf', { count, figure: format.count(count) })}
                  {shown}
                </>
              )
            )}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

/**
 * A total, fitted into its column because it may have more digits than the figures that it adds up.
 */
function Sum({ children }: { children: ReactNode }) {
  return (
    <div ref={useFittedFigure<HTMLDivElement>()} className={classes.sum}>
      {children}
    </div>
  );
}

function classOf(isPinned: boolean, isLabel: boolean): string {
  return [isPinned && classes.pinned, isLabel && classes.sumOf].filter(Boolean).join(' ');
}

type GridRows = {
  ids: readonly string[];
  /** The estimated height of a row before it is rendered. */
  rowHeight: number;
  /** The height that the sticky totals cover. */
  footHeight: number;
  /** The index of the row in the tab order, which stays rendered, even if scrolled out of view. */
  active: number;
  /** True for a short list and in print, where nothing scrolls: all rows are rendered. */
  areAllDrawn: boolean;
};

/** Rows rendered beyond the edge, so that fast scrolling does not show empty space. */
const rowsBeyond = 12;

/**
 * Returns the virtualiser. Unless all rows are drawn, it renders only the visible ones, each with
 * its own height: first as many as the window is likely to show, then those that the table shows
 * and, after they are painted, some beyond its edges.
 */
function useGridRows(scroller: RefObject<HTMLElement | null>, rows: GridRows) {
  const { ids, rowHeight, footHeight, active, areAllDrawn } = rows;
  const arePainted = useArePainted(ids.length > 0);
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises here: rows are drawn by what it returns now
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: ids.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index) => ids[index] ?? index, [ids]),
    estimateSize: () => rowHeight,
    // Content above and below a list usually takes about a third of the window.
    initialRect: { width: innerWidth, height: innerHeight * 0.65 },
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: footHeight,
    overscan: arePainted ? rowsBeyond : 0,
    rangeExtractor: (range) =>
      areAllDrawn
        ? ids.map((_, index) => index)
        : withIndex(defaultRangeExtractor(range), active, ids.length),
    // Reading the height of a new row would force a layout; the observer reports the height later.
    measureElement: (row, entry, { measurementsCache, indexFromElement }) =>
      entry?.borderBoxSize[0]?.blockSize ??
      measurementsCache[indexFromElement(row)]?.size ??
      rowHeight,
    useFlushSync: false,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  return virtualizer;
}

function withIndex(indexes: number[], index: number, count: number): number[] {
  if (index >= count || indexes.includes(index)) return indexes;
  return index < (indexes[0] ?? 0) ? [index, ...indexes] : [...indexes, index];
}

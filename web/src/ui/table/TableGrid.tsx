import { useMemo, useRef, useState } from 'react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { orderColumns, placeColumns, shownColumns } from './columns.ts';
import type { PlacedColumn } from './columns.ts';
import type { DataTableProps } from './DataTable.tsx';
import { headBoxState, isRowSelected, selectRows } from './row-selection.ts';
import type { RowSelection } from './row-selection.ts';
import { usePrintMoment } from '../print/use-print-moment.ts';
import { useKeptScroll } from '../scroll/use-kept-scroll.ts';
import { useScrollEdges } from '../scroll/use-scroll-edges.ts';
import { useTableShortcuts } from '../shortcut/use-table-shortcuts.ts';
import { TableHead } from './TableHead.tsx';
import { GapRow, pinVariable, SkeletonRows, TableRow } from './TableRow.tsx';
import { TableSums } from './TableSums.tsx';
import { useColumnResize } from './use-column-resize.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useLoadMore } from './use-load-more.ts';
import { useTableRoom } from './use-table-room.ts';
import { useVisibleRows } from './use-visible-rows.ts';
import type { VisibleRows } from './use-visible-rows.ts';
import classes from './TableGrid.module.css';

const rowHeights = { comfortable: 40, compact: 32 } as const;
const headHeight = 36;
const boxWidth = 44;

/** The rows as a grid: only those in sight exist, head and sums stay, the arrow keys move. */
export function TableGrid<Row>(props: DataTableProps<Row> & { selection: RowSelection }) {
  const { columns, rows, rowId, state, selection, onSelectionChange, sums, status } = props;
  const { t } = useTranslation('ui');
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const room = useTableRoom(scroller, props.height ?? 'page');
  useScrollEdges(scroller, frame);
  const resize = useColumnResize(state, props.onStateChange);
  const boxes = onSelectionChange ? boxWidth : 0;
  // Rows know the order of the columns only: another width draws none of them anew.
  const ordered = useMemo(
    () => orderColumns(shownColumns(columns, state.columns), state.pinned),
    [columns, state.columns, state.pinned],
  );
  const placed = placeColumns(ordered, {
    widths: resize.widths,
    room: room - boxes,
    offset: boxes,
  });
  const ids = useMemo(() => rows.map(rowId), [rows, rowId]);

  useKeptScroll(scroller, {
    name: props.label,
    rows: rows.length,
    hasMore: props.paging?.kind === 'endless' && props.paging.hasMore,
  });
  const visible = useVisibleRows(scroller, {
    count: rows.length,
    rowHeight: rowHeights[state.density],
    headHeight,
    footHeight: sums ? rowHeights[state.density] : 0,
  });
  const keys = useGridKeys({ ...props, ids, active, setActive, scroller, reveal: visible.reveal });
  useTableShortcuts({
    canOpen: props.onRowOpen !== undefined || props.rowHref !== undefined,
    canSelect: onSelectionChange !== undefined,
  });
  const isOnPaper = usePrintMoment() !== null;
  const drawn = isOnPaper
    ? rows.map((_, index) => index)
    : indexesToDraw(visible, active, rows.length);
  useLoadMore(
    props.height === 'content' ? undefined : props.paging,
    rows.length > 0 && visible.to >= rows.length - 15,
  );
  const layout = { columns: placed, withBoxes: boxes > 0, span: placed.length + (boxes && 1) };

  return (
    <div ref={frame} className={classes.frame} style={pinsOf(placed, { room, offset: boxes })}>
      <div ref={scroller} className={classes.scroller} data-status={status}>
        <table
          // The grid pattern of WAI-ARIA on a real table, for readers that do not know the pattern.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
          role="grid"
          aria-label={props.label}
          aria-rowcount={(props.matchCount ?? rows.length) + 1}
          aria-multiselectable={boxes > 0 || undefined}
          aria-busy={status === 'loading' || status === 'refreshing'}
          className={classes.table}
          onKeyDown={keys.onKeyDown}
        >
          <colgroup>
            {boxes > 0 && <col style={{ width: boxes }} />}
            {placed.map((column) => (
              <col key={column.id} style={{ width: column.pixels }} />
            ))}
          </colgroup>
          <TableHead
            {...layout}
            {...props}
            columns={placed}
            resize={resize}
            box={headBoxState(selection, ids)}
            onBox={(on) => onSelectionChange?.(selectRows(selection, ids, on))}
          />
          <tbody>
            {status === 'loading' && rows.length === 0 && <SkeletonRows {...layout} />}
            {drawn.map((index, at) => {
              const row = rows[index];
              if (row === undefined) return null;
              return (
                <TableRow
                  {...layout}
                  columns={ordered}
                  key={ids[index]}
                  row={row}
                  name={props.rowName(row)}
                  href={props.rowHref?.(row)}
                  index={index}
                  rowsLeftOut={index - (drawn[at - 1] ?? -1) - 1}
                  isSelected={isRowSelected(selection, ids[index] ?? '')}
                  isActive={index === active}
                  actions={keys.actions}
                  t={t}
                />
              );
            })}
            <GapRow rows={rows.length - (drawn.at(-1) ?? -1) - 1} span={layout.span} />
          </tbody>
          {sums && rows.length > 0 && (
            <TableSums {...layout} sums={sums} count={props.matchCount ?? rows.length} />
          )}
        </table>
      </div>
    </div>
  );
}

/**
 * Where the pinned columns stay, for all their cells at once. In a grid wider than its room so does
 * the column that names the row, where only pinned ones stand before it and most of the room is left.
 */
function pinsOf<Row>(
  placed: readonly PlacedColumn<Row>[],
  { room, offset }: { room: number; offset: number },
): CSSProperties {
  const pins: CSSProperties & Record<`--${string}`, string> = {};
  let end = offset;
  placed.forEach(({ pinnedAt, pixels }, at) => {
    if (pinnedAt === null) return;
    pins[pinVariable(at)] = `${pinnedAt}px`;
    end = pinnedAt + pixels;
  });
  const first = placed.find(({ pinnedAt }) => pinnedAt === null);
  const width = placed.reduce((sum, { pixels }) => sum + pixels, offset);
  if (first?.main && width > room && end + first.pixels <= room / 2) {
    pins['--pin-main'] = `${end}px`;
    end += first.pixels;
  }
  pins['--pins-end'] = `${end}px`;
  return pins;
}

/** The row that has the focus lives on, however far away it is scrolled. */
function indexesToDraw({ from, to }: VisibleRows, active: number, count: number): number[] {
  const indexes = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
  if (active < from) return [active, ...indexes];
  return active > to && active < count ? [...indexes, active] : indexes;
}

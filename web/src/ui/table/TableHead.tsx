import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { KeyboardEvent, MouseEvent, TouchEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrintMoment } from '../print/use-print-moment.ts';
import { moveColumn, type PlacedColumn } from './columns.ts';
import grid from './TableGrid.module.css';
import classes from './TableHead.module.css';
import { RowBox } from './TableRow.tsx';
import type { GridTable } from './use-grid-table.ts';

type TableHeadProps<Row extends object> = {
  columns: readonly PlacedColumn<Row>[];
  table: GridTable<Row>;
  withBoxes: boolean;
};

/**
 * The head of a grid. Pressing a column's name sorts by the column; dragging its edge, or Alt with
 * an arrow key, sets its width; Alt and Shift with an arrow key move it.
 */
export function TableHead<Row extends object>(props: TableHeadProps<Row>) {
  const { columns, table, withBoxes } = props;
  const { t } = useTranslation('ui');
  const areAllSelected = withBoxes && table.getIsAllRowsSelected();

  const onKeyDown = (event: KeyboardEvent, column: PlacedColumn<Row>) => {
    if (!event.altKey || !event.key.startsWith('Arrow')) return;
    const by = towardsEnd(event);
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const ids = columns.map((other) => other.id);
    if (event.shiftKey) table.setColumnOrder(moveColumn(ids, column.id, by));
    else table.setColumnSizing((known) => ({ ...known, [column.id]: column.pixels + by * 16 }));
  };

  return (
    <thead>
      <tr aria-rowindex={1}>
        {withBoxes && (
          <th scope="col" className={`${grid.box} ${grid.pinned}`}>
            <RowBox
              label={t('table.selectShown')}
              checked={areAllSelected}
              indeterminate={!areAllSelected && table.getIsSomeRowsSelected()}
              onToggle={table.getToggleAllRowsSelectedHandler()}
            />
          </th>
        )}
        {columns.map((column) => (
          <HeadCell
            key={column.id}
            column={column}
            title={
              column.unit === undefined
                ? column.header
                : t('table.inUnit', { header: column.header, unit: column.unit })
            }
            direction={table.getColumn(column.id)?.getIsSorted() ?? false}
            place={placeOf(table, column.id)}
            onSort={(isAdded) => table.getColumn(column.id)?.toggleSorting(undefined, isAdded)}
            onResize={(event) => {
              // Dragging must not select text instead of resizing.
              if (event.type === 'mousedown') event.preventDefault();
              const headers = table.getFlatHeaders();
              headers.find(({ id }) => id === column.id)?.getResizeHandler()(event);
            }}
            onKeyDown={(event) => onKeyDown(event, column)}
          />
        ))}
      </tr>
    </thead>
  );
}

type HeadCellProps<Row> = {
  column: PlacedColumn<Row>;
  title: string;
  direction: 'asc' | 'desc' | false;
  /** The column's rank in a sort by several columns; null if it is the only one or not sorted. */
  place: number | null;
  onSort: (isAdded: boolean) => void;
  onResize: (event: MouseEvent | TouchEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function HeadCell<Row>(props: HeadCellProps<Row>) {
  const { column, title, direction, place, onSort, onResize, onKeyDown } = props;
  const Arrow = direction === 'desc' ? IconArrowDown : IconArrowUp;
  const { pinnedAt, align, main, stays } = column;
  // Chromium repeats a table's head on every printed page, but not the buttons in it.
  const isOnPaper = usePrintMoment() !== null;
  return (
    <th
      scope="col"
      data-align={align}
      data-main={main || undefined}
      data-stays={stays || undefined}
      className={pinnedAt === null ? undefined : grid.pinned}
      style={pinnedAt === null ? undefined : { insetInlineStart: pinnedAt }}
      aria-sort={ariaSort(column.sort, direction)}
    >
      {column.sort && !isOnPaper ? (
        <button
          type="button"
          className={classes.sort}
          onClick={(event) => onSort(event.shiftKey)}
          onKeyDown={onKeyDown}
          data-sorted={direction || undefined}
        >
          <span>{title}</span>
          <Arrow size={14} stroke={1.75} aria-hidden="true" />
          {place !== null && <small className={classes.place}>{place}</small>}
        </button>
      ) : (
        <span className={classes.title}>{title}</span>
      )}
      {/* For the pointer only: Alt with an arrow key resizes a column that can be sorted. */}
      <span
        className={classes.edge}
        onMouseDown={onResize}
        onTouchStart={onResize}
        aria-hidden="true"
      />
    </th>
  );
}

function placeOf<Row extends object>(table: GridTable<Row>, id: string): number | null {
  const { sorting } = table.state;
  const at = sorting.findIndex((sorted) => sorted.id === id);
  return sorting.length > 1 && at >= 0 ? at + 1 : null;
}

function ariaSort(sortable: 'asc' | 'desc' | undefined, direction: 'asc' | 'desc' | false) {
  if (!sortable) return undefined;
  if (!direction) return 'none';
  return direction === 'asc' ? 'ascending' : 'descending';
}

function towardsEnd(event: KeyboardEvent): -1 | 0 | 1 {
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
  if (event.key === 'ArrowRight') return isRtl ? -1 : 1;
  if (event.key === 'ArrowLeft') return isRtl ? 1 : -1;
  return 0;
}

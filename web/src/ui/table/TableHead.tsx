import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { moveColumn } from './columns.ts';
import type { PlacedColumn } from './columns.ts';
import { RowBox } from './RowBox.tsx';
import { sortTable } from './table-state.ts';
import type { TableState } from './table-state.ts';
import type { ColumnResize } from './use-column-resize.ts';
import grid from './TableGrid.module.css';
import { usePrintMoment } from '../print/use-print-moment.ts';
import classes from './TableHead.module.css';

type TableHeadProps<Row> = {
  columns: readonly PlacedColumn<Row>[];
  state: TableState;
  onStateChange: (next: TableState) => void;
  resize: ColumnResize;
  withBoxes: boolean;
  box: 'none' | 'some' | 'all';
  onBox: (on: boolean) => void;
};

/** The head of a grid. A column's name sorts by it; its edge, or Alt with an arrow key, sets its width. */
export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, state, onStateChange, resize, withBoxes, box, onBox } = props;
  const { t } = useTranslation('ui');

  const onKeyDown = (event: KeyboardEvent, column: PlacedColumn<Row>) => {
    if (!event.altKey || !event.key.startsWith('Arrow')) return;
    const by = towardsEnd(event);
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const ids = columns.map((other) => other.id);
    if (event.shiftKey) onStateChange({ ...state, columns: moveColumn(ids, column.id, by) });
    else resize.setWidth(column.id, column.pixels + by * 16);
  };

  return (
    <thead>
      <tr aria-rowindex={1}>
        {withBoxes && (
          <th scope="col" className={`${grid.box} ${grid.pinned}`}>
            <RowBox
              label={t('table.selectShown')}
              checked={box === 'all'}
              indeterminate={box === 'some'}
              onToggle={() => onBox(box !== 'all')}
            />
          </th>
        )}
        {columns.map((column) => (
          <HeadCell
            key={column.id}
            column={column}
            direction={state.sort?.column === column.id ? state.sort.direction : null}
            onSort={() => onStateChange(sortTable(state, nextSort(state, column)))}
            onResize={(event) => resize.start(event, column)}
            onKeyDown={(event) => onKeyDown(event, column)}
          />
        ))}
      </tr>
    </thead>
  );
}

type HeadCellProps<Row> = {
  column: PlacedColumn<Row>;
  direction: 'asc' | 'desc' | null;
  onSort: () => void;
  onResize: (event: PointerEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function HeadCell<Row>({ column, direction, onSort, onResize, onKeyDown }: HeadCellProps<Row>) {
  const Arrow = direction === 'desc' ? IconArrowDown : IconArrowUp;
  const { pinnedAt, align, main } = column;
  // Chromium repeats a table's head on every sheet, but not the buttons in it.
  const isOnPaper = usePrintMoment() !== null;
  return (
    <th
      scope="col"
      data-align={align}
      data-main={main || undefined}
      className={pinnedAt === null ? undefined : grid.pinned}
      style={pinnedAt === null ? undefined : { insetInlineStart: pinnedAt }}
      aria-sort={ariaSort(column.sort, direction)}
    >
      {column.sort && !isOnPaper ? (
        <button
          type="button"
          className={classes.sort}
          onClick={onSort}
          onKeyDown={onKeyDown}
          data-sorted={direction ?? undefined}
        >
          <span>{column.header}</span>
          <Arrow size={14} stroke={1.75} aria-hidden="true" />
        </button>
      ) : (
        <span className={classes.title}>{column.header}</span>
      )}
      {/* For the pointer only: from the keyboard Alt with an arrow key does the same. */}
      <span className={classes.edge} onPointerDown={onResize} aria-hidden="true" />
    </th>
  );
}

/** First the way one usually looks for it, then the other way round, then as the server lists it. */
function nextSort<Row>(state: TableState, column: PlacedColumn<Row>): TableState['sort'] {
  const first = column.sort ?? 'asc';
  const second = first === 'asc' ? 'desc' : 'asc';
  if (state.sort?.column !== column.id) return { column: column.id, direction: first };
  return state.sort.direction === first ? { column: column.id, direction: second } : null;
}

function ariaSort(sortable: 'asc' | 'desc' | undefined, direction: 'asc' | 'desc' | null) {
  if (!sortable) return undefined;
  if (direction === null) return 'none';
  return direction === 'asc' ? 'ascending' : 'descending';
}

function towardsEnd(event: KeyboardEvent): -1 | 0 | 1 {
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
  if (event.key === 'ArrowRight') return isRtl ? -1 : 1;
  if (event.key === 'ArrowLeft') return isRtl ? 1 : -1;
  return 0;
}

import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import type {
  ColumnDef,
  columnResizingState as ColumnResizing,
  ReactTable,
  Row as GridRow,
  RowSelectionState,
  TableOptions,
} from '@tanstack/react-table';
import { useMemo, useRef, useState } from 'react';
import {
  chooseColumns,
  clampWidth,
  listedColumns,
  narrowestColumn,
  shownColumns,
  spreadWidths,
} from './columns.ts';
import type { Column, OrderedColumn } from './columns.ts';
import type { DataTableProps } from './DataTable.tsx';
import { isRowSelected, selectRows } from './row-selection.ts';
import type { RowSelection } from './row-selection.ts';
import { sortTable } from './table-state.ts';
import type { TableSort, TableState } from './table-state.ts';

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
});

type Features = typeof features;
type Options<Row extends object> = TableOptions<Features, Row>;

export type GridTable<Row extends object> = ReactTable<Features, Row>;
export type TableGridRow<Row extends object> = GridRow<Features, Row>;

type GridTableProps<Row extends object> = Pick<
  DataTableProps<Row>,
  'columns' | 'rows' | 'rowId' | 'state' | 'onStateChange' | 'onSelectionChange' | 'sortsBy'
> & {
  selection: RowSelection;
  /** Width for all columns, in pixels. */
  room: number;
};

/**
 * Returns the table in TanStack's model: columns, their order, width and pinning, and the selected
 * rows. Its only state is a width being dragged: the page holds everything else, and the server
 * sorts, filters and sums.
 */
export function useGridTable<Row extends object>(props: GridTableProps<Row>): GridTable<Row> {
  const [resizing, setResizing] = useState(notResizing);
  const latestResizing = useRef(notResizing);
  const { sortsBy = 1 } = props;
  const columns = useMemo(() => props.columns.map(columnDefinition), [props.columns]);
  const shownState = useShownColumns(props);
  const widthState = useWidths(props, resizing);
  const rowState = useSelectedRows(props);
  const { sort, thenBy } = props.state;
  const sorting = useMemo(
    () =>
      [...(sort ? [sort] : []), ...thenBy].map(({ column, direction }) => ({
        id: column,
        desc: direction === 'desc',
      })),
    [sort, thenBy],
  );
  return useTable<Features, Row>({
    features,
    columns,
    data: props.rows,
    getRowId: props.rowId,
    manualSorting: true,
    enableMultiSort: sortsBy > 1,
    maxMultiSortColCount: sortsBy,
    enableRowSelection: props.onSelectionChange !== undefined,
    // A new width is written to the page's address only when the pointer is released.
    columnResizeMode: 'onEnd',
    columnResizeDirection: document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr',
    onColumnResizingChange: (updater) => {
      // The state is updated synchronously: the library reads the result of its updater, which
      // React might run later.
      latestResizing.current = functionalUpdate(updater, latestResizing.current);
      setResizing(latestResizing.current);
    },
    onSortingChange: (updater) => {
      const [first = null, ...others] = functionalUpdate(updater, sorting).map(
        ({ id, desc }): TableSort => ({ column: id, direction: desc ? 'desc' : 'asc' }),
      );
      props.onStateChange(sortTable(props.state, first, others));
    },
    state: {
      ...shownState.slices,
      ...widthState.slices,
      ...rowState.slices,
      columnResizing: resizing,
      sorting,
    },
    ...shownState.changes,
    ...widthState.changes,
    ...rowState.changes,
  });
}

/** Returns the visible columns, pinned ones first; the result is the same if only widths change. */
export function useOrderedColumns<Row extends object>(
  table: GridTable<Row>,
  columns: readonly Column<Row>[],
): readonly OrderedColumn<Row>[] {
  const visible = table.getVisibleLeafColumns();
  return useMemo(
    () =>
      visible.flatMap((placed) => {
        const column = columns.find(({ id }) => id === placed.id);
        return column ? [{ ...column, isPinned: placed.getIsPinned() === 'start' }] : [];
      }),
    [visible, columns],
  );
}

function columnDefinition<Row extends object>(column: Column<Row>): ColumnDef<Features, Row> {
  return {
    id: column.id,
    header: column.header,
    // The server sorts; the library needs the accessor only to treat the column as sortable.
    accessorFn: (row) => row,
    enableSorting: column.sort !== undefined,
    sortDescFirst: column.sort === 'desc',
    enableHiding: column.main !== true,
    minSize: narrowestColumn,
  };
}

function useShownColumns<Row extends object>(props: GridTableProps<Row>) {
  const { columns, state, onStateChange } = props;
  const slices = useMemo(() => {
    const listed = listedColumns(columns, state.columns).map(({ id }) => id);
    const shown = shownColumns(columns, state.columns).map(({ id }) => id);
    const ids = columns.map(({ id }) => id);
    return {
      columnOrder: [...listed, ...ids.filter((id) => !listed.includes(id))],
      columnVisibility: Object.fromEntries(
        ids.filter((id) => !shown.includes(id)).map((id) => [id, false]),
      ),
      columnPinning: { start: shown.filter((id) => state.pinned.includes(id)), end: [] },
    };
  }, [columns, state.columns, state.pinned]);
  const show = (order: readonly string[], visibility: Readonly<Record<string, boolean>>) => {
    const visible = order.filter((id) => visibility[id] !== false);
    onStateChange({ ...state, ...chooseColumns(columns, { visible, before: state }) });
  };
  const changes: Pick<
    Options<Row>,
    'onColumnOrderChange' | 'onColumnVisibilityChange' | 'onColumnPinningChange'
  > = {
    onColumnOrderChange: (updater) =>
      show(functionalUpdate(updater, slices.columnOrder), slices.columnVisibility),
    onColumnVisibilityChange: (updater) =>
      show(slices.columnOrder, functionalUpdate(updater, slices.columnVisibility)),
    onColumnPinningChange: (updater) =>
      onStateChange({ ...state, pinned: functionalUpdate(updater, slices.columnPinning).start }),
  };
  return { slices, changes };
}

function useWidths<Row extends object>(props: GridTableProps<Row>, resizing: ColumnResizing) {
  const { columns, room, state, onStateChange } = props;
  const { settled, columnSizing } = useMemo(() => {
    const shown = shownColumns(columns, state.columns);
    const dragged = { ...state.widths, ...widthDragged(resizing) };
    return {
      settled: spreadWidths(shown, { widths: state.widths, room }),
      columnSizing: spreadWidths(shown, { widths: dragged, room }),
    };
  }, [columns, room, state.columns, state.widths, resizing]);
  const onColumnSizingChange: Options<Row>['onColumnSizingChange'] = (updater) => {
    const next = functionalUpdate(updater, columnSizing);
    // The widths are compared with those in the address, because at the end of a drag the screen
    // already has the new width.
    const [changed] = Object.entries(next).filter(([id, pixels]) => settled[id] !== pixels);
    if (changed === undefined) return;
    const [id, pixels] = changed;
    onStateChange({ ...state, widths: { ...state.widths, [id]: clampWidth(pixels) } });
  };
  return { slices: { columnSizing }, changes: { onColumnSizingChange } };
}

const notResizing: ColumnResizing = {
  startOffset: null,
  startSize: null,
  deltaOffset: null,
  deltaPercentage: null,
  isResizingColumn: false,
  columnSizingStart: [],
};

function widthDragged(resizing: ColumnResizing): TableState['widths'] {
  const { isResizingColumn, startSize, deltaOffset } = resizing;
  if (isResizingColumn === false || startSize === null) return {};
  return { [isResizingColumn]: clampWidth(startSize + (deltaOffset ?? 0)) };
}

/**
 * Converts the selection for the library: the ids of the selected rows or, if all matching rows are
 * selected, of the selected ones among the loaded rows. A change applies to the page's selection;
 * if that is all matching rows, an unselected row becomes an exception.
 */
function useSelectedRows<Row extends object>(props: GridTableProps<Row>) {
  const { rows, rowId, selection, onSelectionChange } = props;
  const rowSelection = useMemo((): RowSelectionState => {
    const ids = selection.kind === 'some' ? [...selection.ids] : rows.map(rowId);
    return Object.fromEntries(
      ids.filter((id) => isRowSelected(selection, id)).map((id) => [id, true]),
    );
  }, [selection, rows, rowId]);
  const onRowSelectionChange: Options<Row>['onRowSelectionChange'] = (updater) => {
    const next = functionalUpdate(updater, rowSelection);
    const added = Object.keys(next).filter((id) => rowSelection[id] === undefined);
    const removed = Object.keys(rowSelection).filter((id) => next[id] === undefined);
    onSelectionChange?.(selectRows(selectRows(selection, added, true), removed, false));
  };
  return { slices: { rowSelection }, changes: { onRowSelectionChange } };
}

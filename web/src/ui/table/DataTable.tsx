import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { Box } from '../layout/Box.tsx';
import { usePrintMoment } from '../print/use-print-moment.ts';
import { useImmediate } from '../state/use-immediate.ts';
import { BulkBar } from './BulkBar.tsx';
import {
  columnsBeyond,
  hideColumns,
  listedColumns,
  tightenColumns,
  type Column,
} from './columns.ts';
import classes from './DataTable.module.css';
import { ExportMenu, type ExportAsked } from './ExportMenu.tsx';
import { nothingSelected, type RowSelection } from './row-selection.ts';
import type { TableState } from './table-state.ts';
import { TableCards } from './TableCards.tsx';
import { TableGrid } from './TableGrid.tsx';
import { TableToolbar } from './TableToolbar.tsx';
import { useGridTable, type GridTable } from './use-grid-table.ts';
import { likelyTableWidth, type TableWidth } from './use-table-room.ts';
import { useIsPhone } from '../state/use-media.ts';

/** The width of the column with selection boxes, which comes before the first column. */
const boxColumnWidth = 44;

/** Width in pixels below which cells have less space around them, so that more columns fit. */
const tightBelow = 760;

/**
 * The way in which further rows are loaded. Lists use keyset pages: they know whether there are
 * more rows, not how many.
 */
export type TablePaging =
  | { kind: 'endless'; hasMore: boolean; loadingMore: boolean; onMore: () => void }
  | { kind: 'pages'; next: string | null; previous: string | null }
  /** A control of the page's own, below the rows. */
  | { kind: 'own'; control: ReactNode };

export type DataTableProps<Row extends object> = {
  /** The accessible name of the table: "Unassigned loans". */
  label: string;
  columns: readonly Column<Row>[];
  /** The rows loaded so far, sorted and filtered by the server. */
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** The name of a row for its selection box, such as the reference of a loan. */
  rowName: (row: Row) => string;
  /** The URL of the row's page; the main cell links to it and Enter opens it. */
  rowHref?: (row: Row) => string;
  /** Opens a row next to the list instead of on its own page. */
  onRowOpen?: (row: Row) => void;
  /** Called when the pointer enters a row of the grid, to prefetch what opening the row needs. */
  onRowIntent?: (row: Row) => void;
  /** Renders a row on a phone. */
  card: (row: Row) => ReactNode;
  /** A control at the end of a card, which the card itself cannot contain. */
  cardAction?: (row: Row) => ReactNode;
  /** The number of lines of a card's placeholder; two if left out. */
  cardLines?: number;
  /** The number of placeholders while the first rows load, if it is known. */
  waitingRows?: number;
  state: TableState;
  onStateChange: (next: TableState) => void;
  /** `refreshing` keeps the rows visible while newer ones load. */
  status: 'loading' | 'refreshing' | 'ready' | 'failed';
  /** Shown if there are no rows: an `EmptyState`. */
  empty: ReactNode;
  /** Shown if loading failed: an `ErrorState`. */
  error?: ReactNode;
  /** Number of rows that match the filters, as far as the server counts them. */
  matchCount?: number | undefined;
  /** Totals of all matching rows, by column; empty while they load. */
  sums?: Readonly<Record<string, ReactNode>>;
  paging?: TablePaging;
  selection?: RowSelection;
  onSelectionChange?: (next: RowSelection) => void;
  /** Actions for the selected rows: buttons, and a figure such as their sum. */
  bulk?: { figure?: ReactNode; actions: ReactNode };
  /** Shown before the table's own controls: a `FilterBar`. */
  toolbar?: ReactNode;
  /** The first of the table's controls: the reader's saved views of the list. */
  views?: ReactNode;
  onExport?: (asked: ExportAsked) => void;
  /** False for a short table in a part of a page: it has no toolbar. */
  hasControls?: boolean;
  /** `page` scrolls within the remaining window height; `content` is as tall as its rows. */
  height?: 'page' | 'content';
  /** The style of the rows: thin lines, shaded alternate rows, or lines around each cell. */
  skin?: 'lines' | 'striped' | 'grid';
  /** The maximum number of sort columns; Shift with a column's name adds it to the sort. */
  sortsBy?: number;
};

/**
 * The properties that the parts of a table receive: the page's properties and the table's state.
 */
export type TablePartProps<Row extends object> = DataTableProps<Row> & {
  selection: RowSelection;
  table: GridTable<Row>;
};

/**
 * A list that the server sorts, filters and pages. The page owns the rows and the state: changes go
 * through `onStateChange` into its address.
 */
export function DataTable<Row extends object>(given: DataTableProps<Row>) {
  const [tableState, onStateChange] = useImmediate(given.state, given.onStateChange);
  const { rows, selection = nothingSelected, onSelectionChange, matchCount } = given;
  const [width, setWidth] = useState(likelyTableWidth);
  const keepWidth = useCallback((next: TableWidth) => setWidth((last) => sameOr(last, next)), []);
  const boxWidth = onSelectionChange ? boxColumnWidth : 0;
  const isTight = width.withBar < tightBelow;
  const columnsInRoom = useMemo(
    () => (isTight ? tightenColumns(given.columns) : given.columns),
    [given.columns, isTight],
  );
  const columns = useUsualColumns(columnsInRoom, {
    room: width.withBar - boxWidth,
    state: tableState,
  });
  const asked = { ...given, columns, state: tableState, onStateChange, selection };
  const table = useGridTable<Row>({ ...asked, room: width.now - boxWidth });
  const props = { ...asked, table };
  const root = useRef<HTMLElement>(null);
  const isPhone = useIsPhone();
  const clear = useCallback(() => onSelectionChange?.(nothingSelected), [onSelectionChange]);
  const Body = isPhone ? TableCards : TableGrid;

  return (
    <section
      ref={root}
      className={classes.root}
      data-density={tableState.density}
      data-skin={props.skin}
      data-tight={isTight || undefined}
      data-fills={props.height !== 'content' || undefined}
    >
      {props.hasControls !== false &&
        (rows.length > 0 || props.status !== 'ready' || props.toolbar || props.views) && (
          <TableToolbar {...props} />
        )}
      {rows.length === 0 && props.status === 'failed' ? (
        props.error
      ) : rows.length === 0 && props.status !== 'loading' ? (
        props.empty
      ) : (
        <>
          {props.status === 'failed' && <Box line="above">{props.error}</Box>}
          <Body {...props} width={width.now} onWidth={keepWidth} boxWidth={boxWidth} />
        </>
      )}
      {props.bulk && onSelectionChange && (
        <BulkBar
          anchor={root}
          selection={selection}
          loadedCount={rows.length}
          matchCount={matchCount}
          onSelectionChange={onSelectionChange}
          onClear={clear}
          {...props.bulk}
          actions={
            <>
              <ExportMenu {...props} />
              {props.bulk.actions}
            </>
          }
        />
      )}
    </section>
  );
}

/** Returns the last object if the width is equal, so that a new measurement causes no rerender. */
function sameOr(last: TableWidth, next: TableWidth): TableWidth {
  return last.now === next.now && last.withBar === next.withBar ? last : next;
}

/**
 * Returns the columns, with those spare columns marked that do not fit. The result is the same
 * object while the same columns are marked, so that a new width alone changes nothing. In print all
 * columns fit, because texts wrap.
 */
function useUsualColumns<Row>(
  columns: readonly Column<Row>[],
  { room, state }: { room: number; state: TableState },
) {
  const isPrinting = usePrintMoment() !== null;
  const { sort, pinned, widths, ifRoom } = state;
  const chosen = state.columns?.filter((id) => !ifRoom.includes(id)) ?? [];
  const kept = [...pinned, ...chosen, ...(sort ? [sort.column] : [])];
  const listed = listedColumns(columns, state.columns);
  const beyond = isPrinting ? '' : columnsBeyond(listed, { room, widths, kept }).join(' ');
  return useMemo(
    () => (beyond === '' ? columns : hideColumns(columns, beyond.split(' '))),
    [columns, beyond],
  );
}

import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useImmediate } from '../state/use-immediate.ts';
import { BulkBar } from './BulkBar.tsx';
import { columnsFor } from './columns.ts';
import type { Column } from './columns.ts';
import { ExportMenu } from './ExportMenu.tsx';
import type { ExportAsked } from './ExportMenu.tsx';
import { nothingSelected } from './row-selection.ts';
import type { RowSelection } from './row-selection.ts';
import { TableCards } from './TableCards.tsx';
import { TableFoot } from './TableFoot.tsx';
import { TableGrid } from './TableGrid.tsx';
import { TableToolbar } from './TableToolbar.tsx';
import type { TableState } from './table-state.ts';
import { useGridTable } from './use-grid-table.ts';
import type { GridTable } from './use-grid-table.ts';
import { likelyTableWidth } from './use-table-room.ts';
import classes from './DataTable.module.css';

/** The boxes that select rows are no column: they stand before the first one. */
const boxColumnWidth = 44;

/** Where the next rows come from. Lists go on by key: they know whether there is more, not how far. */
export type TablePaging =
  | { kind: 'endless'; hasMore: boolean; loadingMore: boolean; onMore: () => void }
  | { kind: 'pages'; next: string | null; previous: string | null };

export type DataTableProps<Row extends object> = {
  /** What the rows are, for readers: "Unassigned loans". */
  label: string;
  columns: readonly Column<Row>[];
  /** The rows loaded so far, as the server sorted and filtered them. */
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** How a row is called when it is selected: its reference. */
  rowName: (row: Row) => string;
  /** Address of the row's own page; the main cell links to it and Enter opens it. */
  rowHref?: (row: Row) => string;
  /** Opens a row beside the list instead of on its own page. */
  onRowOpen?: (row: Row) => void;
  /** The pointer or the focus rests on a row: time to fetch what opening it will need. */
  onRowIntent?: (row: Row) => void;
  /** A row on a phone. */
  card: (row: Row) => ReactNode;
  /** How many lines a card has, while it is on its way: two, unless it is said. */
  cardLines?: number;
  state: TableState;
  onStateChange: (next: TableState) => void;
  /** `refreshing` keeps the rows on screen while newer ones are on their way. */
  status: 'loading' | 'refreshing' | 'ready' | 'failed';
  /** What to show when there is no row: an `EmptyState`. */
  empty: ReactNode;
  /** What to show when loading failed: an `ErrorState`. */
  error?: ReactNode;
  /** How many rows match the filters, as far as the server counts them. */
  matchCount?: number | undefined;
  /** Sums of all that match, by column; empty while they are on their way. */
  sums?: Readonly<Record<string, ReactNode>>;
  paging?: TablePaging;
  selection?: RowSelection;
  onSelectionChange?: (next: RowSelection) => void;
  /** What can be done with the rows selected: buttons, and a figure such as their sum. */
  bulk?: { figure?: ReactNode; actions: ReactNode };
  /** Stands before the table's own controls: a `FilterBar`. */
  toolbar?: ReactNode;
  onExport?: (asked: ExportAsked) => void;
  /** `page` scrolls inside the room the window leaves; `content` is as tall as its rows. */
  height?: 'page' | 'content';
};

/** What the parts of a table are given: what the page said of it, and the table as it stands. */
export type TablePartProps<Row extends object> = DataTableProps<Row> & {
  selection: RowSelection;
  table: GridTable<Row>;
};

/**
 * A list that the server sorts, filters and pages. The table holds no data and no state of its
 * own: what the reader does to it goes through `onStateChange` into the page's address.
 */
export function DataTable<Row extends object>(given: DataTableProps<Row>) {
  const [tableState, onStateChange] = useImmediate(given.state, given.onStateChange);
  const { rows, selection = nothingSelected, onSelectionChange, matchCount } = given;
  const isWide = useMediaQuery('(min-width: 108em)', true, { getInitialValueInEffect: false });
  const columns = useMemo(() => columnsFor(given.columns, isWide), [given.columns, isWide]);
  const [width, setWidth] = useState(likelyTableWidth);
  const asked = { ...given, columns, state: tableState, onStateChange, selection };
  const boxWidth = onSelectionChange ? boxColumnWidth : 0;
  const table = useGridTable<Row>({ ...asked, room: width - boxWidth });
  const props = { ...asked, table };
  const root = useRef<HTMLElement>(null);
  const isPhone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  const clear = useCallback(() => onSelectionChange?.(nothingSelected), [onSelectionChange]);
  const Body = isPhone ? TableCards : TableGrid;

  return (
    <section
      ref={root}
      className={classes.root}
      data-density={tableState.density}
      data-fills={props.height !== 'content' || undefined}
    >
      <TableToolbar {...props} />
      {rows.length === 0 && props.status === 'failed' ? (
        props.error
      ) : rows.length === 0 && props.status !== 'loading' ? (
        props.empty
      ) : (
        <>
          {props.status === 'failed' && <div className={classes.stale}>{props.error}</div>}
          <Body {...props} width={width} onWidth={setWidth} boxWidth={boxWidth} />
          <TableFoot {...props} />
        </>
      )}
      {props.bulk && onSelectionChange && (
        <BulkBar
          beside={root}
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

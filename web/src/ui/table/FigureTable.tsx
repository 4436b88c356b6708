import { useRef } from 'react';
import type { ReactNode } from 'react';
import edges from '../scroll/ScrollEdges.module.css';
import { useScrollEdges } from '../scroll/use-scroll-edges.ts';
import classes from './FigureTable.module.css';
import { titleIfCut } from './title-if-cut.ts';

export type FigureColumn<Row> = {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /**
   * `end` is for figures: they are on the right in both directions, so that their digits are in
   * line. `action` aligns the text of a quiet button with the end of the line, and its head is only
   * read aloud.
   */
  align?: 'start' | 'end' | 'action';
  /**
   * Takes the remaining width in a drawer, and on a page the width of a usual text or, for `name`,
   * of a usual name, so that short names do not push the other columns away. Without such a column,
   * all columns share the remaining width.
   */
  wide?: boolean | 'name';
  /** A minimum width, so that the columns of several tables below each other align: `8.5rem`. */
  size?: string;
  /** Long texts continue on further lines instead of widening the table. */
  wraps?: boolean;
};

/**
 * The emphasis of a row: `done` is faint, `void` is struck through, `late` is marked, `now` is
 * tinted.
 */
export type RowMark = 'done' | 'void' | 'late' | 'now';

type FigureTableProps<Row> = {
  /** The accessible name of the table: "Schedule". */
  label: string;
  columns: readonly FigureColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string | number;
  rowMark?: (row: Row) => RowMark | undefined;
  /** Buttons above and below the rows that show more of them (`RowsFold`). */
  folds?: { readonly above?: ReactNode; readonly below?: ReactNode };
  /** Totals, by column. */
  foot?: Readonly<Record<string, ReactNode>>;
  /** True if the table is the content of a page: its rows are as high as those of a `DataTable`. */
  isList?: boolean;
  /**
   * True if each row has a button or a link that names it and opens it. A press anywhere in the row
   * then opens it, too.
   */
  opensRows?: boolean;
};

/** Above this number of columns, the columns are closer together. */
const manyColumns = 8;

/**
 * A table for reading: all rows are rendered, without sorting or pages. The first column names its
 * row. Use `DataTable` for lists that the server sorts and filters.
 */
export function FigureTable<Row>(props: FigureTableProps<Row>) {
  const { columns, rows, rowId, rowMark, folds, foot } = props;
  return (
    <FigureFrame {...props}>
      <tbody>
        {folds?.above}
        {rows.map((row) => (
          <FigureRow key={rowId(row)} columns={columns} row={row} mark={rowMark?.(row)} />
        ))}
        {folds?.below}
      </tbody>
      {foot && (
        <tfoot>
          <tr>
            {columns.map(({ id, align }) => (
              <td key={id} data-align={align}>
                {foot[id]}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </FigureFrame>
  );
}

type FigureFrameProps<Row> = Pick<
  FigureTableProps<Row>,
  'label' | 'columns' | 'isList' | 'opensRows'
> & {
  /** The `tbody` and `tfoot` elements. */
  children: ReactNode;
};

/** The scrolling part of a table with its head; `GroupedTable` uses it, too. */
export function FigureFrame<Row>(props: FigureFrameProps<Row>) {
  const { label, columns, isList, opensRows, children } = props;
  const scroller = useRef<HTMLElement>(null);
  useScrollEdges(scroller);
  return (
    <section
      ref={scroller}
      className={`${classes.scroller} ${edges.fades}`}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it sideways where it is wider than the screen
      tabIndex={0}
    >
      <table
        className={classes.table}
        data-dense={columns.length > manyColumns || undefined}
        data-list={isList || undefined}
        data-opens={opensRows || undefined}
        onPointerOver={titleIfCut}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                {...looksOf(column)}
                style={column.size === undefined ? undefined : { minInlineSize: column.size }}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </section>
  );
}

type FigureRowProps<Row> = {
  columns: readonly FigureColumn<Row>[];
  row: Row;
  mark?: RowMark | undefined;
};

/** A row with a cell per column. */
export function FigureRow<Row>({ columns, row, mark }: FigureRowProps<Row>) {
  return (
    <tr data-mark={mark}>
      {columns.map((column, at) =>
        at === 0 ? (
          <th key={column.id} scope="row" {...looksOf(column)}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.id} {...looksOf(column)}>
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}

/** Returns the attributes that a column gives to its cells. */
export function looksOf<Row>({ align, wide, wraps }: FigureColumn<Row>) {
  return {
    'data-align': align,
    'data-wide': wide || undefined,
    'data-wraps': wraps || undefined,
  };
}

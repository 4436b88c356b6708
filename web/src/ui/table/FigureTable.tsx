import type { ReactNode } from 'react';
import classes from './FigureTable.module.css';

export type FigureColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Figures are aligned to the end, so that their digits stand under each other. */
  align?: 'start' | 'end';
  /** Takes the room that is left; without one the columns share it. */
  wide?: boolean;
};

/** How a row stands out: `done` steps back, `void` is struck, `late` is marked, `now` has a line before it. */
export type RowMark = 'done' | 'void' | 'late' | 'now';

type FigureTableProps<Row> = {
  /** What the rows are, for readers: "Schedule". */
  label: string;
  columns: readonly FigureColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string | number;
  rowMark?: (row: Row) => RowMark | undefined;
  /** Sums under the columns they add up, by column. */
  foot?: Readonly<Record<string, ReactNode>>;
};

/**
 * A table that is read, not worked: all of it is there, without sorting or pages. The first
 * column names its row. Lists that the server sorts and filters are a `DataTable`.
 */
export function FigureTable<Row>(props: FigureTableProps<Row>) {
  const { label, columns, rows, rowId, rowMark, foot } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it sideways where it is wider than the screen
    <section className={classes.scroller} aria-label={label} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map(({ id, header, align, wide }) => (
              <th key={id} scope="col" data-align={align} data-wide={wide || undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)} data-mark={rowMark?.(row)}>
              {columns.map(({ id, cell, align, wide }, at) =>
                at === 0 ? (
                  <th key={id} scope="row" data-align={align} data-wide={wide || undefined}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={id} data-align={align} data-wide={wide || undefined}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
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
      </table>
    </section>
  );
}

import { useRef } from 'react';
import type { ReactNode } from 'react';
import edges from '../scroll/ScrollEdges.module.css';
import { useScrollEdges } from '../scroll/use-scroll-edges.ts';
import classes from './FigureTable.module.css';
import { titleIfCut } from './title-if-cut.ts';

export type FigureColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /**
   * Figures are aligned to the end, so that their digits are in line; `action` aligns the text of a
   * quiet button with the end of the line, and its head is only read aloud.
   */
  align?: 'start' | 'end' | 'action';
  /** Takes the remaining width; without such a column, all columns share it. */
  wide?: boolean;
  /** A fixed width, if several tables are below each other: `8.5rem`. */
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
  /** Totals, by column. */
  foot?: Readonly<Record<string, ReactNode>>;
  /** True if the table is the content of a page: its rows are as high as those of a `DataTable`. */
  isList?: boolean;
};

/** From this number of columns on, the columns are closer together. */
const manyColumns = 8;

/**
 * A table for reading: all rows are rendered, without sorting or pages. The first column names its
 * row. Use `DataTable` for lists that the server sorts and filters.
 */
export function FigureTable<Row>(props: FigureTableProps<Row>) {
  const { label, columns, rows, rowId, rowMark, foot } = props;
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
        data-list={props.isList || undefined}
        onPointerOver={titleIfCut}
      >
        <thead>
          <tr>
            {columns.map(({ id, header, align, wide, size, wraps }) => (
              <th
                key={id}
                scope="col"
                data-align={align}
                data-wide={wide || undefined}
                data-wraps={wraps || undefined}
                style={size === undefined ? undefined : { minInlineSize: size }}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)} data-mark={rowMark?.(row)}>
              {columns.map(({ id, cell, align, wide, wraps }, at) =>
                at === 0 ? (
                  <th
                    key={id}
                    scope="row"
                    data-align={align}
                    data-wide={wide || undefined}
                    data-wraps={wraps || undefined}
                  >
                    {cell(row)}
                  </th>
                ) : (
                  <td
                    key={id}
                    data-align={align}
                    data-wide={wide || undefined}
                    data-wraps={wraps || undefined}
                  >
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

import type { ReactNode } from 'react';
import classes from './FigureTable.module.css';
import { FigureFrame, FigureRow, looksOf, type FigureColumn } from './FigureTable.tsx';

/** Rows that belong together, below a head row of their own. */
export type FigureGroup<Row> = {
  id: string | number;
  /**
   * The cells of the head row by column; the first one names the group. A cell extends over the
   * columns after it that are left out.
   */
  head: Readonly<Record<string, ReactNode>>;
  rows: readonly Row[];
};

type GroupedTableProps<Row> = {
  /** The accessible name of the table. */
  label: string;
  columns: readonly FigureColumn<Row>[];
  groups: readonly FigureGroup<Row>[];
  /** Unique within a group. */
  rowId: (row: Row) => string | number;
};

/**
 * A table for reading like `FigureTable`, with its rows in groups, such as the journal entries of a
 * ledger with their lines. All groups share the columns, so that figures align down the whole page.
 */
export function GroupedTable<Row>({ label, columns, groups, rowId }: GroupedTableProps<Row>) {
  return (
    <FigureFrame label={label} columns={columns}>
      {groups.map(({ id, head, rows }) => (
        <tbody key={id} className={classes.group}>
          <GroupHead columns={columns} head={head} />
          {rows.map((row) => (
            <FigureRow key={rowId(row)} columns={columns} row={row} />
          ))}
        </tbody>
      ))}
    </FigureFrame>
  );
}

type GroupHeadProps<Row> = Pick<GroupedTableProps<Row>, 'columns'> & {
  head: FigureGroup<Row>['head'];
};

function GroupHead<Row>({ columns, head }: GroupHeadProps<Row>) {
  const places = columns.flatMap((column, at) =>
    at === 0 || column.id in head ? [{ column, at }] : [],
  );
  return (
    <tr>
      {places.map(({ column, at }, place) => {
        const span = (places[place + 1]?.at ?? columns.length) - at;
        const looks = { ...looksOf(column), ...(span > 1 && { colSpan: span }) };
        return at === 0 ? (
          <th key={column.id} scope="rowgroup" {...looks}>
            {head[column.id]}
          </th>
        ) : (
          <td key={column.id} {...looks}>
            {head[column.id]}
          </td>
        );
      })}
    </tr>
  );
}

import { memo } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Skeleton } from '../page/Skeleton.tsx';
import type { OrderedColumn, PlacedColumn } from './columns.ts';
import { RowBox } from './RowBox.tsx';
import type { RowActions } from './use-grid-keys.ts';
import classes from './TableGrid.module.css';

type TableRowProps<Row> = {
  row: Row;
  name: string;
  href: string | undefined;
  index: number;
  /** How many rows out of sight lie before this one. */
  rowsLeftOut: number;
  span: number;
  columns: readonly OrderedColumn<Row>[];
  withBoxes: boolean;
  isSelected: boolean;
  isActive: boolean;
  actions: RowActions;
};

/** One row. It is drawn anew only when its own record, its columns or its selection change. */
export const TableRow = memo(TableRowInside) as typeof TableRowInside; // memo() loses the type parameter.

function TableRowInside<Row>(props: TableRowProps<Row>) {
  const { row, name, href, index, columns, withBoxes, isSelected, isActive, actions } = props;
  const { t } = useTranslation('ui');
  // One row at a time is in the order of the Tab key, with all that is in it.
  const tabIndex = isActive ? 0 : -1;
  return (
    <>
      <GapRow rows={props.rowsLeftOut} span={props.span} />
      <tr
        data-index={index}
        aria-rowindex={index + 2}
        aria-selected={withBoxes ? isSelected : undefined}
        tabIndex={tabIndex}
        className={classes.row}
        onClick={(event) => actions.click(index, event)}
        onFocus={() => actions.activate(index)}
        onPointerEnter={() => actions.intend(index)}
      >
        {withBoxes && (
          <td className={`${classes.box} ${classes.pinned}`}>
            <RowBox
              label={t('table.selectRow', { name })}
              checked={isSelected}
              tabIndex={tabIndex}
              onToggle={(event) => actions.toggle(index, event)}
            />
          </td>
        )}
        {columns.map((column, at) => (
          <Cell key={column.id} column={column} at={at}>
            {column.main && href ? (
              <Link to={href} tabIndex={tabIndex} className={classes.link}>
                {column.cell(row)}
              </Link>
            ) : (
              column.cell(row)
            )}
          </Cell>
        ))}
      </tr>
    </>
  );
}

type CellProps<Row> = { column: OrderedColumn<Row>; at: number; children: ReactNode };

function Cell<Row>({ column, at, children }: CellProps<Row>) {
  const { isPinned, align, main } = column;
  return (
    <td
      data-align={align}
      data-main={main || undefined}
      className={isPinned ? classes.pinned : undefined}
      style={isPinned ? { insetInlineStart: `var(${pinVariable(at)})` } : undefined}
    >
      {children}
    </td>
  );
}

/** The table's own property that says where its column number so-and-so stays. */
export function pinVariable(at: number): `--${string}` {
  return `--pin-${at}`;
}

/** Stands for the rows that are out of sight. */
export function GapRow({ rows, span }: { rows: number; span: number }) {
  if (rows <= 0) return null;
  return (
    <tr aria-hidden="true" className={classes.gap}>
      <td
        colSpan={span}
        aria-hidden="true"
        style={{ height: `calc(${rows} * var(--row-height))` }}
      />
    </tr>
  );
}

type SkeletonRowsProps<Row> = { columns: readonly PlacedColumn<Row>[]; withBoxes: boolean };

export const skeletonRowCount = 12;

/** Rows on their way, in the measures of those that will stand here. */
export function SkeletonRows<Row>({ columns, withBoxes }: SkeletonRowsProps<Row>) {
  return Array.from({ length: skeletonRowCount }, (_, row) => (
    <tr key={row} aria-hidden="true" className={classes.skeleton}>
      {withBoxes && <td aria-hidden="true" className={classes.box} />}
      {columns.map((column, at) => (
        <td key={column.id} data-align={column.align}>
          <Skeleton width={`${45 + ((row * 7 + at * 13) % 35)}%`} height="0.75rem" />
        </td>
      ))}
    </tr>
  ));
}

import type { TFunction } from 'i18next';
import { memo, type ReactNode, type ChangeEvent } from 'react';
import { TickBox } from '../form/TickBox.tsx';
import { Skeleton } from '../page/Skeleton.tsx';
import type { OrderedColumn, PlacedColumn } from './columns.ts';
import classes from './TableGrid.module.css';
import type { RowActions } from './use-grid-keys.ts';

type TableRowProps<Row> = {
  row: Row;
  name: string;
  href: string | undefined;
  index: number;
  /** Room that the rows out of sight before this one take, in pixels. */
  gap: number;
  /** Hears of the row's own height. */
  measure: (row: HTMLElement | null) => void;
  span: number;
  columns: readonly OrderedColumn<Row>[];
  withBoxes: boolean;
  isSelected: boolean;
  isActive: boolean;
  actions: RowActions;
  t: TFunction<'ui'>;
};

/** One row. It is drawn anew only when its own record, its columns or its selection change. */
export const TableRow = memo(TableRowInside) as typeof TableRowInside; // memo() loses the type parameter.

function TableRowInside<Row>(props: TableRowProps<Row>) {
  const { row, name, index, measure, columns, withBoxes, isSelected, isActive, actions } = props;
  // Only one row and its contents can be reached by Tab.
  const tabIndex = isActive ? 0 : -1;
  return (
    <>
      <GapRow height={props.gap} span={props.span} />
      <tr
        ref={measure}
        data-index={index}
        data-even={index % 2 === 1 || undefined}
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
              label={props.t('table.selectRow', { name })}
              checked={isSelected}
              tabIndex={tabIndex}
              onToggle={(event) => actions.toggle(index, event)}
            />
          </td>
        )}
        {columns.map(({ id, align, main, isPinned, cell }, at) => (
          <td
            key={id}
            data-align={align}
            data-main={main || undefined}
            className={isPinned ? classes.pinned : undefined}
            style={isPinned ? { insetInlineStart: `var(${pinVariable(at)})` } : undefined}
          >
            {main ? (
              <MainCell href={props.href} isActive={isActive} actions={actions}>
                {cell(row)}
              </MainCell>
            ) : (
              cell(row)
            )}
          </td>
        ))}
      </tr>
    </>
  );
}

type MainCellProps = Pick<TableRowProps<unknown>, 'href' | 'isActive' | 'actions'> & {
  children: ReactNode;
};

/** Names the row and links to its page; the grid's keys follow the same address. */
function MainCell({ href, isActive, actions, children }: MainCellProps) {
  if (href === undefined) return children;
  return (
    <a
      href={href}
      tabIndex={isActive ? 0 : -1}
      className={classes.link}
      onClick={(event) => actions.follow(href, event)}
    >
      {children}
    </a>
  );
}

/** The table's CSS property that holds the place of a pinned column. */
export function pinVariable(at: number): `--${string}` {
  return `--pin-${at}`;
}

/** Stands for the rows that are out of sight. */
export function GapRow({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" className={classes.gap}>
      <td colSpan={span} aria-hidden="true" style={{ height }} />
    </tr>
  );
}

type SkeletonRowsProps<Row> = { columns: readonly PlacedColumn<Row>[]; withBoxes: boolean };

const skeletonRowCount = 12;

/** Placeholder rows of the same height while the rows load. */
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

type RowBoxProps = {
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  tabIndex?: number;
  /** Called with the click, so that Shift can be read from it. */
  onToggle: (event: ChangeEvent<HTMLInputElement>) => void;
};

/** The box that selects a row: a native one underneath, because a table has hundreds of them. */
export function RowBox({ label, checked, indeterminate = false, tabIndex, onToggle }: RowBoxProps) {
  return (
    // The label is the whole cell: a box of 16 px is hard to hit.
    <label className={classes.cell}>
      <TickBox
        ref={(box) => {
          if (box) box.indeterminate = indeterminate;
        }}
        aria-label={label}
        checked={checked}
        tabIndex={tabIndex}
        onChange={onToggle}
      />
    </label>
  );
}

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
  /** Height of the skipped rows before this one, in pixels. */
  gap: number;
  /** Measures the row's height. */
  measure: (row: HTMLElement | null) => void;
  span: number;
  columns: readonly OrderedColumn<Row>[];
  withBoxes: boolean;
  isSelected: boolean;
  isActive: boolean;
  actions: RowActions;
  t: TFunction<'ui'>;
};

/** One row. It rerenders only when its own properties change, not with each change of the table. */
export const TableRow = memo(TableRowInside) as typeof TableRowInside; // memo() loses the type parameter.

function TableRowInside<Row>(props: TableRowProps<Row>) {
  const { row, name, index, measure, columns, withBoxes, isSelected, isActive, actions } = props;
  // Only the active row, with its box and its link, is in the tab order.
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
        {columns.map(({ id, align, main, plain, wraps, stays, isPinned, cell }, at) => (
          <td
            key={id}
            data-align={align}
            data-main={main || undefined}
            data-plain={plain || undefined}
            data-wraps={wraps || undefined}
            data-stays={stays || undefined}
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

/** Names the row and, if the row has a page, links to it; the grid's Enter key opens it, too. */
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

/** Returns the name of the CSS variable for the offset of a pinned column. */
export function pinVariable(at: number): `--${string}` {
  return `--pin-${at}`;
}

/** Fills the height of rows that are not rendered. */
export function GapRow({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" className={classes.gap}>
      <td colSpan={span} aria-hidden="true" style={{ height }} />
    </tr>
  );
}

type SkeletonRowsProps<Row> = {
  columns: readonly PlacedColumn<Row>[];
  withBoxes: boolean;
  count: number | undefined;
};

/** Placeholders while the rows load, each as high as a row of one line. */
export function SkeletonRows<Row>({ columns, withBoxes, count = 12 }: SkeletonRowsProps<Row>) {
  return Array.from({ length: count }, (_, row) => (
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
  /** Called with the event, so that Shift can be read from it. */
  onToggle: (event: ChangeEvent<HTMLInputElement>) => void;
};

/** The box that selects a row: a native input for speed, because every rendered row has one. */
export function RowBox({ label, checked, indeterminate = false, tabIndex, onToggle }: RowBoxProps) {
  return (
    // The label fills the whole cell, because a box of 16 px is hard to hit.
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

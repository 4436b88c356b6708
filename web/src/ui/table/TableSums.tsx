import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/FormatProvider.tsx';
import type { PlacedColumn } from './columns.ts';
import classes from './TableGrid.module.css';

type TableSumsProps<Row> = {
  columns: readonly PlacedColumn<Row>[];
  withBoxes: boolean;
  sums: Readonly<Record<string, ReactNode>>;
  count: number;
};

/** The sums of all that match, under the columns they add up; they stay in sight. */
export function TableSums<Row>({ columns, withBoxes, sums, count }: TableSumsProps<Row>) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  return (
    <tfoot>
      <tr>
        {withBoxes && <td aria-hidden="true" className={`${classes.box} ${classes.pinned}`} />}
        {columns.map((column, at) => (
          <td
            key={column.id}
            data-align={column.align}
            data-main={column.main || undefined}
            className={classOf(column.pinnedAt !== null, at === 0 && !sums[column.id])}
            style={column.pinnedAt === null ? undefined : { insetInlineStart: column.pinnedAt }}
          >
            {sums[column.id] ??
              (at === 0 ? t('table.sumOf', { count, figure: format.count(count) }) : null)}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

function classOf(isPinned: boolean, isLabel: boolean): string {
  return [isPinned && classes.pinned, isLabel && classes.sumOf].filter(Boolean).join(' ');
}

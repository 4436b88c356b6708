import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/Button.tsx';
import { Menu } from '../menu/Menu.tsx';
import { listedColumns } from './columns.ts';
import type { TablePartProps } from './DataTable.tsx';
import { sortTable } from './table-state.ts';

type SortMenuProps<Row extends object> = Pick<
  TablePartProps<Row>,
  'columns' | 'state' | 'onStateChange'
>;

/** Sorts a list on a phone, whose cards have no column heads. The current order can be reversed. */
export function SortMenu<Row extends object>(props: SortMenuProps<Row>) {
  const { columns, state, onStateChange } = props;
  const { t } = useTranslation('ui');
  const sortable = listedColumns(columns, state.columns).filter(({ sort }) => sort !== undefined);
  if (sortable.length === 0) return null;
  const isDown = state.sort?.direction === 'desc';
  const Arrow = isDown ? IconArrowDown : IconArrowUp;
  const current = sortable.find(({ id }) => id === state.sort?.column);
  return (
    <Menu
      trigger={
        <IconButton
          label={current ? t('table.sortedBy', { column: current.header }) : t('table.sort')}
          icon={<IconArrowsSort size={18} stroke={1.5} aria-hidden="true" />}
        />
      }
      actions={sortable.map(({ id, header, sort = 'asc' }) => ({
        id,
        label: header,
        ...(id === current?.id && {
          current: 'true',
          end: <Arrow size={16} stroke={1.5} aria-hidden="true" />,
        }),
        onSelect: () =>
          onStateChange(
            sortTable(state, {
              column: id,
              direction: id === current?.id ? (isDown ? 'asc' : 'desc') : sort,
            }),
          ),
      }))}
    />
  );
}

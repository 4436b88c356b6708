import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Box } from '../../ui/layout/Box.tsx';
import { useIsPhone } from '../../ui/state/use-media.ts';
import type { Column } from '../../ui/table/columns.ts';
import type { ListAddress } from '../../ui/table/table-state.ts';

type SortChoiceProps = {
  columns: readonly Pick<Column<never>, 'id' | 'header' | 'sort'>[];
  address: ListAddress;
};

/** Chooses the order of a list on a phone, where no column has a head to press. */
export function SortChoice({ columns, address }: SortChoiceProps) {
  const { t } = useTranslation('gallery-tables');
  const id = useId();
  const isPhone = useIsPhone();
  const format = useFormat();
  const { sort, thenBy } = address.state;
  const nameOf = (one: string) => columns.find((column) => column.id === one)?.header ?? one;
  const orders = columns.flatMap((column) => {
    const usual = column.sort;
    if (usual === undefined) return [];
    const direction = sort?.column === column.id ? sort.direction : usual;
    return [{ column: column.id, direction, label: t(direction, { column: column.header }) }];
  });
  if (!isPhone) return null;
  return (
    <Box below={3}>
      <SelectField
        id={id}
        label={t('sortBy')}
        hint={
          thenBy.length > 0 &&
          t('thenBy', { columns: format.list(thenBy.map(({ column }) => nameOf(column))) })
        }
        required
        options={orders.map(({ column, label }) => ({ value: column, label }))}
        value={sort?.column ?? null}
        onChange={(chosen) => {
          const order = orders.find(({ column }) => column === chosen);
          if (order) address.setState({ ...address.state, sort: order, thenBy: [], cursor: null });
        }}
      />
    </Box>
  );
}

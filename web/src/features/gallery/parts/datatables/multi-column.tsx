import type { BorrowerRow } from '@bursar/contracts/records/borrower-lists';
import { useTranslation } from 'react-i18next';
import { ListTable, type ListTableProps } from '../../../../ui/table/ListTable.tsx';
import { useBorrowerList } from '../../borrower-list.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { RegionThenIncome, Freely },
  components: [
    documented<ListTableProps<BorrowerRow>>('ListTable', [
      { name: 'sortsBy', type: 'number', standard: '1' },
      { name: 'address', type: 'ListAddress' },
    ]),
  ],
  keyboard: [
    { keys: ['Tab Enter'], does: 'sortBy' },
    { keys: ['Shift+Enter'], does: 'sortAlso' },
  ],
};

function RegionThenIncome() {
  const { t } = useTranslation('gallery-tables');
  const { table } = useBorrowerList({
    name: 'region',
    columns: ['name', 'region', 'homeOwnership', 'income', 'outstanding'],
    defaults: {
      sort: { column: 'region', direction: 'asc' },
      thenBy: [{ column: 'income', direction: 'desc' }],
    },
  });
  return (
    <ListTable<BorrowerRow>
      {...table}
      label={t('multi-column.examples.RegionThenIncome.title')}
      sortsBy={3}
    />
  );
}

function Freely() {
  const { t } = useTranslation('gallery-tables');
  const { table } = useBorrowerList({
    name: 'freely',
    columns: ['name', 'employment', 'income', 'outstanding'],
    defaults: {
      sort: { column: 'employment', direction: 'asc' },
      thenBy: [{ column: 'outstanding', direction: 'desc' }],
    },
    limit: 5,
  });
  return (
    <ListTable<BorrowerRow>
      {...table}
      label={t('multi-column.examples.Freely.title')}
      sortsBy={3}
    />
  );
}

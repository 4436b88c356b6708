import type { BorrowerRow } from '@bursar/contracts/records/borrower-lists';
import { useTranslation } from 'react-i18next';
import { ListTable, type ListTableProps } from '../../../../ui/table/ListTable.tsx';
import { useBorrowerList } from '../../borrower-list.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { AllBorrowers, OwnColumns },
  components: [
    documented<ListTableProps<BorrowerRow>>('ListTable', [
      { name: 'address', type: 'ListAddress' },
      { name: 'load', type: '{ status, failure, paging? }' },
      { name: 'columns', type: 'readonly Column<Row>[]' },
      { name: 'rows', type: 'readonly Row[]' },
      { name: 'rowId', type: '(row: Row) => string' },
      { name: 'card', type: '(row: Row) => ReactNode' },
      { name: 'none', type: 'ReactNode' },
      { name: 'noMatch', type: 'string' },
    ]),
  ],
  keyboard: [
    { keys: ['↑', '↓'], does: 'move' },
    { keys: ['Home', 'End'], does: 'ends' },
    { keys: ['Tab Enter'], does: 'sortBy' },
  ],
};

function AllBorrowers() {
  const { t } = useTranslation('gallery-tables');
  const { table } = useBorrowerList({ name: 'all' });
  return <ListTable<BorrowerRow> {...table} label={t('basic.examples.AllBorrowers.title')} />;
}

function OwnColumns() {
  const { t } = useTranslation('gallery-tables');
  const { table } = useBorrowerList({
    name: 'few',
    filters: ['q', 'homeOwnership'],
    columns: ['name', 'homeOwnership', 'employment'],
    limit: 5,
  });
  return <ListTable<BorrowerRow> {...table} label={t('basic.examples.OwnColumns.title')} />;
}

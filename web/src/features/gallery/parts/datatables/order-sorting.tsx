import type { BorrowerRow } from '@bursar/contracts/records/borrower-lists';
import { useTranslation } from 'react-i18next';
import { ListTable, type ListTableProps } from '../../../../ui/table/ListTable.tsx';
import { useBorrowerList } from '../../borrower-list.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { LargestFirst, ByName },
  components: [
    documented<ListTableProps<BorrowerRow>>('ListTable', [
      { name: 'columns', type: 'readonly Column<Row>[]' },
      { name: 'address', type: 'ListAddress' },
    ]),
  ],
  keyboard: [
    { keys: ['Tab Enter'], does: 'sortBy' },
    { keys: ['↑', '↓'], does: 'move' },
  ],
};

function LargestFirst() {
  const { t } = useTranslation('gallery-tables');
  const { table } = useBorrowerList({
    name: 'largest',
    columns: ['name', 'loans', 'outstanding', 'arrears'],
    defaults: { sort: { column: 'outstanding', direction: 'desc' } },
  });
  return (
    <ListTable<BorrowerRow> {...table} label={t('order-sorting.examples.LargestFirst.title')} />
  );
}

function ByName() {
  const { t } = useTranslation('gallery-tables');
  const { table } = useBorrowerList({
    name: 'named',
    columns: ['name', 'externalId', 'employment', 'region'],
    defaults: { sort: { column: 'name', direction: 'asc' } },
    limit: 5,
  });
  return <ListTable<BorrowerRow> {...table} label={t('order-sorting.examples.ByName.title')} />;
}

import type { BorrowerRow } from '@bursar/contracts/records/borrower-lists';
import { useTranslation } from 'react-i18next';
import { ListTable, type ListTableProps } from '../../../../ui/table/ListTable.tsx';
import { borrowerColumnIds } from '@bursar/contracts/list-columns';
import { useBorrowerList } from '../../borrower-list.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { AllColumns, AlwaysVisible },
  components: [
    documented<ListTableProps<BorrowerRow>>('ListTable', [
      { name: 'columns', type: 'readonly Column<Row>[]' },
      { name: 'address', type: 'ListAddress' },
    ]),
  ],
  keyboard: [
    { keys: ['Alt', 'Shift', '←', '→'], does: 'moveColumn' },
    { keys: ['Alt', '←', '→'], does: 'resize' },
  ],
};

function AllColumns() {
  const { t } = useTranslation('gallery-tables');
  const { table } = useBorrowerList({
    name: 'all',
    columns: borrowerColumnIds,
    hidden: ['externalId', 'email', 'employmentYears', 'homeOwnership', 'arrears', 'created'],
  });
  return (
    <ListTable<BorrowerRow> {...table} label={t('column-chooser.examples.AllColumns.title')} />
  );
}

function AlwaysVisible() {
  const { t } = useTranslation('gallery-tables');
  const { table } = useBorrowerList({
    name: 'kept',
    columns: borrowerColumnIds,
    scrolls: true,
    defaults: { pinned: ['name'] },
    limit: 5,
  });
  return (
    <ListTable<BorrowerRow> {...table} label={t('column-chooser.examples.AlwaysVisible.title')} />
  );
}

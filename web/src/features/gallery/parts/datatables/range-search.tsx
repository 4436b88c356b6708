import type { BorrowerRow } from '@bursar/contracts/records/borrower-lists';
import { useTranslation } from 'react-i18next';
import { ListTable, type ListTableProps } from '../../../../ui/table/ListTable.tsx';
import { useBorrowerList } from '../../borrower-list.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { Amounts, Days },
  components: [
    documented<ListTableProps<BorrowerRow>>('ListTable', [
      { name: 'address', type: 'ListAddress' },
      { name: 'noMatch', type: 'string' },
    ]),
  ],
  keyboard: [],
};

function Amounts() {
  const { t } = useTranslation('gallery-tables');
  const { table } = useBorrowerList({
    name: 'amounts',
    filters: ['income', 'outstanding', 'q'],
    usual: { income: '5000000..15000000' },
    columns: ['name', 'region', 'income', 'outstanding'],
  });
  return <ListTable<BorrowerRow> {...table} label={t('range-search.examples.Amounts.title')} />;
}

function Days() {
  const { t } = useTranslation('gallery-tables');
  const { table } = useBorrowerList({
    name: 'days',
    filters: ['created', 'q'],
    usual: { created: '2025-01-01..' },
    columns: ['name', 'externalId', 'created'],
    limit: 5,
  });
  return <ListTable<BorrowerRow> {...table} label={t('range-search.examples.Days.title')} />;
}

import type { BorrowerRow } from '@bursar/contracts/records/borrower-lists';
import { useTranslation } from 'react-i18next';
import { ListTable, type ListTableProps } from '../../../../ui/table/ListTable.tsx';
import { useBorrowerList } from '../../borrower-list.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { Lines, Striped, Boxed, Close },
  components: [
    documented<ListTableProps<BorrowerRow>>('ListTable', [
      { name: 'skin', type: "'lines' | 'striped' | 'grid'", standard: "'lines'" },
      { name: 'columns', type: 'readonly Column<Row>[]' },
    ]),
  ],
  keyboard: [{ keys: ['↑', '↓'], does: 'move' }],
};

function Lines() {
  const { t } = useTranslation('gallery-tables');
  const { table } = useBorrowerList({
    name: 'lines',
    columns: ['name', 'region', 'income', 'outstanding'],
    limit: 5,
  });
  return <ListTable<BorrowerRow> {...table} label={t('skin.examples.Lines.title')} />;
}

function Striped() {
  const { t } = useTranslation('gallery-tables');
  const { table } = useBorrowerList({
    name: 'striped',
    columns: ['name', 'employment', 'loans', 'outstanding'],
    limit: 6,
  });
  return (
    <ListTable<BorrowerRow> {...table} label={t('skin.examples.Striped.title')} skin="striped" />
  );
}

function Boxed() {
  const { t } = useTranslation('gallery-tables');
  const { table } = useBorrowerList({
    name: 'boxed',
    columns: ['name', 'employmentYears', 'homeOwnership', 'income'],
    limit: 5,
  });
  return <ListTable<BorrowerRow> {...table} label={t('skin.examples.Boxed.title')} skin="grid" />;
}

function Close() {
  const { t } = useTranslation('gallery-tables');
  const { table } = useBorrowerList({
    name: 'close',
    columns: ['name', 'phone', 'loans', 'outstanding', 'arrears'],
    limit: 8,
    defaults: { density: 'compact' },
  });
  return <ListTable<BorrowerRow> {...table} label={t('skin.examples.Close.title')} />;
}

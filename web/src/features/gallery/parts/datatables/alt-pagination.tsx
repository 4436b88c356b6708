import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Pagination.layer.css';
import type { BorrowerRow } from '@bursar/contracts/records/borrower-lists';
import { Pagination } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ListTable, type ListTableProps } from '../../../../ui/table/ListTable.tsx';
import { useBorrowerList, useNumberedBorrowers } from '../../borrower-list.tsx';
import { usePageButtons } from '../../use-page-buttons.ts';
import { useIsPhone } from '../../../../ui/state/use-media.ts';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { ByNumber, Endless },
  components: [
    documented<ListTableProps<BorrowerRow>>('ListTable', [
      { name: 'load', type: '{ status, failure, paging? }' },
      { name: 'matchCount', type: 'number', standard: '–' },
    ]),
  ],
  keyboard: [
    { keys: ['Tab Enter'], does: 'press' },
    { keys: ['↑', '↓'], does: 'move' },
  ],
};

function ByNumber() {
  const { t } = useTranslation('gallery-tables');
  const isPhone = useIsPhone();
  const { table, page, pages, turnTo } = useNumberedBorrowers({
    name: 'numbered',
    columns: ['name', 'externalId', 'region', 'outstanding'],
  });
  const control = (
    <Pagination
      {...usePageButtons()}
      value={page}
      total={pages}
      onChange={turnTo}
      siblings={isPhone ? 0 : 1}
      previousIcon={Back}
      nextIcon={Onwards}
    />
  );
  return (
    <ListTable<BorrowerRow>
      {...table}
      load={{ ...table.load, paging: { kind: 'own', control } }}
      label={t('alt-pagination.examples.ByNumber.title')}
    />
  );
}

const Back = () => <IconChevronLeft size={16} stroke={1.5} className="mirrors" />;

const Onwards = () => <IconChevronRight size={16} stroke={1.5} className="mirrors" />;

function Endless() {
  const { t } = useTranslation('gallery-tables');
  const { table } = useBorrowerList({
    name: 'endless',
    columns: ['name', 'phone', 'loans', 'outstanding'],
    limit: 8,
  });
  return <ListTable<BorrowerRow> {...table} label={t('alt-pagination.examples.Endless.title')} />;
}

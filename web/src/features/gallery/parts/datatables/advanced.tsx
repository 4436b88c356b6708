import type { BorrowerRow } from '@bursar/contracts/records/borrower-lists';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Count } from '../../../../ui/format/Count.tsx';
import { Money } from '../../../../ui/format/Money.tsx';
import { SideDrawer } from '../../../../ui/overlay/SideDrawer.tsx';
import { ListTable, type ListTableProps } from '../../../../ui/table/ListTable.tsx';
import { useIsPhone } from '../../../../ui/state/use-media.ts';
import { useBorrowerList } from '../../borrower-list.tsx';
import { documented, type Part } from '../../part.ts';
import { noChange } from '../../still-panels.tsx';

export const part: Part = {
  examples: { WithSums, OpenNextTo },
  stills: { OpenNextTo: RowOpen },
  components: [
    documented<ListTableProps<BorrowerRow>>('ListTable', [
      { name: 'sums', type: 'Record<string, ReactNode>', standard: '–' },
      { name: 'matchCount', type: 'number', standard: '–' },
      { name: 'height', type: "'page' | 'content'", standard: "'page'" },
      { name: 'onRowOpen', type: '(row: Row) => void', standard: '–' },
      { name: 'onExport', type: '(asked: ExportAsked) => void', standard: '–' },
    ]),
  ],
  keyboard: [
    { keys: ['↑', '↓'], does: 'move' },
    { keys: ['Enter'], does: 'openRow' },
    { keys: ['Alt+←', 'Alt+→'], does: 'resize' },
    { keys: ['Alt+Shift+←', 'Alt+Shift+→'], does: 'moveColumn' },
  ],
};

function WithSums() {
  const { t } = useTranslation('gallery-tables');
  const isPhone = useIsPhone();
  const { table, sums, save } = useBorrowerList({
    name: 'sums',
    columns: ['name', 'region', 'employment', 'income', 'loans', 'outstanding', 'arrears'],
    filters: ['q', 'standing', 'homeOwnership', 'outstanding'],
    defaults: { pinned: ['name'] },
    limit: isPhone ? 10 : 50,
  });
  return (
    <ListTable<BorrowerRow>
      {...table}
      label={t('advanced.examples.WithSums.title')}
      height={isPhone ? 'content' : 'page'}
      onExport={save}
      sums={{
        loans: sums && <Count value={sums.loans} />,
        outstanding: sums?.amounts.map((amount) => (
          <Money
            key={amount.currency}
            currency={amount.currency}
            amountMinor={amount.outstandingMinor}
          />
        )),
      }}
    />
  );
}

const nextTo = {
  name: 'open',
  columns: ['name', 'phone', 'region', 'outstanding'],
  limit: 5,
} as const;

function OpenNextTo() {
  const { t } = useTranslation('gallery-tables');
  const { table } = useBorrowerList(nextTo);
  const [opened, setOpened] = useState<BorrowerRow | null>(null);
  return (
    <>
      <ListTable<BorrowerRow>
        {...table}
        label={t('advanced.examples.OpenNextTo.title')}
        onRowOpen={setOpened}
      />
      <Details row={opened} isOpen={opened !== null} onClose={() => setOpened(null)} />
    </>
  );
}

type DetailsProps = { row: BorrowerRow | null; isOpen: boolean; onClose: () => void };

function Details({ row, isOpen, onClose }: DetailsProps) {
  return (
    <SideDrawer opened={isOpen} onClose={onClose} title={row?.name ?? ''}>
      <p>{[row?.employmentTitle, row?.region].filter(Boolean).join(' · ')}</p>
    </SideDrawer>
  );
}

/** A picture of the drawer with the first row's details. */
function RowOpen() {
  const { table } = useBorrowerList(nextTo);
  return <Details row={table.rows[0] ?? null} isOpen onClose={noChange} />;
}

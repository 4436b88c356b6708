import type { BorrowerRow } from '@bursar/contracts/records/borrower-lists';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { ColumnChooser } from '../../../../ui/table/ColumnChooser.tsx';
import { ListTable, type ListTableProps } from '../../../../ui/table/ListTable.tsx';
import { nothingSelected } from '../../../../ui/table/row-selection.ts';
import { useGridTable } from '../../../../ui/table/use-grid-table.ts';
import { borrowerColumnIds } from '@bursar/contracts/list-columns';
import { useBorrowerList } from '../../borrower-list.tsx';
import { documented, type Part } from '../../part.ts';
import { noChange, StillPair, StillPopover } from '../../still-panels.tsx';

export const part: Part = {
  examples: { AllColumns, AlwaysVisible },
  stills: { AllColumns: DisplayOpen },
  components: [
    documented<ListTableProps<BorrowerRow>>('ListTable', [
      { name: 'columns', type: 'readonly Column<Row>[]' },
      { name: 'address', type: 'ListAddress' },
    ]),
  ],
  keyboard: [
    { keys: ['Alt+Shift+←', 'Alt+Shift+→'], does: 'moveColumn' },
    { keys: ['Alt+←', 'Alt+→'], does: 'resize' },
  ],
};

function AllColumns() {
  const { t } = useTranslation('gallery-tables');
  const { table } = useBorrowerList(allColumns);
  return (
    <ListTable<BorrowerRow> {...table} label={t('column-chooser.examples.AllColumns.title')} />
  );
}

const allColumns = {
  name: 'all',
  columns: borrowerColumnIds,
  hidden: [
    'externalId',
    'kind',
    'phone',
    'email',
    'employmentYears',
    'homeOwnership',
    'arrears',
    'created',
  ],
} as const;

function DisplayOpen() {
  const { t } = useTranslation('ui');
  const { columns, rows, rowId, address } = useBorrowerList(allColumns).table;
  const state = { state: address.state, onStateChange: noChange };
  const table = useGridTable<BorrowerRow>({
    ...state,
    columns,
    rows,
    rowId,
    selection: nothingSelected,
    room: 0,
  });
  return (
    <StillPair
      trigger={
        <Button
          size="compact"
          kind="quiet"
          icon={<IconAdjustmentsHorizontal size={18} stroke={1.5} aria-hidden="true" />}
        >
          {t('table.display')}
        </Button>
      }
    >
      <StillPopover label={t('table.display')} width={300}>
        <ColumnChooser<BorrowerRow> {...state} columns={columns} table={table} />
      </StillPopover>
    </StillPair>
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

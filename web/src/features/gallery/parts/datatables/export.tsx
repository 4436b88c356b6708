import type { BorrowerRow } from '@bursar/contracts/records/borrower-lists';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { useExportActions } from '../../../../ui/table/ExportMenu.tsx';
import { ListTable, type ListTableProps } from '../../../../ui/table/ListTable.tsx';
import { useBorrowerList } from '../../borrower-list.tsx';
import { useTwoSelected } from '../../use-two-selected.ts';
import { documented, type Part } from '../../part.ts';
import { noChange, StillMenu, StillPair } from '../../still-panels.tsx';

export const part: Part = {
  examples: { WhatWasPicked, WhatMatches },
  stills: { WhatMatches: FormatsOpen },
  components: [
    documented<ListTableProps<BorrowerRow>>('ListTable', [
      { name: 'onExport', type: '(asked: ExportAsked) => void', standard: '–' },
      { name: 'selection', type: 'RowSelection', standard: '–' },
    ]),
  ],
  keyboard: [],
};

function WhatMatches() {
  const { t } = useTranslation('gallery-tables');
  const { table, save } = useBorrowerList({
    name: 'all',
    columns: ['name', 'externalId', 'income', 'loans', 'outstanding'],
  });
  return (
    <ListTable<BorrowerRow>
      {...table}
      label={t('export.examples.WhatMatches.title')}
      onExport={save}
    />
  );
}

function FormatsOpen() {
  const { t } = useTranslation('ui');
  return (
    <StillPair
      trigger={
        <Button size="compact" kind="quiet" icon={<IconDownload size={18} stroke={1.5} />}>
          {t('table.export')}
        </Button>
      }
    >
      <StillMenu actions={useExportActions(noChange)} />
    </StillPair>
  );
}

function WhatWasPicked() {
  const { t } = useTranslation('gallery-tables');
  const { table, save } = useBorrowerList({
    name: 'picked',
    columns: ['name', 'phone', 'outstanding', 'arrears'],
    limit: 5,
  });
  const [selection, setSelection] = useTwoSelected(table.rows);
  return (
    <ListTable<BorrowerRow>
      {...table}
      label={t('export.examples.WhatWasPicked.title')}
      selection={selection}
      onSelectionChange={setSelection}
      onExport={save}
      bulk={{ actions: null }}
    />
  );
}

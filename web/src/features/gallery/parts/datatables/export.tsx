import type { BorrowerRow } from '@bursar/contracts/records/borrower-lists';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useExportActions } from '../../../../ui/table/ExportMenu.tsx';
import { ListTable, type ListTableProps } from '../../../../ui/table/ListTable.tsx';
import { nothingSelected } from '../../../../ui/table/row-selection.ts';
import { useBorrowerList } from '../../borrower-list.tsx';
import { documented, type Part } from '../../part.ts';
import { noChange, StillMenu } from '../../still-panels.tsx';

export const part: Part = {
  examples: { WhatMatches, WhatWasPicked },
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
  return <StillMenu actions={useExportActions(noChange)} />;
}

function WhatWasPicked() {
  const { t } = useTranslation('gallery-tables');
  const { table, save } = useBorrowerList({
    name: 'picked',
    columns: ['name', 'phone', 'outstanding', 'arrears'],
    limit: 5,
  });
  const [selection, setSelection] = useState(nothingSelected);
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

import type { BorrowerRow } from '@bursar/contracts/records/borrower-lists';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../../lib/copy-text.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { notify } from '../../../../ui/overlay/notify.ts';
import { ListTable, type ListTableProps } from '../../../../ui/table/ListTable.tsx';
import { isRowSelected, nothingSelected } from '../../../../ui/table/row-selection.ts';
import { useBorrowerList } from '../../borrower-list.tsx';
import { useTwoSelected } from '../../use-two-selected.ts';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { WithBar, BoxesAlone },
  components: [
    documented<ListTableProps<BorrowerRow>>('ListTable', [
      { name: 'selection', type: 'RowSelection', standard: '–' },
      { name: 'onSelectionChange', type: '(next) => void', standard: '–' },
      { name: 'bulk', type: '{ figure?, actions }', standard: '–' },
      { name: 'onExport', type: '(asked: ExportAsked) => void', standard: '–' },
    ]),
  ],
  keyboard: [
    { keys: ['Space'], does: 'toggle' },
    { keys: ['Shift+Space'], does: 'selectRange' },
    { keys: ['↑', '↓'], does: 'move' },
  ],
};

function WithBar() {
  const { t } = useTranslation('gallery-tables');
  const { table, save } = useBorrowerList({
    name: 'picked',
    columns: ['name', 'email', 'region', 'outstanding'],
  });
  const [selection, setSelection] = useTwoSelected(table.rows);
  const emails = table.rows.flatMap((row) =>
    row.email && isRowSelected(selection, row.id) ? [row.email] : [],
  );
  const copy = () =>
    void copyText(emails.join(', ')).then((isCopied) =>
      isCopied
        ? notify.success(t('gallery-samples:copied', { name: emails.length }))
        : notify.error(t('gallery:notCopied')),
    );
  return (
    <ListTable<BorrowerRow>
      {...table}
      label={t('checkbox.examples.WithBar.title')}
      selection={selection}
      onSelectionChange={setSelection}
      onExport={save}
      bulk={{
        actions: (
          <Button size="compact" onClick={copy}>
            {t('gallery-samples:copyEmails')}
          </Button>
        ),
      }}
    />
  );
}

function BoxesAlone() {
  const { t } = useTranslation('gallery-tables');
  const { table } = useBorrowerList({
    name: 'plain',
    columns: ['name', 'employment', 'loans'],
    limit: 5,
  });
  const [selection, setSelection] = useState(nothingSelected);
  return (
    <ListTable<BorrowerRow>
      {...table}
      label={t('checkbox.examples.BoxesAlone.title')}
      selection={selection}
      onSelectionChange={setSelection}
    />
  );
}

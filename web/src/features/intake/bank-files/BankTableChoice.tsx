import type { TableFound } from '@bursar/contracts/intake/tape-table';
import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button.tsx';
import { asFound, TableFields, type TableDraft } from '../../../ui/file/TableFields.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';

type BankTableChoiceProps = {
  readonly found: TableFound;
  /** Called to read the columns of another table. */
  readonly onChoose: (table: TableChoice) => void;
  /** True while the file is read: another choice is then ignored. */
  readonly busy: boolean;
};

/** The sheet and the row of the headings, which the user can change if they were found wrongly. */
export function BankTableChoice({ found, onChoose, busy }: BankTableChoiceProps) {
  const { t } = useTranslation('bank-files');
  const { count } = useFormat();
  const [draft, setDraft] = useState(asFound(found));
  const { sheet, sheets, preview } = found;
  const isListed = (row: number | null) => preview.some((one) => one.row === row);
  const choose = ({ row, hasHeading, sheet: name }: TableDraft) => {
    const inSheet = name === null || sheets.length < 2 ? {} : { sheet: name };
    const isFirst = !hasHeading && row === preview[0]?.row;
    onChoose({
      ...inSheet,
      ...(row !== null && !isFirst && { row }),
      ...(!hasHeading && { hasNoHeading: true as const }),
    });
  };
  const change = (next: TableDraft) => {
    if (busy) return;
    setDraft(next);
    // A typed row outside the preview is sent with a separate button, since its number may be
    // incomplete.
    const isKnown = next.sheet !== sheet || isListed(next.row);
    const isOther = next.row !== found.row || next.hasHeading !== found.hasHeading;
    if (isKnown && (next.sheet !== sheet || isOther)) choose(next);
  };
  const isLater = draft.sheet === sheet && draft.row !== found.row && !isListed(draft.row);
  return (
    <Stack gap={3}>
      <Box flow="grid" columns="repeat(auto-fill, minmax(min(18rem, 100%), 1fr))" gap={4}>
        <TableFields found={found} draft={draft} onDraft={change} />
      </Box>
      {isLater && draft.row !== null && (
        <div>
          <Button busy={busy} onClick={() => choose(draft)}>
            {t('table.readRow', { row: count(draft.row) })}
          </Button>
        </div>
      )}
    </Stack>
  );
}

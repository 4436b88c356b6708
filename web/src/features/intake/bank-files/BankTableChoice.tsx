import type { TableFound } from '@bursar/contracts/intake/tape-table';
import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';

type BankTableChoiceProps = {
  readonly found: TableFound;
  /** Called to read the columns of another table. */
  readonly onChoose: (table: TableChoice) => void;
  /** While the file is read, another choice is ignored. */
  readonly busy: boolean;
};

const none = 'none';

/** The sheet and the row of the headings, which the user can change if they were found wrongly. */
export function BankTableChoice({ found, onChoose, busy }: BankTableChoiceProps) {
  const { t } = useTranslation('bank-files');
  const { count } = useFormat();
  const { sheet, sheets, row, hasHeading, preview } = found;
  const inSheet = sheet === null || sheets.length < 2 ? {} : { sheet };
  const rows = preview.map(({ row: number, cells }) => ({
    value: String(number),
    label: t('table.rowOption', {
      row: count(number),
      cells: `\u2068${cells.filter((cell) => cell !== '').join(', ')}\u2069`,
    }),
  }));
  return (
    <Box flow="grid" columns="repeat(auto-fill, minmax(min(18rem, 100%), 1fr))" gap={4}>
      {sheets.length > 1 && (
        <SelectField
          id="bank-sheet"
          label={t('table.sheetField')}
          options={sheets.map(({ name, isHidden }) => ({
            value: name,
            label: name,
            note: isHidden ? t('table.hidden') : undefined,
          }))}
          value={sheet}
          onChange={(name) => {
            if (!busy && name !== sheet) onChoose({ sheet: name });
          }}
          required
        />
      )}
      <SelectField
        id="bank-heading"
        label={t('table.headingField')}
        options={[{ value: none, label: t('table.noHeadingOption') }, ...rows]}
        value={hasHeading ? String(row) : none}
        onChange={(chosen) => {
          if (busy) return;
          const where = chosen === none ? { hasNoHeading: true as const } : { row: Number(chosen) };
          onChoose({ ...inSheet, ...where });
        }}
        required
      />
    </Box>
  );
}

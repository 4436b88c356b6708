import type { BankReading as Reading } from '@bursar/contracts/intake/bank-layouts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { useTableSentence } from './use-table-sentence.ts';

/** Shows the position of the table, and how each column was interpreted, with the evidence. */
export function BankReading({ reading }: { readonly reading: Reading }) {
  const { t } = useTranslation('bank-files');
  const format = useFormat();
  const sentence = useTableSentence(reading.table);
  const { sheets, sheet } = reading.table;
  const others = sheets
    .filter(({ name }) => name !== sheet)
    .map(({ name, isHidden }) =>
      isHidden ? t('reading.hiddenSheet', { sheet: isolated(name) }) : isolated(name),
    );
  const nameOf = ({ name, position }: Reading['columns'][number]) =>
    isolated(name || t('columns.nameless', { position: format.count(position) }));
  const used = reading.columns.filter(({ field }) => field !== null);
  const unused = reading.columns.filter(({ field }) => field === null);
  return (
    <Stack gap={1}>
      <Line>{sentence}</Line>
      {others.length > 0 && (
        <Line>{t('reading.otherSheets', { sheets: format.list(others) })}</Line>
      )}
      {reading.hiddenRows > 0 && (
        <Line>
          {t('reading.hiddenRows', {
            count: reading.hiddenRows,
            figure: format.count(reading.hiddenRows),
          })}
        </Line>
      )}
      <Stack as="ul" gap={1}>
        {used.map((column) => (
          <Box as="li" key={column.position} tone="muted" size="table">
            {nameOf(column)}: {column.field && t(`columns.field.${column.field}`)}
            {column.format && <FormatOf format={column.format} />}
          </Box>
        ))}
        {unused.map((column) => (
          <Box as="li" key={column.position} tone="muted" size="table" breaks>
            {t('reading.unused', {
              column: nameOf(column),
              values: format.list(column.values.map(isolated)) || t('reading.empty'),
            })}
          </Box>
        ))}
      </Stack>
    </Stack>
  );
}

function Line({ children }: { readonly children: string }) {
  return (
    <Text tone="muted" size="table">
      {children}
    </Text>
  );
}

type Format = NonNullable<Reading['columns'][number]['format']>;

function FormatOf({ format: { kind, as, basis, proofs, calendar } }: { readonly format: Format }) {
  const { t } = useTranslation('bank-files');
  const { count } = useFormat();
  const values = {
    format: as === null ? '' : t(`reading.as.${as}`),
    count: proofs,
    rows: count(proofs),
  };
  return (
    <>
      {' – '}
      {t(`reading.${kind}.${basis}`, values)}
      {calendar !== null && ` ${t(`reading.calendar.${calendar}`)}`}
    </>
  );
}

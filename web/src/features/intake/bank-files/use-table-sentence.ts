import type { BankReading } from '@bursar/contracts/intake/bank-layouts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { isolated } from '../../../ui/format/isolated.ts';

/** Says in which row and sheet the headings are, or that there are none. */
export function useTableSentence({ sheet, row, hasHeading }: BankReading['table']): string {
  const { t } = useTranslation('bank-files');
  const { count } = useFormat();
  const kind = hasHeading ? 'heading' : 'noHeading';
  const values = { row: count(row ?? 1), sheet: isolated(sheet ?? '') };
  return t(`table.${kind}.${sheet === null ? 'file' : 'sheet'}`, values);
}

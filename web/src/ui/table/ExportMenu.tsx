import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import { Menu } from '../menu/Menu.tsx';
import type { TablePartProps } from './DataTable.tsx';
import type { RowSelection } from './row-selection.ts';

/** The file to export: its format, and whether it contains all rows or the selected ones. */
export type ExportAsked = {
  readonly format: 'csv' | 'xlsx';
  /** Ids of the visible columns, in their order. */
  readonly columns: readonly string[];
  /** Null for all matching rows. */
  readonly selection: RowSelection | null;
};

type ExportMenuProps<Row extends object> = Pick<TablePartProps<Row>, 'table' | 'onExport'> & {
  selection: RowSelection | null;
};

/** Exports a list, or its selected rows, with the visible columns. */
export function ExportMenu<Row extends object>({
  table,
  selection,
  onExport,
}: ExportMenuProps<Row>) {
  const { t } = useTranslation('ui');
  if (!onExport) return null;
  const ask = (format: ExportAsked['format']) => () =>
    onExport({
      format,
      columns: table.state.columnOrder.filter((id) => table.getColumn(id)?.getIsVisible()),
      selection,
    });
  return (
    <Menu
      trigger={
        <Button
          size="compact"
          kind="quiet"
          icon={<IconDownload size={18} stroke={1.5} aria-hidden="true" />}
        >
          {t(selection ? 'table.exportPicked' : 'table.export')}
        </Button>
      }
      actions={[
        { id: 'csv', label: t('table.exportCsv'), onSelect: ask('csv') },
        { id: 'xlsx', label: t('table.exportXlsx'), onSelect: ask('xlsx') },
      ]}
    />
  );
}

import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../button/Button.tsx';
import { Menu, type MenuAction } from '../menu/Menu.tsx';
import { listedColumns } from './columns.ts';
import type { TablePartProps } from './DataTable.tsx';
import type { RowSelection } from './row-selection.ts';

/** The file to export: its format, and whether it contains all rows or the selected ones. */
export type ExportAsked = {
  readonly format: 'csv' | 'xlsx';
  /** Ids of the list's columns, in their order. */
  readonly columns: readonly string[];
  /** Null for all matching rows. */
  readonly selection: RowSelection | null;
};

type ExportMenuProps<Row extends object> = Pick<
  TablePartProps<Row>,
  'columns' | 'state' | 'onExport'
> & {
  selection: RowSelection | null;
  /** Shows the button as an icon, on a phone. */
  isIcon?: boolean;
};

/** Exports a list, or its selected rows, with the columns of the list. */
export function ExportMenu<Row extends object>({
  columns,
  state,
  selection,
  onExport,
  isIcon = false,
}: ExportMenuProps<Row>) {
  const { t } = useTranslation('ui');
  const actions = useExportActions((format) =>
    onExport?.({
      format,
      columns: listedColumns(columns, state.columns).map(({ id }) => id),
      selection,
    }),
  );
  if (!onExport) return null;
  const label = t(selection ? 'table.exportPicked' : 'table.export');
  const icon = <IconDownload size={18} stroke={1.5} aria-hidden="true" />;
  return (
    <Menu
      trigger={
        isIcon ? (
          <IconButton label={label} icon={icon} />
        ) : (
          <Button size="compact" kind="quiet" icon={icon}>
            {label}
          </Button>
        )
      }
      actions={actions}
    />
  );
}

/** The formats of the file, as the actions of a menu. */
export function useExportActions(
  onChoose: (format: ExportAsked['format']) => void,
): readonly MenuAction[] {
  const { t } = useTranslation('ui');
  return [
    { id: 'csv', label: t('table.exportCsv'), onSelect: () => onChoose('csv') },
    { id: 'xlsx', label: t('table.exportXlsx'), onSelect: () => onChoose('xlsx') },
  ];
}

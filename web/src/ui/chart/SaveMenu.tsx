import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/Button.tsx';
import { Menu } from '../menu/Menu.tsx';

type SaveMenuProps = {
  disabled?: boolean;
  savePng: () => Promise<void>;
  /** Left out if the picture has no vector form. */
  saveSvg?: () => Promise<void>;
  saveCsv: () => Promise<void>;
};

/** Saves a chart as a picture or as its figures. */
export function SaveMenu({ disabled = false, savePng, saveSvg, saveCsv }: SaveMenuProps) {
  const { t } = useTranslation('ui');
  return (
    <Menu
      trigger={
        <IconButton
          size="compact"
          label={t('chart.export')}
          icon={<IconDownload size={18} stroke={1.5} aria-hidden="true" />}
          disabled={disabled}
        />
      }
      actions={[
        { id: 'png', label: t('chart.exportPng'), onSelect: () => void savePng() },
        ...(saveSvg
          ? [{ id: 'svg', label: t('chart.exportSvg'), onSelect: () => void saveSvg() }]
          : []),
        { id: 'csv', label: t('chart.exportCsv'), onSelect: () => void saveCsv() },
      ]}
    />
  );
}

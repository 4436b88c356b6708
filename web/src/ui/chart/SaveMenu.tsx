import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/Button.tsx';
import { Menu } from '../menu/Menu.tsx';

type SaveMenuProps<Kind extends 'png' | 'svg' | 'csv'> = {
  kinds: readonly Kind[];
  disabled?: boolean;
  save: (kind: Kind) => Promise<void>;
};

/** Saves a chart as a picture or as its figures. */
export function SaveMenu<Kind extends 'png' | 'svg' | 'csv'>(props: SaveMenuProps<Kind>) {
  const { kinds, disabled = false, save } = props;
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
      actions={kinds.map((id) => ({
        id,
        label: t(`chart.saveAs.${id}`),
        onSelect: () => void save(id),
      }))}
    />
  );
}

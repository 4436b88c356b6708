import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../lib/choose-language.ts';
import { useDisplaySettings } from '../../lib/display-settings.ts';
import { useLanguage } from '../../lib/languages.ts';
import { IconButton } from '../../ui/button/Button.tsx';
import { Flag } from '../../ui/flag/Flag.tsx';
import { Menu } from '../../ui/menu/Menu.tsx';
import classes from './LanguageMenu.module.css';

/** The languages of the configured list, 280 px wide. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const { languageList } = useDisplaySettings();
  const current = useLanguage();
  return (
    <Menu
      width={280}
      trigger={<IconButton label={t('language')} icon={<Flag code={current} />} />}
      actions={languageList.map(({ code, name }) => ({
        id: code,
        label: name,
        icon: <Flag code={code} />,
        end: code === current && <IconCheck size={16} stroke={1.5} className={classes.current} />,
        current: code === current ? 'true' : undefined,
        onSelect: () => void chooseLanguage(code),
      }))}
    />
  );
}

import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import {
  changeDisplaySettings,
  nextTheme,
  useDisplaySettings,
} from '../../lib/display-settings.ts';
import { IconButton } from '../../ui/button/Button.tsx';

const icons = { light: IconSun, dark: IconMoon, system: IconDeviceDesktop };

/** Shows the theme in force and goes round: light, dark, system, light. */
export function ThemeButton() {
  const { t } = useTranslation();
  const { theme } = useDisplaySettings();
  const Icon = icons[theme];
  return (
    <IconButton
      label={t(`theme.${theme}`)}
      icon={<Icon size={18} stroke={1.5} />}
      onClick={() => changeDisplaySettings({ theme: nextTheme(theme) })}
    />
  );
}

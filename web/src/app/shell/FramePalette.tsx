import type { Role } from '@bursar/contracts/roles';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ProductPalette } from '../../features/search/ProductPalette.tsx';
import {
  chooseLanguage,
  changeDisplaySettings,
  nextTheme,
  useDisplaySettings,
} from '../../lib/display-settings.ts';
import type { PaletteItem } from '../../ui/palette/CommandPalette.tsx';
import { isMenuGroup, menuOf, openLinks, useRecordLinks } from './navigation.ts';
import { useSignOut } from './use-sign-out.ts';

type FramePaletteProps = {
  role: Role | undefined;
  onOpenSettings: () => void;
  onClose: () => void;
};

/** The product's palette with the pages and actions of the frame. */
export function FramePalette({ role, onOpenSettings, onClose }: FramePaletteProps) {
  const actions = usePaletteActions(role, onOpenSettings);
  return <ProductPalette role={role} actions={actions} onClose={onClose} />;
}

/** The pages of the reader's menus and what the header can do, by name. */
function usePaletteActions(
  role: Role | undefined,
  onOpenSettings: () => void,
): readonly PaletteItem[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { theme, languageList } = useDisplaySettings();
  const links = (role ? menuOf(role) : []).flatMap((entry) =>
    isMenuGroup(entry) ? entry.links : [entry],
  );
  const records = useRecordLinks();
  const group = t('palette.actions');
  return [
    ...[...links, ...openLinks(role), ...records].map(({ path, words }) => ({
      id: path,
      label: t(words),
      group: t('palette.pages'),
      run: () => void navigate(path),
    })),
    {
      id: 'theme',
      label: t('palette.nextTheme'),
      note: t(`theme.${nextTheme(theme)}`),
      group,
      run: () => changeDisplaySettings({ theme: nextTheme(theme) }),
    },
    ...languageList.map(({ code, name }) => ({
      id: `language-${code}`,
      label: name,
      note: t('language'),
      group,
      run: () => void chooseLanguage(code),
    })),
    { id: 'settings', label: t('settings:title'), group, run: onOpenSettings },
    { id: 'sign-out', label: t('profile.signOut'), group, run: () => void signOut() },
  ];
}

import type { Role } from '@bursar/contracts/roles';
import { routes } from '@bursar/contracts/routes';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ProductPalette } from '../../features/reporting/search/ProductPalette.tsx';
import {
  chooseLanguage,
  changeDisplaySettings,
  nextTheme,
  useDisplaySettings,
} from '../../lib/display-settings.ts';
import { sessionQuery } from '../../lib/session-query.ts';
import type { PaletteItem } from '../../ui/palette/CommandPalette.tsx';
import { pageTitle } from '../titles.ts';
import {
  furtherMenu,
  isMenuGroup,
  linkedPages,
  type MenuLink,
  menuOf,
  useLendingMenu,
  useRecordLinks,
} from './navigation.ts';
import { pagesWithSynonyms, palettePlaces } from './palette-places.ts';
import { lockSession, useSignOut } from './use-sign-out.ts';

type FramePaletteProps = {
  role: Role | undefined;
  onOpenSettings: () => void;
  onClose: () => void;
};

/** The command palette with the pages and actions of the frame. */
export function FramePalette({ role, onOpenSettings, onClose }: FramePaletteProps) {
  const actions = usePaletteActions(role, onOpenSettings);
  const pages = useFurtherPages(role);
  return <ProductPalette role={role} actions={actions} pages={pages} onClose={onClose} />;
}

/** Returns the pages of the user's menus, parts of pages, and the header's actions. */
function usePaletteActions(
  role: Role | undefined,
  onOpenSettings: () => void,
): readonly PaletteItem[] {
  const { t } = useTranslation(['app', 'palette']);
  const navigate = useNavigate();
  const wordsOf = useSynonyms();
  const signOut = useSignOut();
  const { theme, languageList } = useDisplaySettings();
  const records = useRecordLinks();
  const lending = useLendingMenu().flatMap(({ links }) =>
    links.map(({ path, part, labelKey }) => ({ path: part ?? path, labelKey })),
  );
  const group = t('palette.actions');
  return [
    ...[...(role ? ownLinks(role) : []), ...lending, ...records].map(({ path, labelKey }) => ({
      id: path,
      label: t(labelKey),
      group: t('palette.pages'),
      keywords: wordsOf(path),
      run: () => void navigate(path),
    })),
    ...(role ? palettePlaces[role] : []).map(({ key, path, isAction }) => ({
      id: `place ${key}`,
      label: t(`palette:places.${key}`),
      group: isAction ? group : t('palette.pages'),
      keywords: t(`palette:places.${key}Words`),
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
    { id: 'lock', label: t('profile.lock'), group, run: () => void lockSession() },
    { id: 'sign-out', label: t('profile.signOut'), group, run: () => void signOut() },
  ];
}

/** Returns the pages of the horizontal menu, under their parents. */
function useFurtherPages(role: Role | undefined): readonly PaletteItem[] {
  const { t } = useTranslation(['app', 'gallery']);
  const navigate = useNavigate();
  const wordsOf = useSynonyms();
  const { data: known } = useQuery(sessionQuery);
  const withDemoPages = known?.showsDemoPages ?? false;
  return (role ? furtherMenu(role, { withDemoPages }) : []).flatMap((group) =>
    group.links.map(({ path, labelKey }) => ({
      id: path,
      label: t(labelKey),
      group: t(group.labelKey),
      // The path contains the specification's English name, so it finds the page in either
      // language.
      keywords: `${path} ${wordsOf(path)}`,
      run: () => void navigate(path),
    })),
  );
}

/** Returns a function that gives the further words that find a page, in the reader's language. */
function useSynonyms(): (path: string) => string {
  const { t } = useTranslation('palette');
  return (path) => (pagesWithSynonyms.has(path) ? t(`synonyms.${path}`) : '');
}

/** Returns the entries of the role's menu, and the forms that its lists link to. */
function ownLinks(role: Role): readonly MenuLink[] {
  const entries = menuOf(role).flatMap((entry) => (isMenuGroup(entry) ? entry.links : [entry]));
  const known = new Set(entries.map(({ path }) => path));
  const forms = linkedPages(role).filter(
    (path) => routes[path].group === 'product' && !known.has(path),
  );
  return [...entries, ...forms.map((path) => ({ path, labelKey: pageTitle(path) }))];
}

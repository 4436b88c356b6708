import type { Role } from '@bursar/contracts/roles';
import {
  IconMenu2,
  IconSettings,
  IconDeviceDesktop,
  IconMoon,
  IconSun,
  IconCheck,
  IconSearch,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { lazy, Suspense, useState } from 'react';
import { ApprovalsLink } from '../../features/access/approvals/ApprovalsLink.tsx';
import { NotificationMenu } from '../../features/access/notifications/NotificationMenu.tsx';
import {
  chooseLanguage,
  changeDisplaySettings,
  nextTheme,
  useDisplaySettings,
} from '../../lib/display-settings.ts';
import { productName } from '../../lib/document-title.ts';
import { useLanguage } from '../../lib/languages.ts';
import { paths } from '../../lib/paths.ts';
import { Logo } from '../../ui/brand/Logo.tsx';
import { IconButton } from '../../ui/button/Button.tsx';
import { Flag } from '../../ui/flag/Flag.tsx';
import { Box } from '../../ui/layout/Box.tsx';
import { Row } from '../../ui/layout/Layout.tsx';
import { Menu } from '../../ui/menu/Menu.tsx';
import { useShortcut } from '../../ui/shortcut/use-shortcut.ts';
import { lazyInKit } from '../lazy-in-kit.tsx';
import classes from './Header.module.css';
import { ProfileMenu } from './ProfileMenu.tsx';
import { useMenuCounts } from './use-menu-counts.ts';
import { type SidebarControl, sidebarToggleId } from './use-sidebar.ts';

type HeaderProps = {
  role: Role | undefined;
  sidebar: SidebarControl;
  scheme: 'dark' | undefined;
  onOpenSettings: () => void;
};

/** The bar above every page: the menu button at the start, the user's own controls at the end. */
export function Header({ role, sidebar, scheme, onOpenSettings }: HeaderProps) {
  const { t } = useTranslation();
  return (
    <Row
      as="header"
      wrap={false}
      className={classes.header}
      data-screen-only
      data-mantine-color-scheme={scheme}
    >
      {sidebar.isPossible && (
        <IconButton
          id={sidebarToggleId}
          label={t('menu.toggle')}
          icon={<IconMenu2 size={18} stroke={1.5} />}
          aria-expanded={sidebar.state === 'open'}
          aria-controls="sidebar"
          onClick={sidebar.toggle}
        />
      )}
      {/* The header shows the name Bursar if the sidebar does not. */}
      {sidebar.state === 'away' && (
        <Link to={paths.dashboard} className={classes.brand} aria-label={t('menu.home')}>
          <Logo name={productName} />
        </Link>
      )}
      <SearchBox role={role} onOpenSettings={onOpenSettings} />
      <Box flow="row" gap={1} wrap={false} push className={classes.own}>
        {/* First, because the link appears only once there is a request, and would move any control
            before it. */}
        <ApprovalsLink />
        <ThemeButton />
        <LanguageMenu />
        <MessageMenu />
        <NotificationMenu kind="notification" Panel={HeaderPanel} />
        <IconButton
          className={classes.settings}
          label={t('settings:title')}
          icon={<IconSettings size={18} stroke={1.5} />}
          onClick={onOpenSettings}
        />
        <ProfileMenu onOpenSettings={onOpenSettings} />
      </Box>
    </Row>
  );
}

/** Messages about loans, counted with the conversations of the mailbox and of the chat. */
function MessageMenu() {
  const counts = useMenuCounts();
  const further = (counts['/apps/mailbox'] ?? 0) + (counts['/apps/chat'] ?? 0);
  return <NotificationMenu kind="message" further={further} Panel={HeaderPanel} />;
}

const HeaderPanel = lazy(() =>
  import('./HeaderPanel.tsx').then((m) => ({ default: m.HeaderPanel })),
);

const icons = { light: IconSun, dark: IconMoon, system: IconDeviceDesktop };

/** Shows the current theme; a press selects the next: light, dark, system, light. */
function ThemeButton() {
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

function LanguageMenu() {
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
        end: code === current && (
          <Row as="span" tone="accent">
            <IconCheck size={16} stroke={1.5} />
          </Row>
        ),
        current: code === current ? 'true' : undefined,
        onSelect: () => void chooseLanguage(code),
      }))}
    />
  );
}

/** The key as printed on English and Arabic keyboards. */
const paletteKey = 'Ctrl K';

type SearchBoxProps = { role: Role | undefined; onOpenSettings: () => void };

/** Opens the command palette, which loads on first use. */
function SearchBox({ role, onOpenSettings }: SearchBoxProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  useShortcut('mod+k', () => setIsOpen(true), { label: t('search'), scope: 'everywhere' });
  return (
    <>
      <button
        type="button"
        className={classes.box}
        aria-keyshortcuts="Control+K"
        onClick={() => setIsOpen(true)}
      >
        <IconSearch size={16} stroke={1.5} aria-hidden="true" />
        <Box as="span" clip grow text="start">
          {t('search')}
        </Box>
        <kbd aria-hidden="true">{paletteKey}</kbd>
      </button>
      {isOpen && (
        <Suspense>
          <FramePalette
            role={role}
            onOpenSettings={onOpenSettings}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

const FramePalette = lazyInKit(() => import('./FramePalette.tsx').then((m) => m.FramePalette));

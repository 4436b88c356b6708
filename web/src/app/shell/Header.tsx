import type { Role } from '@bursar/contracts/roles';
import { IconMenu2, IconSettings } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApprovalsLink } from '../../features/approvals/ApprovalsLink.tsx';
import { NoticeMenu } from '../../features/notices/NoticeMenu.tsx';
import { productName } from '../../lib/document-title.ts';
import { paths } from '../../lib/paths.ts';
import { IconButton } from '../../ui/button/Button.tsx';
import { Logo } from '../../ui/brand/Logo.tsx';
import classes from './Header.module.css';
import { LanguageMenu } from './LanguageMenu.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';
import { SearchBox } from './SearchBox.tsx';
import { ThemeButton } from './ThemeButton.tsx';
import { type SidebarControl, sidebarToggleId } from './use-sidebar.ts';

type HeaderProps = {
  role: Role | undefined;
  sidebar: SidebarControl;
  scheme: 'dark' | undefined;
  onOpenSettings: () => void;
};

/** The bar above every page: the menu's button at one end, what is the reader's own at the other. */
export function Header({ role, sidebar, scheme, onOpenSettings }: HeaderProps) {
  const { t } = useTranslation();
  return (
    <header className={classes.header} data-mantine-color-scheme={scheme}>
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
      {/* Where the sidebar does not show the name, the header does. */}
      {sidebar.state === 'away' && (
        <Link to={paths.dashboard} className={classes.brand} aria-label={t('menu.home')}>
          <Logo name={productName} />
        </Link>
      )}
      <SearchBox role={role} onOpenSettings={onOpenSettings} />
      <div className={classes.own}>
        <ThemeButton />
        <LanguageMenu />
        <ApprovalsLink />
        <NoticeMenu kind="message" />
        <NoticeMenu kind="notification" />
        <IconButton
          className={classes.settings}
          label={t('settings:title')}
          icon={<IconSettings size={18} stroke={1.5} />}
          onClick={onOpenSettings}
        />
        <ProfileMenu onOpenSettings={onOpenSettings} />
      </div>
    </header>
  );
}

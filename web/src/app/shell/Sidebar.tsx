import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router';
import { productName } from '../../lib/document-title.ts';
import { paths } from '../../lib/paths.ts';
import { IconButton } from '../../ui/button/Button.tsx';
import { Logo } from '../../ui/brand/Logo.tsx';
import { isMenuGroup, type MenuEntry, type MenuGroup, type MenuLink } from './navigation.ts';
import classes from './Sidebar.module.css';
import { type SidebarControl, sidebarToggleId } from './use-sidebar.ts';

type SidebarProps = {
  menu: readonly MenuEntry[];
  sidebar: SidebarControl;
  scheme: 'dark' | undefined;
};

/** The menu at the start side: groups open one at a time. */
export function Sidebar({ menu, sidebar, scheme }: SidebarProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [openGroup, setOpenGroup] = useState(() => groupOf(menu, pathname));
  useCloseOnEscape(sidebar);
  return (
    <>
      {sidebar.coversPage && (
        // The veil only spares a reach for the mouse: Escape and the header's button close too.
        <div className={classes.veil} onClick={sidebar.close} aria-hidden="true" />
      )}
      <nav
        id="sidebar"
        className={classes.sidebar}
        aria-label={t('menu.label')}
        data-state={sidebar.state}
        data-mantine-color-scheme={scheme}
        inert={sidebar.state === 'away'}
      >
        <div className={classes.top}>
          <Link to={paths.dashboard} className={classes.brand} aria-label={t('menu.home')}>
            <Logo name={productName} />
          </Link>
          {sidebar.coversPage && <CloseButton onClose={sidebar.close} />}
        </div>
        <ul className={classes.entries}>
          {menu.map((entry) => (
            <li key={entry.words}>
              {isMenuGroup(entry) ? (
                <Group
                  group={entry}
                  isOpen={openGroup === entry.words}
                  onToggle={() => setOpenGroup(openGroup === entry.words ? '' : entry.words)}
                />
              ) : (
                <Item link={entry} />
              )}
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

/** Takes the focus as the sidebar covers the page, and hands it back to the button that opened it. */
function CloseButton({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus();
    return () => document.getElementById(sidebarToggleId)?.focus();
  }, []);
  return (
    <IconButton
      ref={button}
      label={t('menu.close')}
      icon={<IconX size={18} stroke={1.5} />}
      onClick={onClose}
    />
  );
}

type GroupProps = { group: MenuGroup; isOpen: boolean; onToggle: () => void };

function Group({ group, isOpen, onToggle }: GroupProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const Icon = group.icon;
  const isActive = group.links.some((link) => link.path === pathname);
  return (
    <>
      <button
        type="button"
        className={classes.entry}
        aria-expanded={isOpen}
        data-active={isActive || undefined}
        onClick={onToggle}
      >
        <Icon size={18} stroke={1.5} aria-hidden="true" />
        <span className={classes.words}>{t(group.words)}</span>
        <IconChevronDown className={classes.chevron} size={16} stroke={1.5} aria-hidden="true" />
      </button>
      <div className={classes.fold} data-open={isOpen || undefined} inert={!isOpen}>
        <ul className={classes.links}>
          {group.links.map((link) => (
            <li key={link.path}>
              <NavLink to={link.path} end className={classes.link ?? ''}>
                {t(link.words)}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function Item({ link }: { link: MenuLink }) {
  const { t } = useTranslation();
  const Icon = link.icon;
  return (
    <NavLink to={link.path} end className={classes.entry ?? ''}>
      <Icon size={18} stroke={1.5} aria-hidden="true" />
      <span className={classes.words}>{t(link.words)}</span>
    </NavLink>
  );
}

function groupOf(menu: readonly MenuEntry[], pathname: string): string {
  const groups = menu.filter(isMenuGroup);
  const current = groups.find((group) => group.links.some((link) => link.path === pathname));
  return current?.words ?? groups[0]?.words ?? '';
}

function useCloseOnEscape({ coversPage, close }: SidebarControl): void {
  useEffect(() => {
    if (!coversPage) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [coversPage, close]);
}

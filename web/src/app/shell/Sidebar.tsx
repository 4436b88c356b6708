import type { PagePath } from '@bursar/contracts/routes';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { productName } from '../../lib/document-title.ts';
import { paths } from '../../lib/paths.ts';
import { IconButton } from '../../ui/button/Button.tsx';
import { Logo } from '../../ui/brand/Logo.tsx';
import { Row } from '../../ui/layout/Layout.tsx';
import { ListRow } from '../../ui/list/ListRow.tsx';
import { CountMark } from '../../ui/status/CountMark.tsx';
import {
  currentOf,
  groupAt,
  isMenuGroup,
  type IconLink,
  type MenuEntry,
  type MenuGroup,
  pageAt,
  placeOutside,
} from './navigation.ts';
import classes from './Sidebar.module.css';
import { type SidebarControl, sidebarToggleId } from './use-sidebar.ts';
import { countIn, describeCount, type MenuCounts, useMenuCounts } from './use-menu-counts.ts';

type SidebarProps = {
  menu: readonly MenuEntry[];
  /** The entries below the role's own: lending, call centres and apps. */
  further: readonly MenuGroup[];
  sidebar: SidebarControl;
  scheme: 'dark' | undefined;
};

/** The menu on the start side; only one group is open at a time. */
export function Sidebar({ menu, further, sidebar, scheme }: SidebarProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const here = pageAt(pathname);
  const entries = [...menu, ...further];
  const outside = placeOutside(entries, here);
  const [openGroup, setOpenGroup] = useOpenGroup(entries, { pathname, here });
  const counts = useMenuCounts();
  useCloseOnEscape(sidebar);
  return (
    <>
      {sidebar.coversPage && (
        // The veil is a shortcut for the mouse only: Escape and the header's button also close the
        // sidebar.
        <div className={classes.veil} data-screen-only onClick={sidebar.close} aria-hidden="true" />
      )}
      <nav
        id="sidebar"
        className={classes.sidebar}
        data-screen-only
        aria-label={t('menu.label')}
        data-state={sidebar.state}
        data-mantine-color-scheme={scheme}
        inert={sidebar.state === 'away'}
      >
        <Row gap={0} justify="between" wrap={false} className={classes.top}>
          <Link to={paths.dashboard} className={classes.brand} aria-label={t('menu.home')}>
            <Logo name={productName} />
          </Link>
          {sidebar.coversPage && <CloseButton onClose={sidebar.close} />}
        </Row>
        <ul className={classes.entries}>
          {entries.concat(outside ?? []).map((entry) => (
            <li key={entry.labelKey} data-further={entry === further[0] || undefined}>
              {isMenuGroup(entry) ? (
                <Group
                  group={entry}
                  here={here}
                  counts={counts}
                  isOpen={openGroup === entry.labelKey}
                  onToggle={() => setOpenGroup(openGroup === entry.labelKey ? '' : entry.labelKey)}
                />
              ) : (
                <Item link={entry} here={here} />
              )}
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

/**
 * Takes the focus while the sidebar covers the page, and returns it to the button that opened the
 * sidebar.
 */
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

type GroupProps = {
  group: MenuGroup;
  here: PagePath | undefined;
  counts: MenuCounts;
  isOpen: boolean;
  onToggle: () => void;
};

function Group({ group, here, counts, isOpen, onToggle }: GroupProps) {
  const { t } = useTranslation();
  const Icon = group.icon;
  const inGroup = countIn(group, counts);
  // Rendering the links of closed groups would delay the first page.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <>
      <ListRow
        as="button"
        way
        gap={2}
        height="control"
        className={classes.entry}
        aria-expanded={isOpen}
        data-active={group.links.some((link) => currentOf(link, here)) || undefined}
        onClick={onToggle}
      >
        <Icon size={18} stroke={1.5} aria-hidden="true" />
        <span className={classes.words}>{t(group.labelKey)}</span>
        {!isOpen && (
          <CountMark count={inGroup} describe={describeCount(t, group.links, counts)} kind="dot" />
        )}
        <IconChevronDown className={classes.chevron} size={16} stroke={1.5} aria-hidden="true" />
      </ListRow>
      <div className={classes.fold} data-open={isOpen || undefined} inert={!isOpen}>
        {wasOpen && <GroupLinks links={group.links} here={here} counts={counts} />}
      </div>
    </>
  );
}

type GroupLinksProps = Pick<GroupProps, 'here' | 'counts'> & { links: MenuGroup['links'] };

function GroupLinks({ links, here, counts }: GroupLinksProps) {
  const { t } = useTranslation();
  return (
    <ul className={classes.links}>
      {links.map((link) => (
        <li key={link.labelKey}>
          <ListRow
            as={Link}
            way
            gap={2}
            to={link.part ?? link.path}
            className={classes.link}
            aria-current={currentOf(link, here)}
          >
            {t(link.labelKey)}
            <CountMark count={counts[link.path] ?? 0} describe={describeCount(t, [link], counts)} />
          </ListRow>
        </li>
      ))}
    </ul>
  );
}

function Item({ link, here }: { link: IconLink; here: PagePath | undefined }) {
  const { t } = useTranslation();
  const Icon = link.icon;
  return (
    <ListRow
      as={Link}
      way
      gap={2}
      height="control"
      to={link.path}
      className={classes.entry}
      aria-current={currentOf(link, here)}
    >
      <Icon size={18} stroke={1.5} aria-hidden="true" />
      <span className={classes.words}>{t(link.labelKey)}</span>
    </ListRow>
  );
}

/** Opens the group of the current page, until the user opens another one. */
function useOpenGroup(
  menu: readonly MenuEntry[],
  { pathname, here }: { pathname: string; here: PagePath | undefined },
) {
  const own = groupAt(menu, here)?.labelKey;
  const [open, setOpen] = useState(own ?? menu.find(isMenuGroup)?.labelKey ?? '');
  const [followed, setFollowed] = useState(pathname);
  if (followed !== pathname) {
    setFollowed(pathname);
    if (own !== undefined) setOpen(own);
  }
  return [open, setOpen] as const;
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

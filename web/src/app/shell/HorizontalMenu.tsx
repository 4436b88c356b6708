import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import classes from './HorizontalMenu.module.css';
import { isMenuGroup, type MenuEntry, type MenuGroup } from './navigation.ts';

type HorizontalMenuProps = { menu: readonly MenuEntry[]; scheme: 'dark' | undefined };

/** The menu as a bar under the header: the active link and the group it stands in are marked. */
export function HorizontalMenu({ menu, scheme }: HorizontalMenuProps) {
  const { t } = useTranslation();
  return (
    <nav className={classes.bar} aria-label={t('menu.label')} data-mantine-color-scheme={scheme}>
      <ul className={classes.entries}>
        {menu.map((entry) => (
          <li key={entry.words}>
            {isMenuGroup(entry) ? (
              <GroupMenu group={entry} />
            ) : (
              <NavLink to={entry.path} end className={classes.entry ?? ''}>
                <entry.icon size={18} stroke={1.5} aria-hidden="true" />
                {t(entry.words)}
              </NavLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function GroupMenu({ group }: { group: MenuGroup }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const isActive = group.links.some((link) => link.path === pathname);
  return (
    <Menu
      position="bottom-start"
      trigger="click-hover"
      withinPortal={false}
      // As in the profile’s menu.
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button type="button" className={classes.entry} data-active={isActive || undefined}>
          <group.icon size={18} stroke={1.5} aria-hidden="true" />
          {t(group.words)}
          <IconChevronDown size={16} stroke={1.5} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {group.links.map((link) => (
          <Menu.Item
            key={link.path}
            component={NavLink}
            to={link.path}
            end
            className={classes.link}
          >
            {t(link.words)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

import type { PagePath } from '@bursar/contracts/routes';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { Box } from '../../ui/layout/Box.tsx';
import { Row } from '../../ui/layout/Layout.tsx';
import { ListRow } from '../../ui/list/ListRow.tsx';
import { Menu } from '../../ui/menu/Menu.tsx';
import { CountMark } from '../../ui/status/CountMark.tsx';
import classes from './HorizontalMenu.module.css';
import { currentOf, isMenuGroup, type MenuEntry, type MenuGroup, pageAt } from './navigation.ts';
import { countIn, describeCount, type MenuCounts, useMenuCounts } from './use-menu-counts.ts';

type HorizontalMenuProps = {
  menu: readonly MenuEntry[];
  /** The groups of all other pages, drawn in a lighter style than the role's own entries. */
  further: readonly MenuGroup[];
  scheme: 'dark' | undefined;
};

/** The menu as a bar under the header, with the active link and its group marked. */
export function HorizontalMenu({ menu, further, scheme }: HorizontalMenuProps) {
  const { t } = useTranslation();
  const here = pageAt(useLocation().pathname);
  const counts = useMenuCounts();
  return (
    <nav
      className={classes.bar}
      data-screen-only
      aria-label={t('menu.label')}
      data-mantine-color-scheme={scheme}
    >
      {/* The groups of the other pages move to a second line if one line is too short. */}
      <Box flow="row" gap={1} lines={0} align="stretch" pad={[1, 0]}>
        <Row as="ul" gap={1} align="stretch">
          {menu.map((entry) => (
            <li key={entry.labelKey}>
              {isMenuGroup(entry) ? (
                <GroupMenu group={entry} here={here} counts={counts} />
              ) : (
                <ListRow
                  as={Link}
                  {...entryStyle}
                  to={entry.path}
                  aria-current={currentOf(entry, here)}
                >
                  <entry.icon size={18} stroke={1.5} aria-hidden="true" />
                  {t(entry.labelKey)}
                </ListRow>
              )}
            </li>
          ))}
        </Row>
        <Row as="ul" gap={0} align="stretch" data-quiet>
          {further.map((group) => (
            <li key={group.labelKey}>
              <GroupMenu group={group} here={here} counts={counts} />
            </li>
          ))}
        </Row>
      </Box>
    </nav>
  );
}

const entryStyle = { way: true, gap: 2, pad: 3, height: 'control' } as const;

type GroupMenuProps = { group: MenuGroup; here: PagePath | undefined; counts: MenuCounts };

function GroupMenu({ group, here, counts }: GroupMenuProps) {
  const { t } = useTranslation();
  const { t: tLink, ready } = useTranslation(namespacesOf(group), { useSuspense: false });
  const inGroup = countIn(group, counts);
  const isActive = group.links.some((link) => currentOf(link, here));
  return (
    <Menu
      align="start"
      opensOnHover
      trigger={
        <ListRow
          as="button"
          {...entryStyle}
          className={classes.group}
          data-active={isActive || undefined}
        >
          <group.icon size={18} stroke={1.5} aria-hidden="true" />
          {t(group.labelKey)}
          <CountMark count={inGroup} describe={describeCount(t, group.links, counts)} kind="dot" />
          <IconChevronDown size={16} stroke={1.5} aria-hidden="true" />
        </ListRow>
      }
      actions={(ready ? group.links : []).map((link) => {
        const count = counts[link.path] ?? 0;
        return {
          id: link.labelKey,
          label: tLink(link.labelKey),
          end: count > 0 && <CountMark count={count} describe={describeCount(t, [link], counts)} />,
          to: link.part ?? link.path,
          current: currentOf(link, here),
        };
      })}
    />
  );
}

/**
 * Returns the namespaces of a group's titles. The gallery's many titles load after the frame, only
 * for users with this menu.
 */
function namespacesOf({ links }: MenuGroup): string[] {
  return links.some(({ labelKey }) => labelKey.startsWith('gallery:'))
    ? ['app', 'gallery']
    : ['app'];
}

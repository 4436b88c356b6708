import type { RoutePath } from '@bursar/contracts/routes';
import type { Role } from '@bursar/contracts/roles';
import {
  IconChartBar,
  IconClipboardCheck,
  IconFileText,
  IconFiles,
  IconFileCheck,
  IconInfoCircle,
  IconLayoutDashboard,
  IconMail,
  IconShieldCheck,
  IconUser,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  type IconProps,
  IconArrowsExchange,
  IconHistory,
  IconLanguage,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useMay } from '../../lib/session-query.ts';
import { useSession } from '../../lib/session.ts';
import { FileImportIcon } from '../../ui/icon/FileImportIcon.tsx';
import { hasPage } from '../routes.ts';

type MenuIcon = ComponentType<IconProps>;

export type MenuLink = {
  words: string;
  path: RoutePath;
  icon: MenuIcon;
  /** The pages that are reached from it and have no link of their own. */
  below?: readonly RoutePath[];
};
export type MenuGroup = { words: string; icon: MenuIcon; links: readonly MenuLink[] };
export type MenuEntry = MenuLink | MenuGroup;

/** The menu of a role, in the specification's order and words; only pages that exist are in it. */
export function menuOf(role: Role): readonly MenuEntry[] {
  const entries: readonly MenuEntry[] = [
    { words: 'menu.dashboard', icon: IconLayoutDashboard, links: [sales, ...income[role]] },
    ...work[role],
  ];
  return entries.flatMap(keepExisting);
}

/** Pages about the installation: in the profile’s menu and the palette of those they show something to. */
export function openLinks(role: Role | undefined): readonly MenuLink[] {
  const links: readonly MenuLink[] = [
    ...(role === 'admin' ? [mailbox] : []),
    { words: 'title.approvals', path: '/approvals', icon: IconClipboardCheck },
    { words: 'title.roles', path: '/roles', icon: IconUserShield },
    { words: 'title.rolesAndPermissions', path: '/role-and-permission', icon: IconShieldCheck },
    { words: 'title.about', path: '/about', icon: IconInfoCircle },
  ];
  return links.filter((link) => hasPage(link.path));
}

export function isMenuGroup(entry: MenuEntry): entry is MenuGroup {
  return 'links' in entry;
}

/** Where a reader is, as `aria-current` says it of a link: on its page, below it, or elsewhere. */
export function currentOf({ path, below = [] }: MenuLink, pathname: string) {
  if (matchPath(path, pathname)) return 'page';
  return below.some((one) => matchPath(one, pathname)) ? 'true' : undefined;
}

/** The group of the page that is open, if it stands in one. */
export function groupAt(menu: readonly MenuEntry[], pathname: string): MenuGroup | undefined {
  return menu
    .filter(isMenuGroup)
    .find(({ links }) => links.some((link) => currentOf(link, pathname)));
}

const mailbox: MenuLink = { words: 'title.appsMailbox', path: '/apps/mailbox', icon: IconMail };
const sales: MenuLink = { words: 'menu.sales', path: '/', icon: IconLayoutDashboard };

const income = {
  admin: [],
  user: [{ words: 'menu.income', path: '/chart', icon: IconChartBar }],
  team: [{ words: 'menu.income', path: '/agentgraph', icon: IconChartBar }],
  agent: [{ words: 'menu.income', path: '/agentchart', icon: IconChartBar }],
} as const satisfies Record<Role, readonly MenuLink[]>;

const agents: MenuLink = {
  words: 'menu.agent',
  path: '/agent',
  icon: IconUser,
  below: ['/agent/add', '/edit-agent/:id'],
};
const teams: MenuLink = {
  words: 'menu.teams',
  path: '/team',
  icon: IconUsersGroup,
  below: ['/teams/create', '/edit-team/:id'],
};
const users: MenuLink = {
  words: 'menu.users',
  path: '/users',
  icon: IconUser,
  below: ['/create-user', '/edit-user/:id'],
};
/** A loan opens from every list; the list of all loans is marked for it. */
const loan: Pick<MenuLink, 'below'> = { below: ['/loan-details'] };

const work: Record<Role, readonly MenuEntry[]> = {
  admin: [
    users,
    { words: 'menu.allTeams', path: '/allteam', icon: IconUsersGroup },
    { words: 'menu.allAgent', path: '/allagent', icon: IconUsers },
  ],
  user: [
    { words: 'menu.agentTeamManagement', icon: IconUsersGroup, links: [agents, teams] },
    { words: 'menu.unassignLoans', path: '/loan', icon: FileImportIcon },
    { words: 'menu.assignLoans', path: '/assignloan', icon: IconFileCheck },
    { words: 'menu.allLoans', path: '/allloan', icon: IconFiles, ...loan },
  ],
  team: [
    { words: 'menu.agentTeamManagement', icon: IconUsersGroup, links: [agents] },
    { words: 'menu.unassignLoans', path: '/agentloan', icon: FileImportIcon },
    { words: 'menu.assignedLoans', path: '/assignteam', icon: IconFileCheck },
    { words: 'menu.allLoans', path: '/allassign', icon: IconFiles, ...loan },
  ],
  agent: [{ words: 'menu.loans', path: '/assignagent', icon: IconFileText, ...loan }],
};

function keepExisting(entry: MenuEntry): readonly MenuEntry[] {
  if (!isMenuGroup(entry)) return hasPage(entry.path) ? [entry] : [];
  const links = entry.links.filter((link) => hasPage(link.path));
  return links.length === 0 ? [] : [{ ...entry, links }];
}

type RecordLink = {
  readonly path: string;
  readonly words: string;
  readonly icon: ComponentType<IconProps>;
};

/** Links to records that are parts of a page, for those who may read them. */
export function useRecordLinks(): readonly RecordLink[] {
  const role = useSession()?.role;
  const mayAssign = useMay('assign-loans');
  const mayAudit = useMay('read-audit');
  const mayTranslations = useMay('read-missing-translations');
  return [
    ...(mayAssign && (role === 'user' || role === 'team')
      ? [
          {
            path: paths.assignmentBatches(role),
            words: 'palette.assignmentBatches',
            icon: IconArrowsExchange,
          },
        ]
      : []),
    ...(mayAudit
      ? [{ path: paths.auditTrail(), words: 'palette.auditTrail', icon: IconHistory }]
      : []),
    ...(mayTranslations
      ? [
          {
            path: paths.missingTranslations(),
            words: 'palette.missingTranslations',
            icon: IconLanguage,
          },
        ]
      : []),
  ];
}

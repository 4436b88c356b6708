import type { RoutePath } from '@bursar/contracts/routes';
import type { Role } from '@bursar/contracts/roles';
import {
  IconChartBar,
  IconChecks,
  IconFileText,
  IconFiles,
  IconFileImport,
  IconFileCheck,
  IconInfoCircle,
  IconLayoutDashboard,
  IconMail,
  IconShieldCheck,
  IconUser,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react';
import { hasPage } from '../routes.ts';

export type MenuLink = { words: string; path: RoutePath; icon: TablerIcon };
export type MenuGroup = { words: string; icon: TablerIcon; links: readonly MenuLink[] };
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
    { words: 'title.approvals', path: '/approvals', icon: IconChecks },
    { words: 'title.roles', path: '/roles', icon: IconUserShield },
    { words: 'title.rolesAndPermissions', path: '/role-and-permission', icon: IconShieldCheck },
    { words: 'title.about', path: '/about', icon: IconInfoCircle },
  ];
  return links.filter((link) => hasPage(link.path));
}

export function isMenuGroup(entry: MenuEntry): entry is MenuGroup {
  return 'links' in entry;
}

const mailbox: MenuLink = { words: 'title.appsMailbox', path: '/apps/mailbox', icon: IconMail };
const sales: MenuLink = { words: 'menu.sales', path: '/', icon: IconLayoutDashboard };

const income = {
  admin: [],
  user: [{ words: 'menu.income', path: '/chart', icon: IconChartBar }],
  team: [{ words: 'menu.income', path: '/agentgraph', icon: IconChartBar }],
  agent: [{ words: 'menu.income', path: '/agentchart', icon: IconChartBar }],
} as const satisfies Record<Role, readonly MenuLink[]>;

const agents: MenuLink = { words: 'menu.agent', path: '/agent', icon: IconUser };
const teams: MenuLink = { words: 'menu.teams', path: '/team', icon: IconUsersGroup };

const work: Record<Role, readonly MenuEntry[]> = {
  admin: [
    { words: 'menu.users', path: '/users', icon: IconUser },
    { words: 'menu.allTeams', path: '/allteam', icon: IconUsersGroup },
    { words: 'menu.allAgent', path: '/allagent', icon: IconUsers },
  ],
  user: [
    { words: 'menu.agentTeamManagement', icon: IconUsersGroup, links: [agents, teams] },
    { words: 'menu.unassignLoans', path: '/loan', icon: IconFileImport },
    { words: 'menu.assignLoans', path: '/assignloan', icon: IconFileCheck },
    { words: 'menu.allLoans', path: '/allloan', icon: IconFiles },
  ],
  team: [
    { words: 'menu.agentTeamManagement', icon: IconUsersGroup, links: [agents] },
    { words: 'menu.unassignLoans', path: '/agentloan', icon: IconFileImport },
    { words: 'menu.assignedLoans', path: '/assignteam', icon: IconFileCheck },
    { words: 'menu.allLoans', path: '/allassign', icon: IconFiles },
  ],
  agent: [{ words: 'menu.loans', path: '/assignagent', icon: IconFileText }],
};

function keepExisting(entry: MenuEntry): readonly MenuEntry[] {
  if (!isMenuGroup(entry)) return hasPage(entry.path) ? [entry] : [];
  const links = entry.links.filter((link) => hasPage(link.path));
  return links.length === 0 ? [] : [{ ...entry, links }];
}

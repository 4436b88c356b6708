import { type PagePath, pagePaths, routeAdmits, routes } from '@bursar/contracts/routes';
import type { Role } from '@bursar/contracts/roles';
import {
  IconApps,
  IconArrowsExchange,
  IconBook,
  IconChartBar,
  IconBuildingBank,
  IconClipboardCheck,
  IconComponents,
  IconDots,
  IconFileCheck,
  IconFilePlus,
  IconFileText,
  IconFiles,
  IconForms,
  IconHeadset,
  IconHistory,
  IconInfoCircle,
  IconLanguage,
  IconLayoutDashboard,
  IconLock,
  IconReceipt2,
  IconMail,
  IconShieldCheck,
  IconTable,
  IconUser,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useMay } from '../../lib/session-query.ts';
import { useSession } from '../../lib/session.ts';
import { FileImportIcon } from '../../ui/icon/FileImportIcon.tsx';
import { type DemoSection, sectionOf } from '../sections.ts';
import { pageTitle } from '../titles.ts';

type MenuIcon = ComponentType<IconProps>;

export type MenuLink = {
  labelKey: string;
  path: PagePath;
  /** Other pages that mark this link as current, for a section that is a single link. */
  covers?: readonly PagePath[];
};
export type IconLink = MenuLink & { icon: MenuIcon };
export type MenuGroup = { labelKey: string; icon: MenuIcon; links: readonly MenuLink[] };
export type MenuEntry = IconLink | MenuGroup;

/** The role's own pages with the specification's order and names, and the open dashboards. */
export function menuOf(role: Role): readonly MenuEntry[] {
  const dashboards = [sales, ...income[role], ...linksOf('dashboard', role)];
  return [
    { labelKey: 'menu.dashboard', icon: IconLayoutDashboard, links: dashboards },
    ...work[role],
  ];
}

/** The specification's horizontal menu of demo pages: every other page below its parent. */
export function demoMenu(role: Role): readonly MenuGroup[] {
  return demoParents.flatMap(({ section, icon }) => {
    const links = linksOf(section, role);
    return links.length > 0 ? [{ labelKey: `menu.${section}`, icon, links }] : [];
  });
}

/** The sidebar's demo entries; each gallery section is a single link there. */
export function sideDemoMenu(role: Role): readonly MenuGroup[] {
  const whole = demoMenu(role).filter(({ labelKey }) => sideGroups.has(labelKey));
  const gallery: readonly MenuLink[] = [
    ...gallerySections.flatMap((section) => sectionLink(section, role)),
    ...linksOf('more', role).filter(({ path }) => routes[path].group === 'gallery'),
  ];
  const group = { labelKey: 'menu.gallery', icon: IconComponents, links: gallery };
  return gallery.length > 0 ? [...whole, group] : whole;
}

/** Every page that a role may open without a record's id; the product's come first. */
export function linkedPages(role: Role): readonly PagePath[] {
  return pagePaths.filter((path) => {
    const { access, group, isRecord } = routes[path];
    return group !== 'error' && !isRecord && routeAdmits(access, role);
  });
}

/** Pages about the installation, shown in the profile menu of users who may open them. */
export function openLinks(role: Role | undefined): readonly IconLink[] {
  return [
    ...(role === 'admin' ? [mailbox] : []),
    { labelKey: 'title.approvals', path: '/approvals', icon: IconClipboardCheck },
    ...(role === 'admin' || role === 'user' ? [pipeline] : []),
    ...(role === 'user' ? [bankFiles] : []),
    { labelKey: 'title.products', path: '/products', icon: IconReceipt2 },
    { labelKey: 'title.roles', path: '/roles', icon: IconUserShield },
    { labelKey: 'title.rolesAndPermissions', path: '/role-and-permission', icon: IconShieldCheck },
    { labelKey: 'title.about', path: '/about', icon: IconInfoCircle },
  ];
}

export function isMenuGroup(entry: MenuEntry): entry is MenuGroup {
  return 'links' in entry;
}

/** Returns the page at an address. Call it once per menu, since it matches every path. */
export function pageAt(pathname: string): PagePath | undefined {
  return pagePaths.find((path) => path !== '*' && matchPath(path, pathname));
}

/** Returns a link's `aria-current`: `page` for its own page, `true` for pages below it. */
export function currentOf({ path, covers = [] }: MenuLink, here: PagePath | undefined) {
  if (here === undefined) return undefined;
  if (here === path) return 'page';
  return covers.includes(here) || routes[here].below?.includes(path) ? 'true' : undefined;
}

/** Returns the group of the open page, if it is in one. */
export function groupAt(
  menu: readonly MenuEntry[],
  here: PagePath | undefined,
): MenuGroup | undefined {
  return menu.filter(isMenuGroup).find(({ links }) => links.some((link) => currentOf(link, here)));
}

const bankFiles: IconLink = {
  labelKey: 'title.bankFiles',
  path: '/bank-files',
  icon: IconBuildingBank,
};
const mailbox: IconLink = { labelKey: 'title.appsMailbox', path: '/apps/mailbox', icon: IconMail };
const pipeline: IconLink = {
  labelKey: 'title.applications',
  path: '/applications',
  icon: IconFilePlus,
};
const sales: MenuLink = { labelKey: 'menu.sales', path: '/' };

const income = {
  admin: [],
  user: [{ labelKey: 'menu.income', path: '/chart' }],
  team: [{ labelKey: 'menu.income', path: '/agentgraph' }],
  agent: [{ labelKey: 'menu.income', path: '/agentchart' }],
} as const satisfies Record<Role, readonly MenuLink[]>;

const agents: MenuLink = { labelKey: 'menu.agent', path: '/agent' };
const teams: MenuLink = { labelKey: 'menu.teams', path: '/team' };

const work: Record<Role, readonly MenuEntry[]> = {
  admin: [
    { labelKey: 'menu.users', path: '/users', icon: IconUser },
    { labelKey: 'menu.allTeams', path: '/allteam', icon: IconUsersGroup },
    { labelKey: 'menu.allAgent', path: '/allagent', icon: IconUsers },
  ],
  user: [
    { labelKey: 'menu.agentTeamManagement', icon: IconUsersGroup, links: [agents, teams] },
    { labelKey: 'menu.unassignLoans', path: '/loan', icon: FileImportIcon },
    { labelKey: 'menu.assignLoans', path: '/assignloan', icon: IconFileCheck },
    { labelKey: 'menu.allLoans', path: '/allloan', icon: IconFiles },
  ],
  team: [
    { labelKey: 'menu.agentTeamManagement', icon: IconUsersGroup, links: [agents] },
    { labelKey: 'menu.unassignLoans', path: '/agentloan', icon: FileImportIcon },
    { labelKey: 'menu.assignedLoans', path: '/assignteam', icon: IconFileCheck },
    { labelKey: 'menu.allLoans', path: '/allassign', icon: IconFiles },
  ],
  agent: [{ labelKey: 'menu.loans', path: '/assignagent', icon: IconFileText }],
};

const gallerySections = ['components', 'elements', 'tables', 'forms'] as const;

const demoParents: readonly { section: DemoSection; icon: MenuIcon }[] = [
  { section: 'callCentres', icon: IconHeadset },
  { section: 'apps', icon: IconApps },
  { section: 'components', icon: IconComponents },
  { section: 'elements', icon: IconChartBar },
  { section: 'tables', icon: IconTable },
  { section: 'forms', icon: IconForms },
  { section: 'pages', icon: IconBook },
  { section: 'auth', icon: IconLock },
  { section: 'more', icon: IconDots },
];

const sideGroups = new Set(['menu.callCentres', 'menu.apps', 'menu.pages']);

/** A section's pages in the order of the route table, as far as the role may open them. */
function linksOf(section: DemoSection, role: Role): readonly MenuLink[] {
  return linkedPages(role)
    .filter((path) => sectionOf(path) === section)
    .map((path) => ({ labelKey: pageTitle(path), path }));
}

/** A section as one link to its first page, which lists the others. */
function sectionLink(section: DemoSection, role: Role): readonly MenuLink[] {
  const [first, ...others] = linksOf(section, role).map(({ path }) => path);
  return first ? [{ labelKey: `menu.${section}`, path: first, covers: others }] : [];
}

type RecordLink = {
  readonly path: string;
  readonly labelKey: string;
  readonly icon: ComponentType<IconProps>;
};

/** Links to records that are part of a page, for users who may read them. */
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
            labelKey: 'palette.assignmentBatches',
            icon: IconArrowsExchange,
          },
        ]
      : []),
    ...(mayAudit
      ? [{ path: paths.auditTrail(), labelKey: 'palette.auditTrail', icon: IconHistory }]
      : []),
    ...(mayTranslations
      ? [
          {
            path: paths.missingTranslations(),
            labelKey: 'palette.missingTranslations',
            icon: IconLanguage,
          },
        ]
      : []),
  ];
}

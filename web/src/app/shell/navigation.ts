import { type PagePath, pagePaths, routeAdmits, routes } from '@bursar/contracts/routes';
import type { Role } from '@bursar/contracts/roles';
import {
  IconApps,
  IconBook,
  IconChartBar,
  IconBuildingBank,
  IconComponents,
  IconDots,
  IconFileCheck,
  IconFileText,
  IconFiles,
  IconForms,
  IconHeadset,
  IconHelp,
  IconInfoCircle,
  IconLayoutDashboard,
  IconLock,
  IconSettings,
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
import { isDemoPage, type MenuSection, sectionOf } from '../sections.ts';
import { pageTitle } from '../titles.ts';

type MenuIcon = ComponentType<IconProps>;

export type MenuLink = {
  labelKey: string;
  path: PagePath;
  /** The address within the page, if the link opens a part of it. */
  part?: string;
  /**
   * The page with the form for a new record of this list. If it is set, the menu also marks this
   * link while the form is open.
   */
  form?: PagePath | undefined;
};
export type IconLink = MenuLink & { icon: MenuIcon };
export type MenuGroup = { labelKey: string; icon: MenuIcon; links: readonly MenuLink[] };
export type MenuEntry = IconLink | MenuGroup;

/**
 * Returns the role's menu: the dashboards that the role may open, and its own pages with the
 * specification's order and names.
 */
export function menuOf(role: Role): readonly MenuEntry[] {
  const dashboards = [sales, ...income[role], ...linksOf('dashboard', role)];
  return [
    { labelKey: 'menu.dashboard', icon: IconLayoutDashboard, links: dashboards },
    ...work[role],
  ];
}

/** Returns the links to loan work that the specification's sidebar does not contain. */
export function lendingMenu(
  role: Role,
  { mayAssign }: { readonly mayAssign: boolean },
): readonly MenuGroup[] {
  const pages = linksOf('lending', role);
  const links: readonly MenuLink[] = [
    ...pages.filter(({ path }) => path !== '/bank-files'),
    ...(role === 'user' ? [imports] : []),
    ...pages.filter(({ path }) => path === '/bank-files'),
    ...(mayAssign && (role === 'user' || role === 'team') ? [assignmentsMade[role]] : []),
  ];
  return [{ labelKey: 'menu.lending', icon: IconBuildingBank, links }];
}

export function useLendingMenu(): readonly MenuGroup[] {
  const role = useSession()?.role;
  const mayAssign = useMay('assign-loans');
  return role ? lendingMenu(role, { mayAssign }) : [];
}

/**
 * Returns the specification's horizontal menu: the pages outside the role's own menu, each below
 * its parent. It contains demo pages only if `withDemoPages` is true.
 */
export function furtherMenu(
  role: Role,
  { withDemoPages }: { readonly withDemoPages: boolean },
): readonly MenuGroup[] {
  return furtherParents.flatMap(({ section, icon }) => {
    const links = linksOf(section, role).filter(({ path }) => withDemoPages || !isDemoPage(path));
    return links.length > 0 ? [{ labelKey: `menu.${section}`, icon, links }] : [];
  });
}

/** Returns the demo pages by group; a section whose pages link to each other is a single link. */
export function demoLinks(role: Role): readonly Omit<MenuGroup, 'icon'>[] {
  const groups = furtherMenu(role, { withDemoPages: true }).flatMap(({ labelKey, links }) => {
    const [first, ...others] = links.filter(({ path }) => isDemoPage(path));
    return first ? [{ labelKey, links: [first, ...others] as const }] : [];
  });
  const isGallery = ({ labelKey }: { readonly labelKey: string }) => gallery.has(labelKey);
  const sections = groups.filter(isGallery).map(({ labelKey, links: [{ path }] }) => {
    return { labelKey, path };
  });
  const further = groups.filter(({ labelKey }) => labelKey === 'menu.more');
  return [
    {
      labelKey: 'menu.gallery',
      links: [...sections, ...further.flatMap(({ links }) => links)],
    },
    ...groups.filter((group) => !isGallery(group) && group.labelKey !== 'menu.more'),
  ];
}

/** The form that creates a record of each list. */
const formOf: Partial<Record<PagePath, PagePath>> = {
  '/call-centers': '/call-center-create',
  '/call-center-presets': '/call-center-presets-create',
  '/call-center-patients': '/call-center-patients-create',
  '/call-center-members': '/create-call-center-member',
  '/apps/invoice/list': '/apps/invoice/add',
};

/** Forms of records that only users with the permission `manage-call-centres` create. */
const managersForms: ReadonlySet<PagePath> = new Set<PagePath>([
  '/call-center-create',
  '/call-center-presets-create',
]);

/**
 * Returns the sidebar's entries below the role's own pages and the lending pages. It contains no
 * form that would refuse the user: an administrator only reads these lists.
 */
export function sideMenu(
  role: Role,
  { mayManageCallCentres }: { readonly mayManageCallCentres: boolean },
): readonly MenuGroup[] {
  const isHidden = (form: PagePath) =>
    role === 'admin' || (managersForms.has(form) && !mayManageCallCentres);
  const hidden = new Set(Object.values(formOf).filter(isHidden));
  return furtherMenu(role, { withDemoPages: false })
    .filter(({ labelKey }) => sideGroups.has(labelKey))
    .map((group) => withoutForms(group, hidden));
}

/** Returns the group without links to these forms; each list is marked in place of its form. */
function withoutForms(group: MenuGroup, hidden: ReadonlySet<PagePath>): MenuGroup {
  const links = group.links.filter(({ path }) => !hidden.has(path));
  const formIn = (path: PagePath) => {
    const form = formOf[path];
    return form && hidden.has(form) ? form : undefined;
  };
  return { ...group, links: links.map((link) => ({ ...link, form: formIn(link.path) })) };
}

/**
 * Returns every page that a role may open without a record's id, in the order of the route table.
 */
export function linkedPages(role: Role): readonly PagePath[] {
  return pagePaths.filter((path) => {
    const { access, group, isRecord } = routes[path];
    return group !== 'error' && !isRecord && routeAdmits(access, role);
  });
}

/** Returns the pages about the installation, which the profile menu shows. */
export const installationLinks = (role: Role | undefined): readonly IconLink[] =>
  allInstallationLinks.filter(({ path }) => role && routeAdmits(routes[path].access, role));

const allInstallationLinks: readonly IconLink[] = [
  { labelKey: 'title.settings', path: '/settings', icon: IconSettings },
  { labelKey: 'title.roles', path: '/roles', icon: IconUserShield },
  { labelKey: 'title.rolesAndPermissions', path: '/role-and-permission', icon: IconShieldCheck },
  { labelKey: 'title.pagesKnowledgeBase', path: '/pages/knowledge-base', icon: IconBook },
  { labelKey: 'title.about', path: '/about', icon: IconInfoCircle },
];

/**
 * Returns an entry for the open page if it has a section but is in no group of the sidebar, so that
 * the sidebar still shows where the user is.
 */
export function placeOutside(
  menu: readonly MenuEntry[],
  here: PagePath | undefined,
): IconLink | undefined {
  const parent = here && furtherParents.find(({ section }) => section === sectionOf(here));
  if (!parent || groupAt(menu, here)) return undefined;
  // The titles of the gallery's pages load later than the frame.
  const labelKey = isDemoPage(here) ? `menu.${parent.section}` : pageTitle(here);
  const known = allInstallationLinks.find(({ path }) => path === here);
  const icon = known?.icon ?? (here === '/users/profile' ? IconUser : parent.icon);
  return { labelKey, path: here, icon };
}

export function isMenuGroup(entry: MenuEntry): entry is MenuGroup {
  return 'links' in entry;
}

/** Returns the page at an address. Call it once per menu, since it matches every path. */
export function pageAt(pathname: string): PagePath | undefined {
  return pagePaths.find((path) => path !== '*' && matchPath(path, pathname));
}

/** Returns a link's `aria-current`: `page` for its own page, `true` for pages below it. */
export function currentOf({ path, part, form }: MenuLink, here: PagePath | undefined) {
  // A link to a part is never current, because the part's page has a link of its own.
  if (here === undefined || part !== undefined) return undefined;
  if (here === path) return 'page';
  return here === form || routes[here].below?.includes(path) ? 'true' : undefined;
}

/** Returns the group of the open page, if it is in one. */
export function groupAt(
  menu: readonly MenuEntry[],
  here: PagePath | undefined,
): MenuGroup | undefined {
  return menu.filter(isMenuGroup).find(({ links }) => links.some((link) => currentOf(link, here)));
}

const imports: MenuLink = { labelKey: 'menu.imports', path: '/loan', part: paths.importTape() };
const assignmentsMade = {
  user: {
    labelKey: 'palette.assignmentBatches',
    path: '/assignloan',
    part: paths.assignmentBatches('user'),
  },
  team: {
    labelKey: 'palette.assignmentBatches',
    path: '/assignteam',
    part: paths.assignmentBatches('team'),
  },
} as const satisfies Record<'user' | 'team', MenuLink>;

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

const furtherParents: readonly { section: MenuSection; icon: MenuIcon }[] = [
  { section: 'callCentres', icon: IconHeadset },
  { section: 'apps', icon: IconApps },
  { section: 'components', icon: IconComponents },
  { section: 'elements', icon: IconChartBar },
  { section: 'tables', icon: IconTable },
  { section: 'forms', icon: IconForms },
  { section: 'pages', icon: IconHelp },
  { section: 'auth', icon: IconLock },
  { section: 'more', icon: IconDots },
];

const gallery = new Set(['menu.components', 'menu.elements', 'menu.tables', 'menu.forms']);
const sideGroups = new Set(['menu.callCentres', 'menu.apps']);

/** Returns a section's pages in the order of the route table, as far as the role may open them. */
function linksOf(section: MenuSection, role: Role): readonly MenuLink[] {
  return linkedPages(role)
    .filter((path) => sectionOf(path) === section)
    .map((path) => ({ labelKey: pageTitle(path), path }));
}

type RecordLink = { readonly path: string; readonly labelKey: string };

/** Returns the links to the audit trail and the missing translations, if the user may read them. */
export function useRecordLinks(): readonly RecordLink[] {
  const mayAudit = useMay('read-audit');
  const mayTranslations = useMay('read-missing-translations');
  return [
    ...(mayAudit ? [{ path: paths.auditTrail(), labelKey: 'palette.auditTrail' }] : []),
    ...(mayTranslations
      ? [{ path: paths.missingTranslations(), labelKey: 'palette.missingTranslations' }]
      : []),
  ];
}

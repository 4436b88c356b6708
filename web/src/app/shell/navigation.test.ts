import { type PagePath, pagePaths, routeAdmits, routes } from '@bursar/contracts/routes';
import { roles, type Role } from '@bursar/contracts/roles';
import { IconBook, IconHelp, IconUser } from '@tabler/icons-react';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isDemoPage, sectionOf } from '../sections.ts';
import {
  currentOf,
  furtherMenu,
  groupAt,
  isMenuGroup,
  installationLinks,
  lendingMenu,
  linkedPages,
  menuOf,
  pageAt,
  placeOutside,
  sideMenu,
} from './navigation.ts';

const texts = JSON.parse(
  readFileSync(new URL('../../../public/locales/en/app.json', import.meta.url), 'utf8'),
) as { menu: Record<string, string> }; // The translations test checks this shape.

const labelOf = (key: string) => texts.menu[key.replace('menu.', '')];
const linksOf = (role: Role) =>
  menuOf(role).flatMap((entry) => (isMenuGroup(entry) ? entry.links : [entry]));

const furtherLinksOf = (role: Role, withDemoPages = true) =>
  [...lendingMenu(role, { mayAssign: true }), ...furtherMenu(role, { withDemoPages })].flatMap(
    ({ links }) => links,
  );

/** The specification's sidebar, item by item. */
const sidebar: Record<Role, readonly string[]> = {
  admin: ['Sales', 'Users', 'All Teams', 'All Agent'],
  user: ['Sales', 'Income', 'Agent', 'Teams', 'Unassign Loans', 'Assign Loans', 'All Loans'],
  team: ['Sales', 'Income', 'Agent', 'Unassign Loans', 'Assigned Loans', 'All Loans'],
  agent: ['Sales', 'Income', 'Loans'],
};

describe.each(roles)('the menu of the role %s', (role) => {
  it("has the specification's items, with their names and order", () => {
    const own = linksOf(role).filter(({ path }) => sectionOf(path) === undefined);
    expect(own.map((link) => labelOf(link.labelKey))).toEqual(sidebar[role]);
  });

  it('links only to pages that the role may open', () => {
    for (const { path } of [
      ...linksOf(role),
      ...furtherLinksOf(role),
      ...installationLinks(role),
    ]) {
      expect([path, routeAdmits(routes[path].access, role)]).toEqual([path, true]);
    }
  });

  it('has every page that the role may open without a record, once', () => {
    const shown = [...linksOf(role), ...furtherLinksOf(role)]
      .filter(({ part }) => part === undefined)
      .map(({ path }) => path);
    const fromLists = pagePaths.filter(
      (path) => routes[path].group === 'product' && routes[path].below,
    );
    expect(shown.toSorted()).toEqual(
      linkedPages(role)
        .filter((path) => !fromLists.includes(path))
        .toSorted(),
    );
  });

  it('has lending, call centres and apps in the sidebar, and no demo page', () => {
    const groups = [
      ...lendingMenu(role, { mayAssign: true }),
      ...sideMenu(role, { mayManageCallCentres: true }),
    ];
    expect(groups.map(({ labelKey }) => labelOf(labelKey))).toEqual([
      'Lending',
      'Call centres',
      'Apps',
    ]);
    const shown = groups.flatMap(({ links }) => links);
    expect(shown.filter(({ path }) => isDemoPage(path))).toEqual([]);
  });

  it.each([
    ['all forms to managers of call centres', true, 5],
    ['forms of patients, members and invoices to others', false, 3],
  ])('offers in the sidebar %s, and none to administrators', (_, mayManageCallCentres, count) => {
    const menu = sideMenu(role, { mayManageCallCentres });
    const paths = menu.flatMap(({ links }) => links.map(({ path }) => path));
    expect(paths).toContain('/call-centers');
    const forms = paths.filter((path) => /create|invoice\/add/.test(path));
    expect(forms).toHaveLength(role === 'admin' ? 0 : count);
  });

  it('marks a list while its form is open, if the form has no link', () => {
    const here = pageAt('/call-center-presets-create');
    const links =
      groupAt(sideMenu(role, { mayManageCallCentres: role === 'user' }), here)?.links ?? [];
    expect(links.flatMap((link) => (currentOf(link, here) ? [link.path] : []))).toEqual([
      role === 'user' ? here : '/call-center-presets',
    ]);
  });

  it('lists demo pages elsewhere only while the installation shows them', () => {
    const demo = (withDemoPages: boolean) =>
      furtherLinksOf(role, withDemoPages).filter(({ path }) => isDemoPage(path));
    expect(demo(true).length).toBeGreaterThan(60);
    expect(demo(false)).toEqual([]);
  });

  it('marks every page of the frame once, also if only other menus lead to it', () => {
    const menu = [
      ...menuOf(role),
      ...lendingMenu(role, { mayAssign: true }),
      ...sideMenu(role, { mayManageCallCentres: true }),
    ];
    const marksOf = (path: PagePath) => {
      const outside = placeOutside(menu, path);
      const all = menu.flatMap((entry) => (isMenuGroup(entry) ? entry.links : [entry]));
      return [...all, ...(outside ? [outside] : [])].filter((link) => currentOf(link, path));
    };
    const framed = linkedPages(role).filter((path) => routes[path].layout === 'default');
    const wrong = framed.filter((path) => marksOf(path).length !== 1);
    expect(wrong).toEqual([]);
    expect(marksOf('/roles').map(({ labelKey }) => labelKey)).toEqual(['title.roles']);
    expect(marksOf('/tables').map(({ labelKey }) => labelKey)).toEqual(['menu.tables']);
  });

  it('gives the profile and the help pages icons of their own if they are outside the groups', () => {
    const iconOf = (path: PagePath) => placeOutside(menuOf(role), path)?.icon;
    expect(iconOf('/users/profile')).toBe(IconUser);
    expect(iconOf('/pages/faq')).toBe(IconHelp);
    expect(iconOf('/pages/knowledge-base')).toBe(IconBook);
  });

  it("starts with the dashboard's group", () => {
    const [first] = menuOf(role);
    expect(first && isMenuGroup(first) && labelOf(first.labelKey)).toBe('Dashboard');
  });
});

describe('the current page in the menu', () => {
  const marked = (role: Role, pathname: string) =>
    linksOf(role).flatMap((link) => {
      const current = currentOf(link, pageAt(pathname));
      return current ? [[labelOf(link.labelKey), current]] : [];
    });

  it.each([
    ['user', '/agent', 'Agent', 'page'],
    ['user', '/agent/add', 'Agent', 'true'],
    ['team', '/edit-agent/0199', 'Agent', 'true'],
    ['user', '/teams/create', 'Teams', 'true'],
    ['user', '/edit-team/0199', 'Teams', 'true'],
    ['admin', '/create-user', 'Users', 'true'],
    ['admin', '/edit-user/0199', 'Users', 'true'],
    ['user', '/loan-details', 'All Loans', 'true'],
    ['team', '/loan-details', 'All Loans', 'true'],
    ['agent', '/loan-details', 'Loans', 'true'],
    ['user', '/', 'Sales', 'page'],
  ] as const)('is marked for the role %s on %s: %s', (role, pathname, word, current) => {
    expect(marked(role, pathname)).toEqual([[word, current]]);
  });

  it('has no mark if no link leads to it', () => {
    expect(marked('user', '/users/profile')).toEqual([]);
  });

  it('opens its group, also if it is below a link', () => {
    expect(groupAt(menuOf('user'), pageAt('/edit-agent/0199'))?.labelKey).toBe(
      'menu.agentTeamManagement',
    );
    expect(groupAt(menuOf('user'), pageAt('/loan-details'))).toBeUndefined();
  });
});

import { routeAdmits, routes } from '@bursar/contracts/routes';
import { roles, type Role } from '@bursar/contracts/roles';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasPage } from '../routes.ts';
import { isMenuGroup, menuOf, openLinks } from './navigation.ts';

const words = JSON.parse(
  readFileSync(new URL('../../../public/locales/en/app.json', import.meta.url), 'utf8'),
) as { menu: Record<string, string> }; // The words test holds the file to this shape.

const wordOf = (key: string) => words.menu[key.replace('menu.', '')];
const linksOf = (role: Role) =>
  menuOf(role).flatMap((entry) => (isMenuGroup(entry) ? entry.links : [entry]));

/** The specification's sidebar, item by item. */
const sidebar: Record<Role, readonly string[]> = {
  admin: ['Sales', 'Users', 'All Teams', 'All Agent'],
  user: ['Sales', 'Income', 'Agent', 'Teams', 'Unassign Loans', 'Assign Loans', 'All Loans'],
  team: ['Sales', 'Income', 'Agent', 'Unassign Loans', 'Assigned Loans', 'All Loans'],
  agent: ['Sales', 'Income', 'Loans'],
};

describe.each(roles)('the menu of the role %s', (role) => {
  it('names the specification’s items in its words and order, as far as their pages exist', () => {
    const shown = linksOf(role).map((link) => wordOf(link.words));
    expect(shown).toEqual(sidebar[role].filter((word) => shown.includes(word)));
    expect(shown).toContain('Sales');
  });

  it('leads only to pages that exist and that the role may open', () => {
    for (const { path } of [...linksOf(role), ...openLinks(role)]) {
      expect([path, hasPage(path)]).toEqual([path, true]);
      expect([path, routeAdmits(routes[path].access, role)]).toEqual([path, true]);
    }
  });

  it('begins with the dashboard’s group', () => {
    const [first] = menuOf(role);
    expect(first && isMenuGroup(first) && wordOf(first.words)).toBe('Dashboard');
  });
});

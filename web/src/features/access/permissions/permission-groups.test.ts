import { permissionNames, permissionRoles } from '@bursar/contracts/access/permissions';
import { roles } from '@bursar/contracts/roles';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { countChanged, permissionGroups, searchGroups } from './permission-groups.ts';
import { withGrant } from './permissions.queries.ts';
import type { RolePermissions } from './permissions.queries.ts';

const defaults: RolePermissions = {
  people: [],
  permissions: permissionNames.map((name) => ({
    name,
    grants: roles.map((role) => {
      const holders: readonly string[] = permissionRoles[name];
      const granted = holders.includes(role);
      return { role, granted, grantedByDefault: granted, mayChange: true };
    }),
  })),
};

describe('the matrix of permissions', () => {
  it('shows every permission once, in one group', () => {
    const groups = searchGroups(defaults.permissions, '', () => '');
    expect(groups.map(({ group }) => group)).toEqual(permissionGroups);
    const shown = groups.flatMap(({ rows }) => rows.map((row) => row.name));
    expect(shown.toSorted()).toEqual(permissionNames.toSorted());
  });

  it('has a name and a sentence for every permission', () => {
    const path = new URL('../../../../public/locales/en/permissions.json', import.meta.url);
    const texts = JSON.parse(readFileSync(path, 'utf8')) as {
      permission: Record<string, { name: string; means: string }>;
    }; // The translations test checks this shape.
    expect(Object.keys(texts.permission).toSorted()).toEqual(permissionNames.toSorted());
    for (const { name, means } of Object.values(texts.permission)) {
      expect([name, means]).not.toContain(undefined);
    }
  });

  it('has groups of at most 15 permissions, which fit on a screen', () => {
    const groups = searchGroups(defaults.permissions, '', () => '');
    expect(groups.filter(({ rows }) => rows.length > 15)).toEqual([]);
  });

  it('counts only what differs from the defaults', () => {
    expect(countChanged(defaults.permissions)).toBe(0);
    const taken = { permission: 'post-payment', role: 'agent', granted: false } as const;
    const changed = withGrant(defaults, taken);
    expect(countChanged(changed.permissions)).toBe(1);
    expect(countChanged(withGrant(changed, { ...taken, granted: true }).permissions)).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { routeAdmits, routes } from './routes.ts';

describe('routeAdmits', () => {
  it('admits only the roles that a page lists', () => {
    expect(routeAdmits(routes['/agent'].access, 'team')).toBe(true);
    expect(routeAdmits(routes['/agent'].access, 'agent')).toBe(false);
    expect(routeAdmits(routes['/users'].access, 'user')).toBe(false);
  });

  it('admits every role to a page without a restriction', () => {
    for (const role of ['admin', 'user', 'team', 'agent'] as const) {
      expect(routeAdmits(routes['/'].access, role)).toBe(true);
      expect(routeAdmits(routes['/pages/error404'].access, role)).toBe(true);
    }
  });

  it('admits no signed-in role to a page for signed-out visitors', () => {
    expect(routeAdmits(routes['/login'].access, 'admin')).toBe(false);
  });
});

import { routes } from '@bursar/contracts/routes';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openBrowserDouble } from '../../build/browser-double.ts';
import { elsewhere } from './guards.ts';

afterEach(() => vi.unstubAllGlobals());

describe('the guard', () => {
  it('redirects a visitor without a token to sign-in', () => {
    openBrowserDouble({ cookies: { role: 'user' } });
    expect(elsewhere(routes['/'].access)).toBe('/auth/boxed-signin');
    expect(elsewhere(routes['/users'].access)).toBe('/auth/boxed-signin');
  });

  it('redirects a role that a page does not list to /unauthorized', () => {
    openBrowserDouble({ cookies: { token: 'x', role: 'team' } });
    expect(elsewhere(routes['/loan'].access)).toBe('/unauthorized');
    expect(elsewhere(routes['/agentloan'].access)).toBeUndefined();
  });

  it('opens a page without a restriction to any role', () => {
    for (const role of ['admin', 'user', 'team', 'agent']) {
      openBrowserDouble({ cookies: { token: 'x', role } });
      expect(elsewhere(routes['/'].access)).toBeUndefined();
    }
  });

  it('opens nothing to a token without a role', () => {
    openBrowserDouble({ cookies: { token: 'x', role: 'owner' } });
    expect(elsewhere(routes['/'].access)).toBe('/unauthorized');
  });

  it('redirects signed-in users away from pages for signed-out visitors', () => {
    openBrowserDouble({ cookies: { token: 'x', role: 'user' } });
    expect(elsewhere(routes['/login'].access)).toBe('/');
    openBrowserDouble();
    expect(elsewhere(routes['/login'].access)).toBeUndefined();
  });

  it('opens the error pages to everyone', () => {
    openBrowserDouble();
    expect(elsewhere(routes['/pages/error500'].access)).toBeUndefined();
  });
});

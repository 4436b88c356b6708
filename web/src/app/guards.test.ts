import { pagePaths, routes } from '@bursar/contracts/routes';
import { roles } from '@bursar/contracts/roles';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openBrowserDouble } from '../../build/browser-double.ts';
import { refusedPage } from '../lib/refused-page.ts';
import { admit, elsewhere } from './guards.ts';

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
    for (const role of roles) {
      openBrowserDouble({ cookies: { token: 'x', role } });
      expect(elsewhere(routes['/'].access)).toBeUndefined();
    }
  });

  it('redirects a visitor without a token to sign-in from every page in the frame', () => {
    openBrowserDouble();
    const inFrame = pagePaths.filter((path) => routes[path].layout === 'default');
    expect(
      inFrame.filter((path) => elsewhere(routes[path].access) !== '/auth/boxed-signin'),
    ).toEqual([]);
  });

  it.each(roles)('opens every page of the gallery to the role %s', (role) => {
    openBrowserDouble({ cookies: { token: 'x', role } });
    const inGallery = pagePaths.filter((path) => routes[path].group === 'gallery');
    expect(inGallery.length).toBeGreaterThan(50);
    expect(inGallery.filter((path) => elsewhere(routes[path].access) !== undefined)).toEqual([]);
  });

  it.each(roles)('opens to the role %s the pages that list it, and no other', (role) => {
    openBrowserDouble({ cookies: { token: 'x', role } });
    const led = pagePaths.map((path) => [path, elsewhere(routes[path].access)]);
    const due = pagePaths.map((path) => {
      const { access } = routes[path];
      if (access === 'signed-out') return [path, '/'];
      const isOpen = access === 'public' || access.includes(role);
      return [path, isOpen ? undefined : '/unauthorized'];
    });
    expect(led).toEqual(due);
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

describe('a refused page', () => {
  const open = (path: '/loan' | '/users' | '/agentloan' | '/unauthorized') => {
    // The guard of the frame runs before that of its page.
    admit(roles, path);
    admit(routes[path].access, path);
  };

  it('is the one of the refusal, also if another was refused before', () => {
    openBrowserDouble({ cookies: { token: 'x', role: 'team' } });
    expect(() => open('/loan')).toThrow(Response);
    open('/unauthorized');
    expect(refusedPage()).toBe('/loan');
    expect(() => open('/users')).toThrow(Response);
    open('/unauthorized');
    expect(refusedPage()).toBe('/users');
  });

  it('is forgotten once another page has opened', () => {
    openBrowserDouble({ cookies: { token: 'x', role: 'team' } });
    expect(() => open('/loan')).toThrow(Response);
    open('/agentloan');
    open('/unauthorized');
    expect(refusedPage()).toBeUndefined();
  });
});

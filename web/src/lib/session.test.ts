import { afterEach, describe, expect, it, vi } from 'vitest';
import { openBrowserDouble } from '../../build/browser-double.ts';
import {
  bindPageToAccount,
  expireSession,
  forgetSession,
  interruptedPage,
  leaveIfAnotherAccount,
  onSessionExpiry,
  pageAccount,
  readSession,
  storeSession,
} from './session.ts';

const session = { token: 't0k3n', role: 'team', id: '7', email: 'team@bursar.example' } as const;

afterEach(() => vi.unstubAllGlobals());

describe('the session', () => {
  it('is stored in the cookies token, role, id and email', () => {
    const { cookies } = openBrowserDouble();
    expect(storeSession(session)).toBe(true);
    expect(Object.fromEntries(cookies)).toEqual({
      token: 't0k3n',
      role: 'team',
      id: '7',
      email: 'team%40bursar.example',
    });
    expect(readSession()).toEqual(session);
  });

  it('reports that the browser dropped the secure token', () => {
    openBrowserDouble({ dropsSecureCookies: true });
    expect(storeSession(session)).toBe(false);
    expect(readSession()).toBeUndefined();
  });

  it('has no role if the cookie holds an unknown one', () => {
    openBrowserDouble({ cookies: { token: 'x', role: 'owner' } });
    expect(readSession()?.role).toBeUndefined();
  });

  it('ends by removing the token and nothing else', () => {
    const { cookies } = openBrowserDouble();
    storeSession(session);
    forgetSession();
    expect([...cookies.keys()]).toEqual(['role', 'id', 'email']);
    expect(readSession()).toBeUndefined();
  });

  it('remembers the page on which the server ended it, whichever call detects it last', () => {
    openBrowserDouble({ path: '/allloan', search: '?q=byron' });
    storeSession(session);
    expireSession();
    location.pathname = '/auth/boxed-signin';
    location.search = '';
    expireSession();
    expect(interruptedPage(session.email)).toBe('/allloan?q=byron');
    expect(interruptedPage('agent@bursar.example')).toBeUndefined();
    storeSession(session);
    expect(interruptedPage(session.email)).toBeUndefined();
  });

  it('notifies of its expiry, but not of a sign-out', () => {
    openBrowserDouble();
    storeSession(session);
    const listener = vi.fn<() => void>();
    const stop = onSessionExpiry(listener);
    forgetSession();
    expect(listener).not.toHaveBeenCalled();
    expireSession();
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
  });

  it('notifies once of an expiry before there was a listener', () => {
    openBrowserDouble();
    storeSession(session);
    expireSession();
    const listener = vi.fn<() => void>();
    onSessionExpiry(listener)();
    expect(listener).toHaveBeenCalledTimes(1);
    onSessionExpiry(listener)();
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe('a page of an account', () => {
  const cookies = { token: 'of-ann', id: 'ann' };

  it('stays while its account is signed in, also by a new session, or nobody', () => {
    const { cookies: now, replacedBy } = openBrowserDouble({ cookies });
    const unbind = bindPageToAccount();
    expect(leaveIfAnotherAccount()).toBe(false);
    now.set('token', 'of-ann-again');
    expect(leaveIfAnotherAccount()).toBe(false);
    now.delete('token');
    expect(leaveIfAnotherAccount()).toBe(false);
    expect(replacedBy).toEqual([]);
    unbind();
  });

  it('is left once another tab has signed in as another account', () => {
    const { cookies: now, replacedBy } = openBrowserDouble({ cookies });
    const unbind = bindPageToAccount();
    now.set('token', 'of-ben').set('id', 'ben');
    expect(pageAccount()).toBe('ann');
    expect(leaveIfAnotherAccount()).toBe(true);
    expect(replacedBy).toEqual(['/']);
    unbind();
    expect([leaveIfAnotherAccount(), pageAccount()]).toEqual([false, 'ben']);
  });

  it('does not end the session of another tab when a late answer reports the end of its own', () => {
    const { cookies: now } = openBrowserDouble({ cookies });
    const unbind = bindPageToAccount();
    now.set('token', 'of-ben').set('id', 'ben');
    expireSession();
    expect(readSession()?.token).toBe('of-ben');
    unbind();
  });
});

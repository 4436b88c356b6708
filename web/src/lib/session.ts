import { isRole, type Role } from '@bursar/contracts/roles';
import { sessionEnds, type SessionEnd } from '@bursar/contracts/access/session-ends';
import { useSyncExternalStore } from 'react';
import { readCookie, removeCookie, writeCookie } from './cookies.ts';

/**
 * The signed-in user as the browser knows it. This decides only what is drawn; the server decides
 * what is allowed.
 */
export type Session = {
  token: string;
  /** Undefined if the cookie is missing or names no role: such a session may open no page. */
  role: Role | undefined;
  id: string;
  email: string;
};

export type SessionParts = { token: string; role: Role; id: string; email: string };

/** Reads the session from the cookies each time: another tab may have signed out. */
export function readSession(): Session | undefined {
  // The cookies are read once for all four values, because each access calls another process of the
  // browser.
  const { cookie } = document;
  const token = readCookie('token', cookie);
  if (!token) return undefined;
  const role = readCookie('role', cookie) ?? '';
  return {
    token,
    role: isRole(role) ? role : undefined,
    id: readCookie('id', cookie) ?? '',
    email: readCookie('email', cookie) ?? '',
  };
}

/**
 * Stores a session in the four cookies. Returns whether the browser stored the token: over plain
 * HTTP, a browser drops secure cookies from any host but its own machine.
 */
export function storeSession(session: SessionParts): boolean {
  writeCookie('token', session.token, { secure: true });
  writeCookie('role', session.role);
  writeCookie('id', session.id);
  writeCookie('email', session.email);
  const stored = readCookie('token') === session.token;
  isUnheard = false;
  storeInterruption(null);
  announce();
  return stored;
}

/** Signs out by removing the token; makes no call. */
export function forgetSession(): void {
  removeCookie('token');
  wasForgotten = true;
  isSigningOut = false;
  storeInterruption(null);
  announce();
}

/**
 * Stops every read before a sign-out that calls the server: the server reports the session's end
 * before it answers that call, and a read would then be refused.
 */
export function beginSignOut(): void {
  isSigningOut = true;
}

/** Returns whether this page has dropped its session, or is about to, and has no new one. */
export function hasSignedOut(): boolean {
  return isSigningOut || (wasForgotten && !readSession());
}

/**
 * Binds this page to the account that is signed in, while its frame is open. Returns a function
 * that ends the binding.
 */
export function bindPageToAccount(): () => void {
  boundAccount = readSession()?.id;
  return () => {
    boundAccount = undefined;
  };
}

/** Returns the account that this page shows, even if another tab has signed in as another one. */
export function pageAccount(): string {
  return boundAccount ?? readSession()?.id ?? '';
}

/**
 * Leaves the page and returns true if another tab has signed in as another account: the page shows
 * the data of the former account, and a call would act as the new one.
 */
export function leaveIfAnotherAccount(): boolean {
  const id = readSession()?.id;
  if (!boundAccount || !id || id === boundAccount) return false;
  location.replace('/');
  return true;
}

/**
 * Called when the server no longer knows the session: drops it, stores the current page and
 * notifies the listeners. Only the first of several failed calls does so, because the page may
 * already be sign-in at the next one.
 */
export function expireSession(reason: Interruption['reason'] = 'unknown'): void {
  // The answer may be about an earlier session, and another tab's new one must not end.
  if (interruption() || leaveIfAnotherAccount()) return;
  const { pathname, search } = location;
  const interrupted = { email: readCookie('email') ?? '', address: pathname + search, reason };
  forgetSession();
  storeInterruption(interrupted);
  isUnheard = expiryListeners.size === 0;
  for (const listener of expiryListeners) listener();
}

/** Returns the page on which this user's last session was ended by the server, if it was. */
export function interruptedPage(email: string): string | undefined {
  const ended = interruption();
  return ended?.email === email ? ended.address : undefined;
}

/**
 * Remembers the page that a signed-out visitor requested, so that sign-in can link to it.
 * The page that was open at sign-out does not count.
 */
export function noteAskedFor(): void {
  const { pathname, search } = location;
  if (pathname === '/' || wasForgotten || interruption()) return;
  storeInTab(askedForKey, pathname + search);
}

/** Returns the page requested before sign-in, once. */
export function takeAskedFor(): string | undefined {
  const address = readInTab(askedForKey);
  storeInTab(askedForKey, null);
  return typeof address === 'string' && /^\/(?!\/)/.test(address) ? address : undefined;
}

/**
 * Calls back when the server has ended the session, or at once if a call before the first render
 * has found that out. Returns a function that unsubscribes.
 */
export function onSessionExpiry(listener: () => void): () => void {
  expiryListeners.add(listener);
  if (isUnheard) {
    isUnheard = false;
    listener();
  }
  return () => expiryListeners.delete(listener);
}

/** Returns the session and rerenders the component when it changes. */
export function useSession(): Session | undefined {
  const cookies = useSyncExternalStore(onSessionChange, sessionCookies, sessionCookies);
  // The snapshot is text, because each read of the session creates another object.
  return cookies === '' ? undefined : readSession();
}

/** The account whose frame is open in this page. */
let boundAccount: string | undefined;
let wasForgotten = false;
let isSigningOut = false;
/** True if the session ended before there was a listener. */
let isUnheard = false;
const listeners = new Set<() => void>();
const expiryListeners = new Set<() => void>();

function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  for (const listener of listeners) listener();
}

function sessionCookies(): string {
  const session = readSession();
  return session ? [session.token, session.role, session.id, session.email].join('\n') : '';
}

type Interruption = {
  readonly email: string;
  readonly address: string;
  readonly reason: SessionEnd | 'unknown';
};

const interruptionKey = 'interrupted';

const askedForKey = 'asked-for';

function storeInterruption(ended: Interruption | null): void {
  storeInTab(interruptionKey, ended);
}

/**
 * Stores a value that survives a reload of sign-in, but not the tab. A browser may refuse storage.
 */
function storeInTab(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage, sign-in opens the dashboard.
  }
}

function readInTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Returns how this tab's last session ended, if the user did not end it. */
export function interruption(): Interruption | undefined {
  const stored = readInTab(interruptionKey);
  return isInterruption(stored) ? stored : undefined;
}

function isInterruption(stored: unknown): stored is Interruption {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    'email' in stored &&
    'address' in stored &&
    'reason' in stored &&
    (stored.reason === 'unknown' || sessionEnds.some((end) => end === stored.reason)) &&
    typeof stored.email === 'string' &&
    typeof stored.address === 'string' &&
    stored.address.startsWith('/')
  );
}

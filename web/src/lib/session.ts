import { isRole, type Role } from '@bursar/contracts/roles';
import { sessionEnds, type SessionEnd } from '@bursar/contracts/access/session-ends';
import { useSyncExternalStore } from 'react';
import { readCookie, removeCookie, writeCookie } from './cookies.ts';

/** Who the browser believes is signed in: it decides what is drawn, the server what is allowed. */
export type Session = {
  token: string;
  /** Undefined where the cookie is missing or names no role: such a session may open nothing. */
  role: Role | undefined;
  id: string;
  email: string;
};

export type SessionParts = { token: string; role: Role; id: string; email: string };

/** The session in the cookies, read afresh: another tab may have signed out. */
export function readSession(): Session | undefined {
  // Once for all four: each look at the cookies asks another process of the browser.
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
 * Keeps a session in the four cookies. Answers whether the browser kept the token: it drops
 * secure cookies that come over plain HTTP from any host but this one.
 */
export function storeSession(session: SessionParts): boolean {
  writeCookie('token', session.token, { secure: true });
  writeCookie('role', session.role);
  writeCookie('id', session.id);
  writeCookie('email', session.email);
  const kept = readCookie('token') === session.token;
  isUnheard = false;
  keepInterruption(null);
  announce();
  return kept;
}

/** Signs out: only the token goes, and no call is made. */
export function forgetSession(): void {
  removeCookie('token');
  wasForgotten = true;
  keepInterruption(null);
  announce();
}

/** This page has let go of its session and not been given another. */
export function hasSignedOut(): boolean {
  return wasForgotten && !readSession();
}

/**
 * The server no longer knows the session: forgets it, keeps where its owner was and tells whoever
 * has a page open. Of several calls that learn it at once, the first speaks for all: by the next
 * one the page may already be sign-in.
 */
export function expireSession(reason: Interruption['reason'] = 'unknown'): void {
  if (interruption()) return;
  const { pathname, search } = location;
  const interrupted = { email: readCookie('email') ?? '', address: pathname + search, reason };
  forgetSession();
  keepInterruption(interrupted);
  isUnheard = expiryListeners.size === 0;
  for (const listener of expiryListeners) listener();
}

/** The page on which this person's last session ended without their doing, if it did. */
export function interruptedPage(email: string): string | undefined {
  const ended = interruption();
  return ended?.email === email ? ended.address : undefined;
}

/**
 * A visitor asked for this page and is sent to sign-in: after it, the page is a press away. What a
 * page that was signed out showed last is nobody's wish.
 */
export function noteAskedFor(): void {
  const { pathname, search } = location;
  if (pathname === '/' || wasForgotten || interruption()) return;
  keepInTab(askedForKey, pathname + search);
}

/** The page that was asked for before sign-in, once. */
export function takeAskedFor(): string | undefined {
  const address = readInTab(askedForKey);
  keepInTab(askedForKey, null);
  return typeof address === 'string' && /^\/(?!\/)/.test(address) ? address : undefined;
}

/**
 * Calls back when the server has ended the session, or at once where a call that a page sent before
 * it was drawn has learnt it; answers how to stop listening.
 */
export function onSessionExpiry(listener: () => void): () => void {
  expiryListeners.add(listener);
  if (isUnheard) {
    isUnheard = false;
    listener();
  }
  return () => expiryListeners.delete(listener);
}

/** The session, kept current in the component that uses it. */
export function useSession(): Session | undefined {
  const cookies = useSyncExternalStore(onSessionChange, sessionCookies);
  // The cookies are a value to compare; the session is read from them once they differ.
  return cookies === '' ? undefined : readSession();
}

let wasForgotten = false;
/** The session has ended before anybody listened. */
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

function keepInterruption(ended: Interruption | null): void {
  keepInTab(interruptionKey, ended);
}

/** What is kept outlasts a reload of sign-in, but not the tab. A browser may refuse to keep anything. */
function keepInTab(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Then sign-in leads to the dashboard.
  }
}

function readInTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** How this tab's last session ended, where that was not its owner's doing. */
export function interruption(): Interruption | undefined {
  const kept = readInTab(interruptionKey);
  return isInterruption(kept) ? kept : undefined;
}

function isInterruption(kept: unknown): kept is Interruption {
  return (
    typeof kept === 'object' &&
    kept !== null &&
    'email' in kept &&
    'address' in kept &&
    'reason' in kept &&
    (kept.reason === 'unknown' || sessionEnds.some((end) => end === kept.reason)) &&
    typeof kept.email === 'string' &&
    typeof kept.address === 'string' &&
    kept.address.startsWith('/')
  );
}

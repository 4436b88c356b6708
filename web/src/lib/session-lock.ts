import { useSyncExternalStore } from 'react';

/** True if this session is locked, as far as this tab knows; the server decides. */
let isLocked = false;
const listeners = new Set<() => void>();
/** Reaches the other tabs of a locked session: unlocking one tab unlocks all. */
let tabs: BroadcastChannel | undefined;

/** Covers this tab's page until the session is unlocked; the page keeps what the user has typed. */
export function noteLock(): void {
  if (isLocked) return;
  tabs = new BroadcastChannel('bursar-lock');
  tabs.addEventListener('message', uncover);
  isLocked = true;
  announce();
}

/** Uncovers the pages of every tab. */
export function noteUnlock(): void {
  // A channel reaches its own origin alone and takes no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  tabs?.postMessage('unlocked');
  uncover();
}

/** Uncovers this tab's page, because its session was unlocked or no longer exists. */
export function uncover(): void {
  tabs?.close();
  tabs = undefined;
  isLocked = false;
  announce();
}

/** Calls back when the page is uncovered, because queries were refused while it was locked. */
export function onUnlock(listener: () => void): () => void {
  const receive = () => {
    if (!isLocked) listener();
  };
  return follow(receive);
}

export function useIsLocked(): boolean {
  return useSyncExternalStore(follow, readIsLocked, readIsLocked);
}

function readIsLocked(): boolean {
  return isLocked;
}

function announce(): void {
  for (const listener of listeners) listener();
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

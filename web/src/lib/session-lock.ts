import { useSyncExternalStore } from 'react';

/** Whether this session is locked, as far as its pages have heard: the server decides. */
let isLocked = false;
const listeners = new Set<() => void>();
/** The other tabs of a locked session: what unlocks one of them unlocks all. */
let tabs: BroadcastChannel | undefined;

/** The session is locked: its pages are covered until it is unlocked, and keep what was typed. */
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

/** Uncovers the page of this tab, where there is no session to unlock any more. */
export function uncover(): void {
  tabs?.close();
  tabs = undefined;
  isLocked = false;
  announce();
}

/** Calls back when it is unlocked: what was asked for meanwhile was refused. */
export function onUnlock(listener: () => void): () => void {
  const hear = () => {
    if (!isLocked) listener();
  };
  return follow(hear);
}

export function useIsLocked(): boolean {
  return useSyncExternalStore(follow, () => isLocked);
}

function announce(): void {
  for (const listener of listeners) listener();
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

import { useSyncExternalStore } from 'react';

/** A connection that returns within this time is not reported as lost. */
const GRACE_MS = 5_000;

let isLost = false;
let grace: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Called by the live connection to report whether it is open. */
export function reportLine(isUp: boolean): void {
  if (isUp) {
    clearTimeout(grace);
    grace = undefined;
    announce(false);
    return;
  }
  grace ??= setTimeout(() => announce(true), GRACE_MS);
}

function announce(lost: boolean): void {
  isLost = lost;
  for (const listener of listeners) listener();
}

/**
 * Returns whether the server is unreachable: the browser is offline, or the live connection has
 * been down for longer than the grace time.
 */
export function useIsDisconnected(): boolean {
  return useSyncExternalStore(onConnectionChange, () => isLost || !navigator.onLine);
}

function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

import { useSyncExternalStore } from 'react';

/** A line that comes back at once was never worth a word. */
const GRACE_MS = 5_000;

let isLost = false;
let grace: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Whoever holds the line to the server says here whether it stands. */
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

/** Whether the server is out of reach: by the browser's word, or because the line to it is down. */
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

const listeners = new Set<() => void>();

/** Called when a call was refused during maintenance: nothing can be read or saved. */
export function noteMaintenance(): void {
  for (const listener of listeners) listener();
}

export function onMaintenance(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns whether a server that is still being prepared sent this document: every address then
 * shows the maintenance page.
 */
export const isServerPreparing = (): boolean =>
  'underMaintenance' in document.documentElement.dataset;

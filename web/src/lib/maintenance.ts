const listeners = new Set<() => void>();

/** A call was refused because the books are closed: what is open can neither be read nor kept. */
export function noteMaintenance(): void {
  for (const listener of listeners) listener();
}

export function onMaintenance(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether this very document came from a server that prepares its books: all pages are closed then. */
export const isServerPreparing = (): boolean =>
  'underMaintenance' in document.documentElement.dataset;

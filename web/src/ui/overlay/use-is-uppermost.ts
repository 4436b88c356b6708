import { useEffect, useId, useSyncExternalStore } from 'react';

/** Whether nothing lies on this overlay: of a dialog on a drawer, Escape closes the dialog alone. */
export function useIsUppermost(opened: boolean): boolean {
  const id = useId();
  useEffect(() => {
    if (!opened) return undefined;
    publish([...overlays, id]);
    return () => publish(overlays.filter((other) => other !== id));
  }, [opened, id]);
  return useSyncExternalStore(subscribe, () => overlays.at(-1) === id);
}

let overlays: readonly string[] = [];
const listeners = new Set<() => void>();

function publish(next: readonly string[]): void {
  overlays = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

import { createElement, useEffect, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';

/** A component that loads at the first sign that it will be needed. */
export type OnDemand<Props> = {
  /** Loads the component once. If loading fails, the next call tries again. */
  fetch: () => Promise<void>;
  isThere: () => boolean;
  /** Renders the component as soon as it is loaded. */
  Part: ComponentType<Props>;
};

export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): OnDemand<Props> {
  const listeners = new Set<() => void>();
  let loaded: ComponentType<Props> | null = null;
  let coming: Promise<void> | null = null;
  const come = async () => {
    try {
      loaded = await load();
      for (const listener of listeners) listener();
    } catch {
      coming = null;
    }
  };
  const fetch = () => (coming ??= come());
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const read = () => loaded;
  function Part(props: Props) {
    const found = useSyncExternalStore(subscribe, read, read);
    useEffect(() => void fetch());
    return found && createElement(found, props);
  }
  return { fetch, isThere: () => loaded !== null, Part };
}

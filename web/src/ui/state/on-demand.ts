import { createElement, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';

/** A component that loads at the first sign that it will be needed. */
export type OnDemand<Props> = {
  /** Loads the component once. If loading fails, the next call tries again. */
  fetch: () => Promise<void>;
  isThere: () => boolean;
  /** The error of the latest failed attempt; null if none has failed. */
  failure: () => Error | null;
  /** Renders the component as soon as it is loaded. */
  Part: ComponentType<Props>;
};

export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): OnDemand<Props> {
  const listeners = new Set<() => void>();
  let loaded: ComponentType<Props> | null = null;
  let coming: Promise<void> | null = null;
  let failure: Error | null = null;
  const come = async () => {
    try {
      loaded = await load();
      for (const listener of listeners) listener();
    } catch (cause) {
      failure = cause instanceof Error ? cause : new Error(String(cause));
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
    useEffect(() => void fetch(), []);
    return found && createElement(found, props);
  }
  return { fetch, isThere: () => loaded !== null, failure: () => failure, Part };
}

/**
 * Returns an overlay whose code starts to load when it is first rendered, usually before it opens.
 * If that fails, the code is loaded again when the overlay opens, and only then does a failure
 * become an error of the page. While it loads its texts, the rest of the page stays as it is.
 */
export function overlayOnDemand<Props extends { readonly opened: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const { fetch, isThere, failure, Part } = onDemand(load);
  return function Overlay(props: Props) {
    const { opened } = props;
    const [cause, setCause] = useState<Error | null>(null);
    useEffect(() => {
      if (!opened || isThere()) return undefined;
      let isWanted = true;
      void fetch().then(() => isThere() || (isWanted && setCause(failure())));
      return () => {
        isWanted = false;
      };
    }, [opened]);
    if (cause) throw cause;
    return createElement(Suspense, null, createElement(Part, props));
  };
}

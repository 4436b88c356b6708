import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Returns whether a media query matches, and rerenders the component when that changes. */
export function useMedia(query: string): boolean {
  const media = useMemo(() => matchMedia(query), [query]);
  const subscribe = useCallback(
    (listener: () => void) => {
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [media],
  );
  const read = () => media.matches;
  return useSyncExternalStore(subscribe, read, read);
}

/** Returns whether the window is so narrow that rows become cards and dialogs fill its width. */
export function useIsPhone(): boolean {
  return useMedia('(max-width: 40em)');
}

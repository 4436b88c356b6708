import type { Change } from '@bursar/contracts/changes';
import type { QueryClient } from '@tanstack/react-query';
import { isAffected } from './affected-queries.ts';

/** Changes come in flocks: those of a moment are asked for together. */
const GATHER_MS = 150;
/** However much happens, a page asks no more often than this. */
const BREATH_MS = 2_000;

type Refresher = {
  readonly onChange: (change: Change) => void;
  /** Anything may have changed. */
  readonly onGap: () => void;
  readonly stop: () => void;
};

/** Asks again for what is on the page once it has changed; a page nobody sees waits until it is. */
export function refreshQueries(queryClient: QueryClient): Refresher {
  let changes: Change[] = [];
  let isAnything = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let askedAt = 0;

  function ask(): void {
    timer = undefined;
    if (document.hidden || (changes.length === 0 && !isAnything)) return;
    const [happened, anything] = [changes, isAnything];
    changes = [];
    isAnything = false;
    askedAt = Date.now();
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) =>
        anything || happened.some((change) => isAffected(queryKey, change)),
    });
  }
  function askSoon(): void {
    timer ??= setTimeout(ask, Math.max(GATHER_MS, askedAt + BREATH_MS - Date.now()));
  }
  document.addEventListener('visibilitychange', askSoon);
  return {
    onChange: (change) => {
      changes.push(change);
      askSoon();
    },
    onGap: () => {
      isAnything = true;
      askSoon();
    },
    stop: () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', askSoon);
    },
  };
}

import type { QueueItem } from '@bursar/contracts/work';
import { useState } from 'react';

/**
 * Where somebody stands in the queue. It follows the loan while that is there; once the loan has
 * been seen to, the next one has come up into its place.
 */
export function useQueuePlace(items: readonly QueueItem[]) {
  const [place, setPlace] = useState<{ loanId: string | null; index: number }>(start);
  const index = placeOf(items, place);
  const current = items[index];
  const go = (to: number) => {
    const bounded = Math.max(0, Math.min(to, items.length - 1));
    setPlace({ loanId: items[bounded]?.loanId ?? null, index: bounded });
  };
  return {
    index,
    current,
    go,
    next: () => go(index + 1),
    previous: () => go(index - 1),
  };
}

const start = { loanId: null, index: 0 };

type Place = { readonly loanId: string | null; readonly index: number };

export function placeOf(items: readonly { readonly loanId: string }[], { loanId, index }: Place) {
  const found = items.findIndex((item) => item.loanId === loanId);
  return found >= 0 ? found : Math.max(0, Math.min(index, items.length - 1));
}

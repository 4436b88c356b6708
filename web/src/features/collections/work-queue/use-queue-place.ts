import type { QueueItem } from '@bursar/contracts/collections/work-queue';
import { useState } from 'react';

/**
 * The user's position in the queue. It follows the current loan while that is in the queue; once
 * the
 * loan is worked, the next loan takes its position.
 */
export function useQueuePlace(items: readonly QueueItem[]) {
  const [place, setPlace] = useState<Place>(start);
  const index = placeOf(items, place);
  const current = items[index];
  const go = (to: number) => {
    const bounded = Math.max(0, Math.min(to, items.length - 1));
    const item = items[bounded];
    setPlace({ loanId: item?.loanId ?? null, triedAt: item?.triedAt ?? null, index: bounded });
  };
  return {
    index,
    current,
    go,
    next: () => go(index + 1),
    previous: () => go(index - 1),
  };
}

const start: Place = { loanId: null, triedAt: null, index: 0 };

type ItemPosition = Pick<QueueItem, 'triedAt'> & { readonly loanId: string | null };
type Place = ItemPosition & { readonly index: number };

export function placeOf(items: readonly ItemPosition[], { loanId, triedAt, index }: Place) {
  const found = items.findIndex((item) => item.loanId === loanId && item.triedAt === triedAt);
  return found >= 0 ? found : Math.max(0, Math.min(index, items.length - 1));
}

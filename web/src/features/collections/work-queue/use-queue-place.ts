import type { QueueItem } from '@bursar/contracts/collections/work-queue';
import { useState } from 'react';

/**
 * The user's position in the queue. It follows the current borrower while the borrower is in the
 * queue, even if another borrower moves ahead. Once the borrower is worked, an agreed call whose
 * time has come is next, otherwise the borrower who moves up to this position.
 */
export function useQueuePlace(items: readonly QueueItem[]) {
  const [place, setPlace] = useState<Place>(start);
  const index = placeOf(items, place);
  const current = items[index];
  const placeAt = (at: number): Place => {
    const item = items[at];
    return { borrowerId: item?.borrowerId ?? null, triedAt: item?.triedAt ?? null, index: at };
  };
  const go = (to: number) => setPlace(placeAt(Math.max(0, Math.min(to, items.length - 1))));
  // The shown borrower is remembered at once, so that an update cannot put another one in its place.
  if (current && current.borrowerId !== place.borrowerId) setPlace(placeAt(index));
  return {
    index,
    current,
    /**
     * The first item of the queue, if it is an agreed call that is due and not the current item.
     */
    dueCall: index > 0 && items[0]?.tryAgainAt ? items[0] : null,
    go,
    next: () => go(index + 1),
    previous: () => go(index - 1),
  };
}

const start: Place = { borrowerId: null, triedAt: null, index: 0 };

type ItemPosition = Pick<QueueItem, 'borrowerId' | 'triedAt' | 'tryAgainAt'>;
type Place = {
  readonly borrowerId: string | null;
  readonly triedAt: string | null;
  readonly index: number;
};

export function placeOf(items: readonly ItemPosition[], { borrowerId, triedAt, index }: Place) {
  const found = items.findIndex(
    (item) => item.borrowerId === borrowerId && item.triedAt === triedAt,
  );
  if (found >= 0) return found;
  // The queue lists agreed calls first.
  return items[0]?.tryAgainAt ? 0 : Math.max(0, Math.min(index, items.length - 1));
}

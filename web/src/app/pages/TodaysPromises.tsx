import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { pausesQuery } from '../../features/collections/contact-log/contact-pauses.query.ts';
import { partToCome } from '../../ui/page/Skeleton.tsx';
import {
  duePromisesQuery,
  parkedLoansQuery,
} from '../../features/collections/work-queue/desk.queries.ts';

/**
 * The promises that are due today, upcoming or broken, each with its outcome, then the paused
 * contacts to resolve, and the overdue loans that are in no queue.
 */
export function TodaysPromises() {
  const pauses = useInfiniteQuery(pausesQuery);
  const parked = useInfiniteQuery(parkedLoansQuery({}));
  const promises = useInfiniteQuery(duePromisesQuery({ due: 'today' }));
  const views = Object.values(promises.data?.pages.at(-1)?.views ?? {});
  const showsPromises = useWasEver(views.some((count) => count > 0));
  const showsPauses = useWasEver((pauses.data?.pages.at(-1)?.count ?? 0) > 0);
  // If all parked loans are unassigned, their list is hidden: the dashboard links to the list of
  // unassigned loans.
  const counts = parked.data?.pages.at(-1)?.counts ?? [];
  const showsParked = useWasEver(counts.some(({ state }) => state !== 'unassigned'));
  // What is below this part is hidden until it has loaded, and must not wait for a list that failed
  // and is retried for seconds.
  const isWaiting = [pauses, parked, promises].some(
    ({ isPending, failureCount }) => isPending && failureCount === 0,
  );
  if (isWaiting) return partToCome;
  return (
    <Suspense fallback={partToCome}>
      {showsPromises && <PromisesOfToday />}
      {showsPauses && <PausedContacts />}
      {showsParked && <ParkedLoans />}
    </Suspense>
  );
}

/**
 * Returns whether `now` was ever true: a list stays once it was shown, so that its dialog does not
 * vanish with its last row.
 */
function useWasEver(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was;
}

/** Each list loads only if the dashboard has rows for it. */
const PromisesOfToday = lazy(async () => ({
  default: (await import('./PromisesOfToday.tsx')).PromisesOfToday,
}));
const PausedContacts = lazy(async () => ({
  default: (await import('../../features/collections/contact-log/PausedContacts.tsx'))
    .PausedContacts,
}));
const ParkedLoans = lazy(async () => ({
  default: (await import('../../features/collections/work-queue/ParkedLoans.tsx')).ParkedLoans,
}));

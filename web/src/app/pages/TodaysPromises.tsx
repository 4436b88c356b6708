import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { pausesQuery } from '../../features/collections/contact-log/contact-pauses.query.ts';
import { PromiseBadge } from '../../features/collections/contact-log/PromiseBadge.tsx';
import { parkedLoansQuery } from '../../features/collections/work-queue/desk.queries.ts';
import { DuePromises } from '../../features/collections/work-queue/DuePromises.tsx';

/** Today's promises, each with its outcome, the cases to resolve and the loans out of the queues. */
export function TodaysPromises() {
  const pauses = useInfiniteQuery(pausesQuery);
  const parked = useInfiniteQuery(parkedLoansQuery({}));
  const showsPauses = useWasEver((pauses.data?.pages.at(-1)?.count ?? 0) > 0);
  const showsParked = useWasEver((parked.data?.pages.at(-1)?.counts.length ?? 0) > 0);
  return (
    <>
      <DuePromises stateOf={(state) => <PromiseBadge state={state} />} />
      <Suspense>
        {showsPauses && <PausedContacts />}
        {showsParked && <ParkedLoans />}
      </Suspense>
    </>
  );
}

/** A list stays once it was shown, so that its dialog does not vanish with its last row. */
function useWasEver(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was;
}

/** Loaded only by a dashboard that has rows for them. */
const PausedContacts = lazy(async () => ({
  default: (await import('../../features/collections/contact-log/PausedContacts.tsx'))
    .PausedContacts,
}));
const ParkedLoans = lazy(async () => ({
  default: (await import('../../features/collections/work-queue/ParkedLoans.tsx')).ParkedLoans,
}));

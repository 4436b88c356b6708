import { PausedContacts } from '../../features/collections/contact-log/PausedContacts.tsx';
import { PromiseBadge } from '../../features/collections/contact-log/PromiseBadge.tsx';
import { ParkedLoans } from '../../features/collections/work-queue/ParkedLoans.tsx';
import { DuePromises } from '../../features/collections/work-queue/DuePromises.tsx';

/** Today's promises, each with its outcome, the cases to resolve and the loans out of the queues. */
export function TodaysPromises() {
  return (
    <>
      <DuePromises stateOf={(state) => <PromiseBadge state={state} />} />
      <PausedContacts />
      <ParkedLoans />
    </>
  );
}

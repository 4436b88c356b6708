import { PausedContacts } from '../../features/collections/contact-log/PausedContacts.tsx';
import { PromiseBadge } from '../../features/collections/contact-log/PromiseBadge.tsx';
import { DuePromises } from '../../features/collections/work-queue/DuePromises.tsx';

/** Today's promises, each with its outcome, and the cases to resolve. */
export function TodaysPromises() {
  return (
    <>
      <DuePromises stateOf={(state) => <PromiseBadge state={state} />} />
      <PausedContacts />
    </>
  );
}

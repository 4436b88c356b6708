import { PromiseBadge } from '../../features/collections/contacts/PromiseBadge.tsx';
import { DuePromises } from '../../features/collections/work/DuePromises.tsx';

/** Today's promises, each with its outcome. */
export function TodaysPromises() {
  return <DuePromises stateOf={(state) => <PromiseBadge state={state} />} />;
}

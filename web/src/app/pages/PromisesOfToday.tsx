import { PromiseBadge } from '../../features/collections/contact-log/PromiseBadge.tsx';
import { DuePromises } from '../../features/collections/work-queue/DuePromises.tsx';

/** The promises that are due today, upcoming or broken, each with its outcome. */
export function PromisesOfToday() {
  return <DuePromises stateOf={(state) => <PromiseBadge state={state} />} />;
}

import { Skeleton } from '../../ui/page/Skeleton.tsx';
import classes from './AgentQueue.module.css';

/** The queue in its own measures while it is on its way. */
export function QueueSkeleton() {
  return (
    <div aria-busy="true">
      <div className={classes.progress}>
        <Skeleton height="2.25rem" />
      </div>
      <div className={classes.desk}>
        <Skeleton height="100%" />
      </div>
    </div>
  );
}

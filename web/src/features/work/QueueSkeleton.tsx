import { Skeleton } from '../../ui/page/Skeleton.tsx';
import shape from './QueueSkeleton.module.css';

/** A placeholder of the queue's own size while it loads. */
export function QueueSkeleton() {
  return (
    <div aria-busy="true">
      <div className={shape.progress}>
        <Skeleton height="2.25rem" />
      </div>
      <div className={shape.desk}>
        <Skeleton height="100%" />
      </div>
    </div>
  );
}

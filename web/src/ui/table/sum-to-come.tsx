import { Skeleton } from '../page/Skeleton.tsx';

/** The placeholder of a column's sum, so that the sums above cards keep their lines. */
export const sumToCome = <Skeleton width="4.5rem" height="1lh" />;

import { Skeleton } from '../page/Skeleton.tsx';
import classes from './Chart.module.css';

const heights = [38, 44, 41, 52, 57, 54, 63, 61, 70, 74, 72, 80];

/** Bars on their way. */
export function ChartSkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden="true">
      {heights.map((height) => (
        <Skeleton key={height} height={`${height}%`} />
      ))}
    </div>
  );
}

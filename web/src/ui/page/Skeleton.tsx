import { Stack } from '../layout/Layout.tsx';
import classes from './Skeleton.module.css';

type SkeletonProps = { width?: string; height?: string };

/** A quiet bar in the measures of what is on its way. */
export function Skeleton({ width = '100%', height = '1rem' }: SkeletonProps) {
  // `style`: the measures are those of what will stand here, known only to the caller.
  return (
    <span
      data-skeleton=""
      className={classes.bar}
      style={{ inlineSize: width, blockSize: height }}
    />
  );
}

/** Lines of text on their way. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <Stack gap={2} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={line === lines - 1 ? '60%' : '100%'} />
      ))}
    </Stack>
  );
}

import { Stack } from '../layout/Layout.tsx';
import classes from './Skeleton.module.css';

type SkeletonProps = { width?: string; height?: string };

/** A placeholder bar in the size of the content that is loading. */
export function Skeleton({ width = '100%', height = '1rem' }: SkeletonProps) {
  // `style`: only the caller knows the size of the content.
  return (
    <span
      data-skeleton=""
      className={classes.bar}
      style={{ inlineSize: width, blockSize: height }}
    />
  );
}

/**
 * A placeholder without space, for a part that may stay empty. While it is rendered, the page
 * counts as loading.
 */
export const partToCome = <span hidden data-skeleton="" />;

/** Placeholder lines of text. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <Stack gap={2} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={line === lines - 1 ? '60%' : '100%'} />
      ))}
    </Stack>
  );
}

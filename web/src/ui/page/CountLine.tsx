import { Skeleton } from './Skeleton.tsx';

type CountLineProps = {
  /** How many there are, in words; undefined while it is not known. */
  words: string | undefined;
  /** Why it will not be known just now is said elsewhere. */
  failed: boolean;
};

/** The line under a list’s title that counts it, in its own room while the count is on its way. */
export function CountLine({ words, failed }: CountLineProps) {
  if (words !== undefined) return <>{words}</>;
  return failed ? null : <Skeleton width="16rem" height="1.25rem" />;
}

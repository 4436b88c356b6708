import { Skeleton } from './Skeleton.tsx';

type CountLineProps = {
  /** The count as text; undefined while it is unknown. */
  text: string | undefined;
  /** True if the query failed; the failure is shown elsewhere. */
  failed: boolean;
};

/** The count below a list's title; its space is reserved while it loads. */
export function CountLine({ text, failed }: CountLineProps) {
  if (text !== undefined) return <>{text}</>;
  return failed ? null : <Skeleton width="16rem" height="1.25rem" />;
}

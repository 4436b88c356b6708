import type { FormProblems } from './form-attempt.ts';
import { isShare } from './percent.ts';

type Checking = {
  /** Fields that hold what cannot be read as their kind of value. */
  readonly unreadable: { readonly has: (field: string) => boolean };
  /** What is said of each where it is wrong. */
  readonly says: { readonly share: string; readonly target: string };
};

/** What is wrong with a commission and the amount aimed for; both may be left out. */
export function findShareAndTargetProblems(
  draft: { commissionRatePercent: string | null; monthlyTargetMinor: number | null },
  { unreadable, says }: Checking,
): FormProblems {
  const { commissionRatePercent: share, monthlyTargetMinor: target } = draft;
  const isShareWrong =
    unreadable.has('commissionRatePercent') || (share !== null && !isShare(share));
  const isTargetWrong = unreadable.has('monthlyTargetMinor') || (target !== null && target < 0);
  return {
    commissionRatePercent: isShareWrong ? says.share : undefined,
    monthlyTargetMinor: isTargetWrong ? says.target : undefined,
  };
}

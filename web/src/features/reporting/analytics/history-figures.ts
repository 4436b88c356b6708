import { ARREARS_SCALE } from '@bursar/loan-maths/buckets';
import type { ArrearsBucket } from '@bursar/contracts/servicing/loans';
import type { HistoryBook } from './analytics.queries.ts';

type Point = HistoryBook['points'][number];
type Roll = HistoryBook['rolls'][number];

export function totalAt({ buckets }: Point): number {
  return buckets.reduce((sum, { outstandingMinor }) => sum + outstandingMinor, 0);
}

/** Returns PAR30 in per cent; null if nothing is outstanding. */
export function over30Share(point: Point): number | null {
  const late = point.buckets.filter(({ bucket }) => bucket !== 'current' && bucket !== '1-30');
  return share(totalAt({ ...point, buckets: late }), totalAt(point));
}

/**
 * Returns the share, in per cent, of the loans late at the previous month end that were on time at
 * this one.
 */
export function cureRate({ rolls }: Pick<HistoryBook, 'rolls'>, on: string): number | null {
  const late = rolls.filter((roll) => roll.on === on && roll.from !== 'current');
  return share(countLoans(late.filter(isCured)), countLoans(late));
}

/**
 * Returns the share, in per cent, of the loans in a bucket at the previous month end that were in a
 * later bucket at this one.
 */
export function forwardRate(
  { rolls }: Pick<HistoryBook, 'rolls'>,
  on: string,
  from: ArrearsBucket,
): number | null {
  const own = rolls.filter((roll) => roll.on === on && roll.from === from);
  return share(countLoans(own.filter(isRolledOn)), countLoans(own));
}

export const isCured = ({ from, to }: Roll): boolean => from !== 'current' && to === 'current';

/** True if the loans moved to a later bucket; loans that left the book are in no bucket. */
export const isRolledOn = ({ from, to }: Roll): boolean =>
  to !== 'gone' && ARREARS_SCALE.indexOf(to) > ARREARS_SCALE.indexOf(from);

const countLoans = (rolls: readonly Roll[]): number =>
  rolls.reduce((sum, { loans }) => sum + loans, 0);

const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1_000) / 10;

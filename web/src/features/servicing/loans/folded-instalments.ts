import type { Instalment } from '@bursar/contracts/servicing/loans';

/** Number of paid instalments that stay visible before the first unpaid one. */
const PAID_SHOWN = 2;
/** Number of upcoming instalments that stay visible after those that are paid or due. */
const UPCOMING_SHOWN = 6;
/** Minimum number of folded rows; fewer rows are not worth a click. */
const LEAST_FOLDED = 4;

type States = readonly Pick<Instalment, 'state'>[];

/**
 * Returns the number of paid instalments at the start of a schedule that can be folded. Returns 0
 * if they are too few, or if all instalments are paid, because no other rows would be left.
 */
export function countFoldedPaid(instalments: States): number {
  const firstOpen = instalments.findIndex(({ state }) => state !== 'paid');
  return worthFolding(firstOpen - PAID_SHOWN);
}

/**
 * Returns the number of upcoming instalments at the end of a schedule that can be folded: all but
 * the next few. Returns zero if that would fold too few rows.
 */
export function countFoldedLater(instalments: States): number {
  const lastOther = instalments.findLastIndex(({ state }) => state !== 'upcoming');
  return worthFolding(instalments.length - 1 - lastOther - UPCOMING_SHOWN);
}

const worthFolding = (rows: number): number => (rows < LEAST_FOLDED ? 0 : rows);

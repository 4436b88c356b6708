import type { Instalment } from '@bursar/contracts/servicing/loans';

/** Number of paid instalments that stay visible before the first unpaid one. */
const KEPT = 2;
/** Minimum number of folded rows; fewer rows are not worth a click. */
const LEAST_FOLDED = 4;

/**
 * Returns the number of paid instalments at the start of a schedule that can be folded. Returns 0
 * if they are too few, or if all instalments are paid, because no other rows would be left.
 */
export function countFolded(instalments: readonly Pick<Instalment, 'state'>[]): number {
  const firstOpen = instalments.findIndex(({ state }) => state !== 'paid');
  const folded = firstOpen - KEPT;
  return folded < LEAST_FOLDED ? 0 : folded;
}

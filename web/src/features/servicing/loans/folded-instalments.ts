import type { Instalment } from '@bursar/contracts/servicing/loans';

/** The last paid instalments stay in sight, before the first one that is not paid. */
const KEPT = 2;
/** Fewer rows are not worth a click. */
const LEAST_FOLDED = 4;

/**
 * Returns how many instalments at the start of a schedule are paid and can be folded; none of a
 * schedule that is paid in full, where they are all there is.
 */
export function countFolded(instalments: readonly Pick<Instalment, 'state'>[]): number {
  const firstOpen = instalments.findIndex(({ state }) => state !== 'paid');
  const folded = firstOpen - KEPT;
  return folded < LEAST_FOLDED ? 0 : folded;
}

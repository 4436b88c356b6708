import type { TapeLoan } from '../read/tape-loan.ts';

/** Servicers round instalments to whole units at most. */
const ROUNDING_MAX_MINOR = 100;

/**
 * Returns whether the contract's instalment is, except for rounding, that of interest on the whole
 * principal over the whole term. Such a loan costs about twice what its rate says.
 */
export function isFlat(loan: TapeLoan, annuityMinor: number): boolean {
  const { principalMinor, annualRate, instalmentCount, interval, instalmentMinor } = loan;
  if (instalmentMinor === null) return false;
  const perYear = (interval.unit === 'months' ? 12 : 52) / interval.every;
  const interestMinor = (principalMinor * Number(annualRate) * instalmentCount) / perYear / 100;
  const flatMinor = (principalMinor + interestMinor) / instalmentCount;
  const distance = flatMinor - annuityMinor;
  // The flat and the usual instalment must be so far apart that rounding cannot explain the
  // difference.
  const tolerance = Math.max(1, Math.min(ROUNDING_MAX_MINOR, distance / 10));
  return distance > 2 * tolerance && Math.abs(instalmentMinor - flatMinor) <= tolerance;
}

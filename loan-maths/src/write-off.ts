import type { AllocatedTotals } from './allocation.ts';
import { brandTally } from './allocation.ts';
import type { Outcome } from './outcome.ts';
import { succeed } from './outcome.ts';
import type { PayoffQuestion } from './payoff.ts';
import { quotePayoff } from './payoff.ts';

/**
 * Returns the amounts that a write-off removes from the books on a day: those of a payoff, by
 * component.
 *
 * Interest not yet accrued was never income, so it is not written off; interest paid ahead reduces
 * the interest first, then the principal.
 * @returns the refusals of `quotePayoff`.
 * @example 83.57 of principal with 0.24 of interest accrued: principal 83.57, interest 0.24, total
 * 83.81.
 */
export function writeOffAmounts<Currency extends string>(
  question: PayoffQuestion<Currency>,
): Outcome<AllocatedTotals<Currency>> {
  const quote = quotePayoff(question);
  if (!quote.ok) return quote;
  const { principalMinor, feeMinor, penaltyMinor, paidAheadMinor } = quote.value;
  const interest = quote.value.interestDueMinor + quote.value.interestAccruedMinor;
  const offInterest = Math.min(interest, paidAheadMinor);
  return succeed(
    brandTally({
      penaltyMinor,
      feeMinor,
      interestMinor: interest - offInterest,
      principalMinor: Math.max(principalMinor - (paidAheadMinor - offInterest), 0),
    }),
  );
}

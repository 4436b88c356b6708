import { z } from 'zod';
import { day, loanRatePercent } from './values.ts';

/**
 * The new terms of a loan from the day of the reschedule. The method and the interval do not
 * change.
 */
export const newTerms = z.object({
  instalmentCount: z.int().min(1).max(600),
  annualRatePercent: loanRatePercent,
  firstDueOn: day,
});

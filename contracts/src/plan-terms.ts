import { z } from 'zod';
import { day } from './values.ts';

/** The annual rate in per cent as a decimal string, within the limits of a loan's rate. */
export const newRatePercent = z.string().regex(/^(100(\.0{1,6})?|\d{1,2}(\.\d{1,6})?)$/);

/**
 * The new terms of a loan from the day of the reschedule. The method and the interval do not
 * change.
 */
export const newTerms = z.object({
  instalmentCount: z.int().min(1).max(600),
  annualRatePercent: newRatePercent,
  firstDueOn: day,
});

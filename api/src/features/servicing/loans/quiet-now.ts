import { quietAt } from '@bursar/contracts/records/closed-channels';
import type { QuietHours, QuietNow } from '@bursar/contracts/access/quiet-hours';
import { timeIn } from '../../../platform/clock.ts';

/** Whether a portfolio's quiet hours apply at a moment. */
export function quietNow({ from, until, timeZone }: QuietHours, moment: Date): QuietNow {
  return { from, until, timeZone, ...quietAt({ from, until }, timeIn(timeZone, moment)) };
}

import { quietAt } from '@bursar/contracts/records/closed-channels';
import type { QuietHours, QuietHoursNow } from '@bursar/contracts/access/quiet-hours';
import { timeIn } from '../../../platform/clock.ts';

export function quietHoursNow({ from, until, timeZone }: QuietHours, moment: Date): QuietHoursNow {
  return { from, until, timeZone, ...quietAt({ from, until }, timeIn(timeZone, moment)) };
}

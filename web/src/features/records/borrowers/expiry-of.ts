import { addDays, calendarDate } from '@bursar/loan-maths/calendar';

/** How long before its end a paper is worth asking for anew. */
const SOON_DAYS = 60;

/** Whether a paper has expired, or will before long; one is good through its last day. */
export function expiryOf(expiresOn: string | null, today: string): 'expired' | 'soon' | null {
  if (expiresOn === null) return null;
  if (expiresOn < today) return 'expired';
  return expiresOn <= addDays(calendarDate(today), SOON_DAYS) ? 'soon' : null;
}

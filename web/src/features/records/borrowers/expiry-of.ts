import { addDays, calendarDate } from '@bursar/loan-maths/calendar';

/** Number of days before a document expires from which a new one should be requested. */
const SOON_DAYS = 60;

/**
 * Returns `expired` or `soon` for a document that has expired or expires soon, otherwise null. A
 * document is valid through its last day.
 */
export function expiryOf(expiresOn: string | null, today: string): 'expired' | 'soon' | null {
  if (expiresOn === null) return null;
  if (expiresOn < today) return 'expired';
  return expiresOn <= addDays(calendarDate(today), SOON_DAYS) ? 'soon' : null;
}

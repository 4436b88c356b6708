/** The only source of "now", so that tests can hold it still. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** The calendar day at that moment in a time zone: a portfolio's business date. */
export function dayIn(timeZone: string, moment: Date): string {
  // en-CA is the locale that writes a day as YYYY-MM-DD.
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(moment);
}

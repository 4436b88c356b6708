/** The only source of "now", so that tests can hold it still. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** The time of day at that moment in a time zone, `HH:MM`. */
export function timeIn(timeZone: string, moment: Date): string {
  const [time = ''] =
    /\d\d:\d\d/.exec(
      new Intl.DateTimeFormat('en-GB', {
        timeZone,
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }).format(moment),
    ) ?? [];
  return time;
}

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

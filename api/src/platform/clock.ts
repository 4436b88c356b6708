/** The source of "now" for commands and scheduled jobs, so that tests can fix the time. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** Returns the time of day at the moment in a time zone, as `HH:MM`. */
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

/**
 * Returns the calendar day at the moment in a time zone. In the time zone of a portfolio, this day
 * is the business date.
 */
export function dayIn(timeZone: string, moment: Date): string {
  return dayFormatOf(timeZone).format(moment);
}

/** Creating a format costs a hundred times as much as using one. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

function dayFormatOf(timeZone: string): Intl.DateTimeFormat {
  const known = dayFormats.get(timeZone);
  if (known) return known;
  // The en-CA locale writes a day as YYYY-MM-DD.
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  dayFormats.set(timeZone, format);
  return format;
}

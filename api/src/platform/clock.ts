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
  return dayFormatOf(timeZone).format(moment);
}

/** To make a format costs a hundred times what it costs to use one. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

function dayFormatOf(timeZone: string): Intl.DateTimeFormat {
  const known = dayFormats.get(timeZone);
  if (known) return known;
  // en-CA is the locale that writes a day as YYYY-MM-DD.
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  dayFormats.set(timeZone, format);
  return format;
}

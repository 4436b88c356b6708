/**
 * Returns the instant at which a clock in the time zone shows a day and time (`2026-06-15`,
 * `09:30`).
 * An hour that occurs twice gives its first instant. A time in a skipped hour gives an instant one
 * hour away: later if the zone is ahead of UTC, earlier if it is behind.
 */
export function instantIn(timeZone: string, day: string, time: string): string {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  // The offset depends on the result: the second step corrects the first.
  const guess = wanted - offsetAt(timeZone, wanted);
  const instant = wanted - offsetAt(timeZone, guess);
  const earlier = instant - 3_600_000;
  return new Date(
    earlier + offsetAt(timeZone, earlier) === wanted ? earlier : instant,
  ).toISOString();
}

/** Returns how far the zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetAt(timeZone: string, instant: number): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    dateStyle: 'short',
    timeStyle: 'medium',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((one) => one.type === type)?.value);
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shown - Math.floor(instant / 1000) * 1000;
}

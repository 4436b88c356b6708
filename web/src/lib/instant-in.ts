/**
 * Returns the instant at which a clock in the time zone shows a day and time (`2026-06-15`,
 * `09:30`).
 * A time that occurs twice gives its first instant. A time that does not exist, because the clocks
 * skip it, becomes later by the skipped time: 02:30 becomes 03:30.
 */
export function instantIn(timeZone: string, day: string, time: string): string {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  // The clocks change at most once within these two days, so one of the two offsets applies.
  const instants = [wanted - DAY, wanted + DAY].map((near) => wanted - offsetAt(timeZone, near));
  const exact = instants.filter((instant) => instant + offsetAt(timeZone, instant) === wanted);
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...instants)).toISOString();
}

/** In milliseconds. No zone is further than this from UTC. */
const DAY = 86_400_000;

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

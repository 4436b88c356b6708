/**
 * The instant at which a clock in that time zone shows that day and time (`2026-06-15`, `09:30`).
 * Of an hour that comes twice it is the first; an hour that is skipped counts on from before.
 */
export function instantIn(timeZone: string, day: string, time: string): string {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  // The offset depends on the moment that is sought: the second step corrects the first.
  const guess = wanted - offsetAt(timeZone, wanted);
  const instant = wanted - offsetAt(timeZone, guess);
  const earlier = instant - 3_600_000;
  return new Date(
    earlier + offsetAt(timeZone, earlier) === wanted ? earlier : instant,
  ).toISOString();
}

/** How far that zone's clocks are ahead of UTC at an instant, in milliseconds. */
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

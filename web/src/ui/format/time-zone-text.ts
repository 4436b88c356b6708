/**
 * Returns a time zone's city and its difference from UTC at an instant, such as "Los Angeles
 * (UTC−8)". A name without a city, such as `UTC`, is unchanged, and a zone that this browser does
 * not know has no difference. Isolate the text as left-to-right.
 */
export function timeZoneText(timeZone: string, at: Date): string {
  if (!timeZone.includes('/')) return timeZone;
  const city = timeZoneCity(timeZone);
  const offset = offsetOf(timeZone, at);
  return offset === undefined ? city : `${city} (UTC${offset})`;
}

/** Returns the city of `America/Los_Angeles`: "Los Angeles". */
export function timeZoneCity(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** Returns `−8` or `+5:30`; undefined for a time zone that this browser does not know. */
function offsetOf(timeZone: string, at: Date): string | undefined {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' });
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
    return name?.replace('GMT', '').replace('-', '−') || '+0';
  } catch {
    return undefined;
  }
}

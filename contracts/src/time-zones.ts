/**
 * The regions of the IANA database. Other names, such as NST, IST or CST, are abbreviations that
 * JavaScript and PostgreSQL read as different zones: a portfolio would have two days at once.
 */
const regions =
  /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[A-Z]/;

/** Whether a name is one of a region and a place, as it is spelled, or UTC: both read those alike. */
export function isTimeZoneName(name: string): boolean {
  return name === 'UTC' || (regions.test(name) && canonicalTimeZone(name) !== null);
}

/** What JavaScript calls the zone of a name; null where it knows none. */
export function canonicalTimeZone(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

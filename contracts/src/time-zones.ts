/**
 * The regions of the IANA database. Other names, such as NST, IST or CST, are abbreviations that
 * JavaScript and PostgreSQL read as different zones: a portfolio would have two days at once.
 */
const regions =
  /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[A-Z]/;

/**
 * Returns whether a name is UTC or a correctly spelled region and place, which JavaScript and
 * PostgreSQL interpret alike.
 */
export function isTimeZoneName(name: string): boolean {
  return name === 'UTC' || (regions.test(name) && canonicalTimeZone(name) !== null);
}

/** Returns JavaScript's name of a zone; null if JavaScript does not know the zone. */
export function canonicalTimeZone(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Returns the name of a weekday: 1 is Monday. */
export function weekdayName(locale: string, weekday: number, style: 'short' | 'long'): string {
  // 1 January 2024 was a Monday.
  return new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, weekday),
  );
}

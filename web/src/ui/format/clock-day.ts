/**
 * Returns the clock's day in a time zone. UTC is read without `Intl`, because a browser's first
 * `Intl.DateTimeFormat` takes 60 ms on a fast computer.
 */
export function clockDay(timeZone: string): string {
  if (timeZone === 'UTC') return new Date().toISOString().slice(0, 10);
  // Canada writes days as `YYYY-MM-DD`.
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format();
}

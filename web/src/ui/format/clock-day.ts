/** Returns the clock's day in a time zone. Canada writes days as `YYYY-MM-DD`. */
export function clockDay(timeZone: string): string {
  return new Date().toLocaleDateString('en-CA', { timeZone });
}

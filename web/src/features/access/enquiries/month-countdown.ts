export const units = ['days', 'hours', 'minutes', 'seconds'] as const;

/** The start of the month after this instant, in the time zone of the browser. */
export const nextMonth = (now: Date): Date => new Date(now.getFullYear(), now.getMonth() + 1, 1);

/** Splits the time until an instant into whole days, hours, minutes and seconds. */
export function timeUntil(end: Date, now: Date): Record<(typeof units)[number], number> {
  const seconds = Math.max(0, Math.ceil((end.getTime() - now.getTime()) / 1_000));
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3_600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
}

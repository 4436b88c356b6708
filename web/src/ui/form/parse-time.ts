import { westernDigits } from './western-digits.ts';

/**
 * Reads a time of day in either hour cycle: `14:30`, `1430`, `9.30`, `9`, `2:30 pm`, `9 ص`. Returns
 * `HH:MM`, or null if the text is no time.
 */
export function parseTime(text: string): string | null {
  const typed = westernDigits(text).trim().toLowerCase();
  const parts = /^(\d{1,2}?)(?:[:.]?(\d\d))?\s*(?:(a|p)\.?m?\.?|([صم]))?$/.exec(typed);
  if (!parts) return null;
  const [, hours = '', minutes = '00', latin, arabic] = parts;
  const hour = Number(hours);
  const half = latin ?? (arabic && (arabic === 'ص' ? 'a' : 'p'));
  if (Number(minutes) > 59 || hour > 23 || (half && (hour < 1 || hour > 12))) return null;
  const full = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour;
  return `${String(full).padStart(2, '0')}:${minutes}`;
}

/** Returns whether the text is a time of day in the form `HH:MM`. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

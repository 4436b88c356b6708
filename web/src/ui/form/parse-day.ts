import { westernDigits } from './western-digits.ts';

/**
 * Reads a day as typed in a locale: `2026-12-05`, `5/12/2026`, `5.12.`, `5 Dec`, `5`. Missing parts
 * are taken from today. Returns null if the text is no day.
 */
export function parseDay(text: string, locale: string, today: string): string | null {
  const typed = westernDigits(text).trim().toLowerCase();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const [thisYear, thisMonth] = today.split('-');
  const named = readNamedMonth(typed, locale);
  if (named) return dayOf(named.year ?? thisYear, named.month, named.day);
  const parts = typed.split(/[\s/.\-\u200f]+/).filter((part) => part !== '');
  if (parts.length === 0 || parts.length > 3 || parts.some((part) => !/^\d+$/.test(part))) {
    return null;
  }
  const [first, second, year] = parts;
  if (second === undefined) return dayOf(thisYear, thisMonth, first);
  const [day, month] = monthComesFirst(locale) ? [second, first] : [first, second];
  return dayOf(year ?? thisYear, month, day);
}

function readNamedMonth(typed: string, locale: string) {
  const words = typed.split(/[\s,.]+/).filter((word) => word !== '');
  const month = monthNames(locale).findIndex((names) =>
    words.some((word) =>
      names.some((name) => name === word || (word.length > 2 && name.startsWith(word))),
    ),
  );
  const [day, year] = words.filter((word) => /^\d+$/.test(word));
  return month < 0 || day === undefined ? null : { day, month: String(month + 1), year };
}

function monthNames(locale: string): string[][] {
  const styles = ['long', 'short'] as const;
  const formats = styles.map(
    (month) => new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' }),
  );
  return Array.from({ length: 12 }, (_, month) =>
    formats.map((format) =>
      format
        .format(Date.UTC(2026, month, 15))
        .toLowerCase()
        .replace('.', ''),
    ),
  );
}

function monthComesFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map((part) => part.type);
  return parts.indexOf('month') < parts.indexOf('day');
}

function dayOf(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): string | null {
  const fullYear = year?.length === 2 ? `20${year}` : year;
  const iso = `${fullYear}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  return isDay(iso) ? iso : null;
}

/** Returns whether the text is an ISO day in the supported years, 1900 to 2999. */
export function isDay(iso: string): boolean {
  if (!/^(19|2\d)\d\d-\d\d-\d\d$/.test(iso)) return false;
  const at = Date.parse(`${iso}T00:00:00Z`);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(iso);
}

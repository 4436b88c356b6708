import { isDay } from './parse-day.ts';
import { westernDigits } from './western-digits.ts';

/**
 * Reads a day that is written in words, in English, in Arabic or in the locale's own weekdays:
 * `today`, `tomorrow`, `friday`, `fri`, `+3`, `غدا`, `الجمعة`. A weekday is the next one after
 * today, or the last one before today if the next is later than `latest`. Returns null if the text
 * is no such day, or if today is not known yet.
 */
export function parseDayWords(
  text: string,
  { locale, today, latest }: { locale: string; today: string; latest?: string | undefined },
): string | null {
  if (!isDay(today)) return null;
  const typed = plain(text);
  const days = /^\+(\d{1,3})$/.exec(typed)?.[1];
  if (days !== undefined) return dayAfter(today, Number(days));
  const word = typed.replace(/^next /, '');
  const offset = relativeDays.get(word);
  if (offset !== undefined) return dayAfter(today, offset);
  const weekday = weekdayOf(word, locale);
  if (weekday === null) return null;
  const ahead = (weekday - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7 || 7;
  const next = dayAfter(today, ahead);
  if (latest === undefined || next <= latest) return next;
  return dayAfter(today, ahead === 7 ? -7 : ahead - 7);
}

const relativeDays: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['tomorrow', 1],
  ['yesterday', -1],
  ['اليوم', 0],
  ['غدا', 1],
  ['بكرة', 1],
  ['بعد غد', 2],
  ['بعد غدا', 2],
  ['امس', -1],
]);

/**
 * Returns the weekday whose name begins with the word, from 0 for Sunday; null if none or several
 * do, or if the word has less than three letters.
 */
function weekdayOf(word: string, locale: string): number | null {
  if (word.length < 3) return null;
  const found = new Set(
    [...new Set(['en', 'ar', locale])].flatMap((one) =>
      weekdayNames(one).flatMap((name, weekday) =>
        name.startsWith(word) || name.replace(/^ال/, '').startsWith(word) ? [weekday] : [],
      ),
    ),
  );
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : null;
}

function weekdayNames(locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  // 4 January 2026 is a Sunday.
  return Array.from({ length: 7 }, (_, weekday) =>
    plain(format.format(Date.UTC(2026, 0, 4 + weekday))),
  );
}

/**
 * Returns the text in lower case, with western digits and with Arabic letters without the marks
 * that people leave out.
 */
function plain(text: string): string {
  return westernDigits(text)
    .trim()
    .toLowerCase()
    .replaceAll(/[\u064b-\u0652\u0640]/g, '')
    .replaceAll(/[أإآ]/g, 'ا')
    .replaceAll(/\s+/g, ' ');
}

function dayAfter(day: string, days: number): string {
  const at = Date.parse(`${day}T00:00:00Z`) + days * 86_400_000;
  return new Date(at).toISOString().slice(0, 10);
}

import { describe, expect, it } from 'vitest';
import { formatDay, formatDays, type WrittenDayStyle } from './day-words.ts';

const intlOptions: Record<WrittenDayStyle, Intl.DateTimeFormatOptions> = {
  bare: { day: 'numeric', month: 'short' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  medium: { day: 'numeric', month: 'short', year: 'numeric' },
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  'month-name': { month: 'long' },
  'short-month': { month: 'short' },
};

/** Every tenth day of two years. */
const days = Array.from({ length: 73 }, (_, index) => dayAt(Date.UTC(2027, 0, 1 + index * 10)));
const instantOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

describe.each(['en-GB', 'ar-AE'])('days in %s', (locale) => {
  it.each(Object.entries(intlOptions))('are written as Intl writes them: %s', (style, options) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    for (const day of days) {
      // The keys of the object above are the styles.
      expect(formatDay(day, style as WrittenDayStyle, locale)).toBe(format.format(instantOf(day)));
    }
  });

  it.each(['bare', 'medium'] as const)('have ranges as Intl writes them: %s', (style) => {
    const format = new Intl.DateTimeFormat(locale, { ...intlOptions[style], timeZone: 'UTC' });
    for (const [index, from] of days.entries()) {
      for (const to of [from, ...days.slice(index + 1, index + 5), ...days.slice(index + 37)]) {
        // A range over two years needs its years; Bursar uses `medium` then.
        if (style === 'bare' && from.slice(0, 4) !== to.slice(0, 4)) continue;
        const written = format.formatRange(instantOf(from), instantOf(to));
        // Intl puts thin spaces around some dashes.
        expect(formatDays(from, to, style, locale)).toBe(written.replaceAll('\u2009', ' '));
      }
    }
  });
});

function dayAt(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

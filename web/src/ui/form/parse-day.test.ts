import { describe, expect, it } from 'vitest';
import { createFormatters } from '../format/formatters.ts';
import { isDay, parseDay } from './parse-day.ts';

const today = '2026-11-21';
const english = (text: string) => parseDay(text, 'en-GB', today);

describe('a typed day', () => {
  it.each([
    ['2026-12-05', '2026-12-05'],
    ['5/12/2026', '2026-12-05'],
    ['05.12.26', '2026-12-05'],
    ['5 Dec 2026', '2026-12-05'],
    ['5 december', '2026-12-05'],
    ['Dec 5, 2027', '2027-12-05'],
    ['5/12', '2026-12-05'],
    ['5', '2026-11-05'],
  ])('%s is %s', (text, day) => {
    expect(english(text)).toBe(day);
  });

  it('is read in the order of its locale', () => {
    expect(parseDay('12/5/2026', 'en-US', today)).toBe('2026-12-05');
  });

  it('is read back as it is shown, in both languages', () => {
    for (const locale of ['en-GB', 'ar-AE']) {
      const { day } = createFormatters({ locale, timeZone: 'UTC' });
      for (const iso of ['2026-01-31', '2026-05-01', '2026-12-05']) {
        expect(parseDay(day(iso), locale, today)).toBe(iso);
      }
    }
  });

  it.each(['', 'soon', '31/2/2026', '2026-13-01', '1/2/3/4', '0', '1/1/0001'])(
    '%j is refused',
    (text) => {
      expect(english(text)).toBeNull();
    },
  );
});

describe('a day of the calendar', () => {
  it('knows leap years', () => {
    expect(isDay('2028-02-29')).toBe(true);
    expect(isDay('2026-02-29')).toBe(false);
  });

  it('is limited to the years of the books', () => {
    expect(['1899-12-31', '1900-01-01', '2999-12-31', '3000-01-01'].map(isDay)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

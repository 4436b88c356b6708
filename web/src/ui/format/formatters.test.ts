import { describe, expect, it } from 'vitest';
import { createFormatters } from './formatters.ts';

const english = createFormatters({ locale: 'en-GB', timeZone: 'Asia/Dubai' });
const arabic = createFormatters({ locale: 'ar-AE', timeZone: 'Asia/Dubai' });

describe('money', () => {
  it('has the decimals of its currency', () => {
    expect(english.money(1248022, 'USD')).toBe('12,480.22');
    expect(english.money(1248022, 'JPY')).toBe('1,248,022');
    expect(english.money(1248022, 'KWD')).toBe('1,248.022');
  });

  it('has a true minus if negative', () => {
    expect(english.money(-5, 'USD')).toBe('\u22120.05');
    expect(arabic.money(-5, 'USD')).toContain('\u22120.05');
  });

  it('keeps every cent of the largest safe integer', () => {
    expect(english.money(Number.MAX_SAFE_INTEGER, 'USD')).toBe('90,071,992,547,409.91');
  });

  it('stays with its currency and in its own direction within a sentence', () => {
    expect(english.amount(38386, 'USD')).toBe('383.86\u00a0USD');
    expect(arabic.amount(38386, 'USD')).toBe('\u2067\u2066383.86\u2069\u00a0USD\u2069');
  });
});

describe('percent', () => {
  it('moves the point as text, without a float', () => {
    expect(english.percent('14.07')).toBe('14.07%');
    expect(english.percent('0.1', 1)).toBe('0.1%');
    expect(english.percent('-7', 0)).toBe('\u22127%');
    expect(english.percent('78', 0)).toBe('78%');
    expect(english.percent('100', 0)).toBe('100%');
    expect(english.percent('0', 0)).toBe('0%');
    expect(english.percent('99.5', 0)).toBe('99.5%');
    expect(english.percent('0.3', 0)).toBe('0.3%');
    expect(english.percent('99.97', 0)).toBe('99.9%');
    expect(english.percent(99.996, 2)).toBe('99.99%');
    expect(english.percent('99.96', 1)).toBe('99.9%');
    expect(english.percent('100.3', 0)).toBe('100%');
  });

  it('of a tiny figure is zero, although JavaScript writes the figure with an exponent', () => {
    expect(String(5e-7)).toBe('5e-7');
    expect(english.percent(5e-7, 1)).toBe('0.0%');
    expect(english.decimal(5e-7, 2)).toBe('0.00');
    expect(english.percent(0.04999, 1)).toBe('0.0%');
  });
});

/** Replaces spaces with non-breaking ones, as in formatted days. */
const unbroken = (day: string) => day.replaceAll(' ', '\u00a0');

describe('days and instants', () => {
  it('shows a day as stored, in any time zone', () => {
    expect(english.day('2026-12-05')).toBe(unbroken('5 Dec 2026'));
    expect(
      createFormatters({ locale: 'en-GB', timeZone: 'Pacific/Auckland' }).day('2026-12-05'),
    ).toBe(unbroken('5 Dec 2026'));
  });

  it("shows an instant in the portfolio's time zone", () => {
    expect(english.instant('2026-12-04T22:30:00Z')).toBe(`${unbroken('5 Dec 2026')}, 02:30`);
  });

  it.each([
    [30, 'now'],
    [3_595, '59 minutes ago'],
    [86_395, '23 hours ago'],
    [169_000, '1 day ago'],
    [2_591_000, '29 days ago'],
  ])('keeps the time since an instant on one line: %i seconds', (seconds, text) => {
    const instant = new Date(Date.now() - seconds * 1000).toISOString();
    expect(english.instant(instant, 'ago')).toBe(unbroken(text));
  });

  it('shows the year of a short day only if it is not the business year', () => {
    const inJune = createFormatters({ locale: 'en-GB', timeZone: 'UTC', today: '2026-06-30' });
    expect(inJune.day('2026-04-27', 'short')).toBe(unbroken('27 Apr'));
    expect(inJune.day('2025-04-27', 'short')).toBe(unbroken('27 Apr 2025'));
    expect(inJune.day('2025-04-27', 'bare')).toBe(unbroken('27 Apr'));
  });

  it('shows the month of two days once, and their year only if it is not the business year', () => {
    const inJune = createFormatters({ locale: 'en-GB', timeZone: 'UTC', today: '2026-06-30' });
    expect(inJune.days('2026-06-01', '2026-06-26')).toBe(unbroken('1 –\u2060 26 Jun'));
    expect(inJune.days('2025-04-27', '2025-05-02')).toBe(unbroken('27 Apr –\u2060 2 May 2025'));
    expect(inJune.days('2026-06-01', '2026-06-01')).toBe(unbroken('1 Jun'));
    const arabicInJune = createFormatters({ ...inJune.settings, locale: 'ar-AE' });
    expect(arabicInJune.days('2026-06-01', '2026-06-26')).toBe(
      unbroken('\u20661–\u206026\u2069 يونيو'),
    );
  });

  it('allows a line break after the weekday of a long day', () => {
    expect(english.day('2026-12-05', 'long')).toMatch(/^Saturday,? 5\u00a0December\u00a02026$/);
  });

  it('writes hours with one digit in the 12-hour cycle and with two in the 24-hour cycle', () => {
    expect(arabic.instant('2026-12-04T11:40:00Z', 'time')).toBe(unbroken('3:40 م'));
    expect(english.instant('2026-12-04T00:10:00Z', 'time')).toBe('04:10');
  });
});

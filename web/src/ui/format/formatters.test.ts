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

  it('stands behind a true minus when negative', () => {
    expect(english.money(-5, 'USD')).toBe('\u22120.05');
    expect(arabic.money(-5, 'USD')).toContain('\u22120.05');
  });

  it('keeps every cent of the largest safe integer', () => {
    expect(english.money(Number.MAX_SAFE_INTEGER, 'USD')).toBe('90,071,992,547,409.91');
  });
});

describe('percent', () => {
  it('moves the point as text, without a float', () => {
    expect(english.percent('14.07')).toBe('14.07%');
    expect(english.percent('0.1', 1)).toBe('0.1%');
    expect(english.percent('-7', 0)).toBe('\u22127%');
    expect(english.percent('78', 0)).toBe('78%');
  });
});

describe('days and instants', () => {
  it('shows a day as it was agreed, whatever the time zone', () => {
    expect(english.day('2026-12-05')).toBe('5 Dec 2026');
    expect(
      createFormatters({ locale: 'en-GB', timeZone: 'Pacific/Auckland' }).day('2026-12-05'),
    ).toBe('5 Dec 2026');
  });

  it("shows an instant on the portfolio's own clock", () => {
    expect(english.instant('2026-12-04T22:30:00Z')).toBe('5 Dec 2026, 02:30');
  });
});

import { describe, expect, it } from 'vitest';
import { nextMonth, timeUntil } from './month-countdown.ts';

describe('the countdown to the next month', () => {
  it('ends at the start of the next month, also over the end of the year', () => {
    expect(nextMonth(new Date(2026, 10, 27, 15)).getTime()).toBe(new Date(2026, 11, 1).getTime());
    expect(nextMonth(new Date(2026, 11, 31)).getTime()).toBe(new Date(2027, 0, 1).getTime());
  });

  it('splits the time into units, and starts the last second whole', () => {
    const end = new Date(2026, 11, 1);
    const before = (seconds: number) => new Date(end.getTime() - seconds * 1_000);
    expect(timeUntil(end, before(2 * 86_400 + 3 * 3_600 + 4 * 60 + 5))).toEqual({
      days: 2,
      hours: 3,
      minutes: 4,
      seconds: 5,
    });
    expect(timeUntil(end, before(0.4))).toMatchObject({ minutes: 0, seconds: 1 });
    expect(timeUntil(end, before(-1))).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
  });
});

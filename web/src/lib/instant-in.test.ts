import { describe, expect, it } from 'vitest';
import { instantIn } from './instant-in.ts';

describe('an instant by the clock of a time zone', () => {
  it.each([
    ['UTC', '2026-06-15', '09:30', '2026-06-15T09:30:00.000Z'],
    ['Asia/Dubai', '2026-06-15', '02:00', '2026-06-14T22:00:00.000Z'],
    ['America/New_York', '2026-06-15', '09:30', '2026-06-15T13:30:00.000Z'],
    ['America/New_York', '2026-12-15', '09:30', '2026-12-15T14:30:00.000Z'],
    ['Asia/Kathmandu', '2026-06-15', '09:30', '2026-06-15T03:45:00.000Z'],
  ])('is calculated in %s for %s at %s', (zone, day, time, instant) => {
    expect(instantIn(zone, day, time)).toBe(instant);
  });

  it('uses the first of an hour that occurs twice when summer time ends', () => {
    expect(instantIn('Europe/London', '2026-10-25', '01:30')).toBe('2026-10-25T00:30:00.000Z');
    expect(instantIn('Europe/London', '2026-10-25', '02:30')).toBe('2026-10-25T02:30:00.000Z');
  });

  it('maps a skipped hour to a time close to it', () => {
    const instant = Date.parse(instantIn('Europe/London', '2026-03-29', '01:30'));
    expect(Math.abs(instant - Date.parse('2026-03-29T01:00:00Z'))).toBeLessThanOrEqual(1_800_000);
  });
});

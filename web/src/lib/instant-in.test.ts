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

  it.each([
    ['Europe/London', '2026-03-29', '01:30', '2026-03-29T01:30:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
    ['Australia/Sydney', '2026-10-04', '02:30', '2026-10-03T16:30:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:45:00.000Z'],
    ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z'],
    ['America/Los_Angeles', '2026-03-08', '02:30', '2026-03-08T10:30:00.000Z'],
  ])('is later by the skipped time in %s for %s at %s', (zone, day, time, instant) => {
    expect(instantIn(zone, day, time)).toBe(instant);
  });

  it.each([
    ['America/New_York', '2026-03-08', '01:59', '2026-03-08T06:59:00.000Z'],
    ['America/New_York', '2026-03-08', '03:00', '2026-03-08T07:00:00.000Z'],
    ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
    ['Australia/Sydney', '2026-10-04', '03:00', '2026-10-03T16:00:00.000Z'],
    ['Australia/Sydney', '2026-04-05', '02:30', '2026-04-04T15:30:00.000Z'],
  ])('is exact next to a change of the clocks in %s for %s at %s', (zone, day, time, instant) => {
    expect(instantIn(zone, day, time)).toBe(instant);
  });
});

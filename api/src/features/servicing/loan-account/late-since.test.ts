import { describe, expect, it } from 'vitest';
import { dueDaysOf, lateSinceFact, withLateSince } from './late-since.ts';

describe('the days since which instalments are late', () => {
  it('are one fact', () => {
    expect(lateSinceFact(['2026-05-01', '2026-06-01'])).toBe('2026-05-01, 2026-06-01');
    expect(lateSinceFact(['2026-05-01', '2026-05-01', '2026-06-01'])).toBe(
      '2026-05-01, 2026-06-01',
    );
    const days = ['2026-05-01', '2026-06-01'];
    expect(dueDaysOf({ lateSince: lateSinceFact(days) })).toEqual(days);
    expect(dueDaysOf({ reason: 'Late since 2026-05-01' })).toEqual(['2026-05-01']);
    expect(dueDaysOf({ reason: 'Goodwill' })).toEqual([]);
  });

  it.each([
    ['Late since 2026-05-01', '2026-05-01'],
    ['Late since 2026-05-01, Late since 2026-06-01', '2026-05-01, 2026-06-01'],
  ])('are read from an earlier reason: %s', (reason, lateSince) => {
    const facts = { status: 'active', amountMinor: 1_500, currency: 'USD' };
    expect(withLateSince({ ...facts, reason })).toEqual({ ...facts, lateSince });
  });

  it.each([
    ['Late since 2026-05-01, and unreachable'],
    ['Late since the holidays'],
    ['Second reminder sent'],
  ])('are not read from the words of a user: %s', (reason) => {
    expect(withLateSince({ reason })).toEqual({ reason });
  });

  it('are not read from facts without a reason', () => {
    expect(withLateSince(null)).toBeNull();
    expect(withLateSince({ amountMinor: 1 })).toEqual({ amountMinor: 1 });
  });
});

import { describe, expect, it } from 'vitest';
import { hoursAt } from './call-hours.ts';

const span = (opensAt: string, closesAt: string) => ({ opensAt, closesAt });
const usual = span('09:00', '17:00');
const day = { hours: [usual, usual, usual, usual, usual, null, null] };

function at(
  now: string,
  hours: Parameters<typeof hoursAt>[0] = day,
  timeZone = 'America/New_York',
) {
  const { isOpen, turnsAt } = hoursAt(hours, { timeZone, now: new Date(now) });
  return [isOpen, turnsAt.toISOString()];
}

describe('the hours of a preset', () => {
  it('follow the centre’s clock, and include the first minute but not the last', () => {
    expect(at('2026-06-15T12:59:59Z')).toEqual([false, '2026-06-15T13:00:00.000Z']);
    expect(at('2026-06-15T13:00:00Z')).toEqual([true, '2026-06-15T21:00:00.000Z']);
    expect(at('2026-06-15T20:59:59Z')).toEqual([true, '2026-06-15T21:00:00.000Z']);
    expect(at('2026-06-15T21:00:00Z')).toEqual([false, '2026-06-16T13:00:00.000Z']);
  });

  it('follow the weekday in the centre’s time zone, not in UTC', () => {
    // Friday 20:00 in UTC is Saturday morning in Auckland.
    expect(at('2026-06-19T20:00:00Z', day, 'Pacific/Auckland')).toEqual([
      false,
      '2026-06-21T21:00:00.000Z',
    ]);
  });

  it('open next on the preset’s next day, which may be the same weekday', () => {
    expect(at('2026-06-19T21:00:00Z')).toEqual([false, '2026-06-22T13:00:00.000Z']);
    expect(
      at('2026-06-15T21:00:00Z', { hours: [usual, null, null, null, null, null, null] }),
    ).toEqual([false, '2026-06-22T13:00:00.000Z']);
  });

  it('belong to their weekday, from Monday to Sunday', () => {
    const week = [1, 2, 3, 4, 5, 6, 7].map((one) => span(`0${one}:00`, `1${one}:30`));
    const monday = Date.parse('2026-06-15T00:00Z');
    for (const [ahead, { opensAt, closesAt }] of week.entries()) {
      const date = new Date(monday + ahead * 86_400_000).toISOString().slice(0, 10);
      const openAt = (time: string) =>
        hoursAt({ hours: week }, { timeZone: 'UTC', now: new Date(`${date}T${time}Z`) }).isOpen;
      const lastMinute = closesAt.replace(':30', ':29:59');
      const open = [openAt(opensAt), openAt(lastMinute), openAt(closesAt)];
      expect([date, ...open]).toEqual([date, true, true, false]);
    }
  });

  it('skip a closed day between two open ones', () => {
    const hours = [usual, null, span('11:00', '12:00'), null, null, null, usual];
    expect(at('2026-06-16T15:00:00Z', { hours }, 'UTC')).toEqual([
      false,
      '2026-06-17T11:00:00.000Z',
    ]);
    // The next opening is on Monday, after the Sunday hours end.
    expect(at('2026-06-21T16:59:00Z', { hours }, 'UTC')).toEqual([
      true,
      '2026-06-21T17:00:00.000Z',
    ]);
    expect(at('2026-06-21T17:00:00Z', { hours }, 'UTC')).toEqual([
      false,
      '2026-06-22T09:00:00.000Z',
    ]);
  });

  it('stay at the same local time when the clocks change', () => {
    // New York changes from UTC-5 to UTC-4 on 8 March 2026 and back on 1 November.
    expect(at('2026-03-06T13:59:00Z')).toEqual([false, '2026-03-06T14:00:00.000Z']);
    expect(at('2026-03-06T22:00:00Z')).toEqual([false, '2026-03-09T13:00:00.000Z']);
    expect(at('2026-10-30T21:00:00Z')).toEqual([false, '2026-11-02T14:00:00.000Z']);
  });

  it('open at the clock change if it skips their opening time', () => {
    const night = { hours: [null, null, null, null, null, null, span('02:30', '04:00')] };
    expect(at('2026-03-08T06:59:00Z', night)).toEqual([false, '2026-03-08T07:00:00.000Z']);
    expect(at('2026-03-08T07:00:00Z', night)).toEqual([true, '2026-03-08T08:00:00.000Z']);
  });
});

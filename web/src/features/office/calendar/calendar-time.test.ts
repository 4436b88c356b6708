import { describe, expect, it } from 'vitest';
import type { CalendarEvent, EventTime } from '@bursar/contracts/office/calendar';
import { daysOf, lanesOf, shifted, slotsOf, turned } from './calendar-time.ts';

const eventOf = (when: EventTime, title = 'Visit'): CalendarEvent => ({
  id: title,
  version: 1,
  title,
  place: '',
  details: '',
  colour: 'teal',
  isShared: false,
  when,
  madeBy: { id: 'm', name: 'Maker' },
  mayRemove: true,
});

describe('the days of a view', () => {
  it.each([
    ['2026-02-15', '2026-01-26', 35, '2026-03-01'],
    ['2026-12-01', '2026-11-30', 35, '2027-01-03'],
    ['2026-08-31', '2026-07-27', 42, '2026-09-06'],
    ['2027-02-01', '2027-02-01', 28, '2027-02-28'],
  ])('are the whole weeks of the month of %s, from Monday on', (day, first, count, last) => {
    const days = daysOf('month', day);
    expect([days[0], days.length, days.at(-1)]).toEqual([first, count, last]);
  });

  it('turn by months, weeks and days, also from the end of a long month', () => {
    expect(turned('month', '2026-01-31', 1)).toBe('2026-02-01');
    expect(turned('week', '2026-03-01', -1)).toBe('2026-02-22');
    expect(turned('day', '2026-03-01', -1)).toBe('2026-02-28');
  });
});

describe('an event', () => {
  it("has the days and minutes of the reader's time zone", () => {
    const event = eventOf({ startsAt: '2026-06-15T22:30:00Z', endsAt: '2026-06-16T01:00:00Z' });
    const at = (zone: string) =>
      [...slotsOf([event], ['2026-06-15', '2026-06-16'], zone).values()].map((slots) =>
        slots.map(({ minutes }) => minutes),
      );
    expect(at('UTC')).toEqual([[{ from: 1350, to: 1440 }], [{ from: 0, to: 60 }]]);
    expect(at('Asia/Riyadh')).toEqual([[], [{ from: 90, to: 240 }]]);
  });

  it('is not on the next day if it ends at midnight', () => {
    const event = eventOf({ startsAt: '2026-06-15T22:00:00Z', endsAt: '2026-06-16T00:00:00Z' });
    const slots = slotsOf([event], ['2026-06-15', '2026-06-16'], 'UTC');
    expect(slots.get('2026-06-15')).toMatchObject([{ minutes: { from: 1320, to: 1440 } }]);
    expect(slots.get('2026-06-16')).toEqual([]);
  });

  it('retains its time of day and length when clocks change', () => {
    const when = { startsAt: '2026-03-28T08:00:00Z', endsAt: '2026-03-28T09:30:00Z' };
    expect(shifted(when, { days: 1, minutes: 0 }, 'Europe/Berlin')).toEqual({
      startsAt: '2026-03-29T07:00:00.000Z',
      endsAt: '2026-03-29T08:30:00.000Z',
    });
  });

  it('moves across midnight in both directions', () => {
    const when = { startsAt: '2026-06-15T00:15:00Z', endsAt: '2026-06-15T01:00:00Z' };
    expect(shifted(when, { days: 0, minutes: -30 }, 'UTC')).toMatchObject({
      startsAt: '2026-06-14T23:45:00.000Z',
    });
    expect(
      shifted({ firstDay: '2026-06-30', lastDay: '2026-07-02' }, { days: 2, minutes: 45 }, 'UTC'),
    ).toEqual({ firstDay: '2026-07-02', lastDay: '2026-07-04' });
  });
});

describe('the lanes of a day', () => {
  const at = (from: string, to: string, title: string) =>
    eventOf({ startsAt: `2026-06-15T${from}:00Z`, endsAt: `2026-06-15T${to}:00Z` }, title);
  const placed = (...events: readonly CalendarEvent[]) => {
    const slots = slotsOf(events, ['2026-06-15'], 'UTC').get('2026-06-15') ?? [];
    return lanesOf(slots).map(({ slot, lane, lanes }) => [slot.event.title, lane, lanes]);
  };

  it('place an event next to events that overlap it, and otherwise over the full width', () => {
    const events = [
      at('09:00', '11:00', 'a'),
      at('09:30', '10:00', 'b'),
      at('10:00', '10:30', 'c'),
      at('12:00', '13:00', 'd'),
    ];
    expect(placed(...events)).toEqual([
      ['a', 0, 2],
      ['b', 1, 2],
      ['c', 1, 2],
      ['d', 0, 1],
    ]);
  });

  it('place an event next to a short one that is drawn longer than it lasts', () => {
    expect(placed(at('09:00', '09:05', 'call'), at('09:10', '09:30', 'visit'))).toEqual([
      ['call', 0, 2],
      ['visit', 1, 2],
    ]);
    expect(placed(at('09:00', '09:05', 'call'), at('09:25', '09:30', 'visit'))).toEqual([
      ['call', 0, 1],
      ['visit', 0, 1],
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { createFormatters } from '../../../ui/format/formatters.ts';
import { weekdayName } from '../../../lib/weekday-name.ts';
import { callStateText, centreMoment, durationText, hoursText } from './call-text.ts';

const format = createFormatters({ locale: 'en-GB', timeZone: 'UTC' });
/** Returns the key and the values instead of a translation. */
const t = ((key: string, values: object) => `${key} ${JSON.stringify(values)}`) as never;

describe('the texts of a preset', () => {
  it('give a duration in the largest unit that divides it', () => {
    const units = [15, 60, 90, 1440, 2880].map((minutes) => durationText(t, format, minutes));
    expect(units.map((words) => words.replace('"figure":', ''))).toEqual([
      'duration.minutes {"count":15,"15"}',
      'duration.hours {"count":1,"1"}',
      'duration.minutes {"count":90,"90"}',
      'duration.days {"count":1,"1"}',
      'duration.days {"count":2,"2"}',
    ]);
  });

  it("name weekdays in the reader's language, from Monday on", () => {
    expect([1, 7].map((one) => weekdayName('en-GB', one, 'long'))).toEqual(['Monday', 'Sunday']);
    expect(weekdayName('ar-AE', 1, 'long')).toBe('الاثنين');
  });

  it('join consecutive days to a range and list others one by one', () => {
    const words = (...open: readonly number[]) => {
      const span = { opensAt: '09:00', closesAt: '17:00' };
      const hours = [1, 2, 3, 4, 5, 6, 7].map((day) => (open.includes(day) ? span : null));
      return hoursText(t, format, { hours });
    };
    expect(words(1, 2, 3, 4, 5)).toContain('"Mon\u2060–\u2060Fri"');
    expect(words(1, 3, 5)).toContain('"Mon, Wed, Fri"');
    expect(words(1, 2, 4, 5, 6)).toContain('"Mon, Tue, Thu\u2060–\u2060Sat"');
  });

  it('list the hours of days that differ', () => {
    const span = (opensAt: string) => ({ opensAt, closesAt: '17:00' });
    const hours = [span('09:00'), span('10:00'), span('09:00'), null, null, null, null];
    const words = hoursText(t, format, { hours });
    expect(words).toMatch(/hoursNext.*Mon, Wed.*09:00.*Tue.*10:00/);
  });

  it("give a moment in the centre's time zone", () => {
    expect(centreMoment(format, 'Pacific/Auckland', '2026-06-19T21:00:00Z')).toBe('Saturday 09:00');
  });
});

describe('the state of a patient’s calls', () => {
  it.each([
    [null, 'consent.awaited'],
    ['withdrawn', 'consent.refused'],
    // The linked borrower wants no calls.
    ['given', 'consent.refused'],
  ] as const)('without consent to calls, last recorded as %s, is %s', (consent, key) => {
    const keyOf = ((text: string) => text) as never;
    expect(callStateText(keyOf, { calls: 'no-consent', consent })).toBe(key);
    expect(callStateText(keyOf, { calls: 'called', consent })).toBe('state.called');
  });
});

import { describe, expect, it } from 'vitest';
import { createFormatters } from '../format/formatters.ts';
import { parseTime } from './parse-time.ts';

describe('a typed time', () => {
  it.each([
    ['14:30', '14:30'],
    ['1430', '14:30'],
    ['930', '09:30'],
    ['9.30', '09:30'],
    ['9', '09:00'],
    ['17', '17:00'],
    ['0:05', '00:05'],
    ['2:30 pm', '14:30'],
    ['2 PM', '14:00'],
    ['12 a.m.', '00:00'],
    ['12:15p', '12:15'],
    ['9:30 ص', '09:30'],
    ['٩:٣٠ م', '21:30'],
  ])('%s is %s', (text, time) => {
    expect(parseTime(text)).toBe(time);
  });

  it('is read back as it is shown, in both languages', () => {
    for (const locale of ['en-GB', 'en-US', 'ar-AE']) {
      const { time } = createFormatters({ locale, timeZone: 'Asia/Dubai' });
      for (const one of ['00:05', '09:30', '12:00', '23:59'])
        expect(parseTime(time(one))).toBe(one);
    }
  });

  it.each(['', 'noon', '24:00', '9:60', '13 pm', '0 am', '1:2', '-5'])('%j is refused', (text) => {
    expect(parseTime(text)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { isTimeZoneName } from './time-zones.ts';

describe('the name of a time zone', () => {
  it.each(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Asia/Calcutta', 'America/Argentina/Salta'])(
    'may be %s',
    (name) => expect(isTimeZoneName(name)).toBe(true),
  );

  it('may be any that a browser offers', () => {
    const refused = Intl.supportedValuesOf('timeZone').filter((name) => !isTimeZoneName(name));
    expect(refused).toEqual([]);
  });

  it.each([
    'NST',
    'IST',
    'BST',
    'CST',
    'EST',
    'EST5EDT',
    'PST8PDT',
    'AST',
    'GMT',
    'ROC',
    'Z',
    'US/Eastern',
    'Etc/GMT+5',
    'Etc/UTC',
    '+05:30',
    'UTC+3',
    'utc',
    'europe/berlin',
    'Moon/Sea',
    'Europe/Atlantis',
    'posix/Europe/Berlin',
    'Europe/Berlin ',
    '',
  ])('cannot be %o', (name) => expect(isTimeZoneName(name)).toBe(false));
});

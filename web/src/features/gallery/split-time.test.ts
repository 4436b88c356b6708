import { expect, it } from 'vitest';
import { splitTime } from './split-time.ts';

it('a span is split into days, hours, minutes and whole seconds', () => {
  expect(splitTime((((2 * 24 + 5) * 60 + 40) * 60 + 7) * 1000 + 999)).toEqual({
    days: 2,
    hours: 5,
    minutes: 40,
    seconds: 7,
  });
});

it('a span is zero once the time is over', () => {
  expect(splitTime(-1)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
});

import { describe, expect, it } from 'vitest';
import { readLimit } from './read-limit.ts';

describe('a limit of loans', () => {
  it.each([
    ['500', 500],
    [' 1,000 ', 1_000],
    ['1 000', 1_000],
    ['1,000,000', 1_000_000],
    ['٥٠٠', 500],
    ['١٬٠٠٠', 1_000],
    ['0', 0],
  ])('reads %j', (text, limit) => {
    expect(readLimit(text, 'en-GB')).toBe(limit);
  });

  it('reads the grouping of the display settings', () => {
    expect(readLimit('1.000', 'de-DE')).toBe(1_000);
  });

  it.each(['', 'many', '-1', '1000001', '12a', '1.5', '2,5', '1.000', '1,00', '10,00,00', '٢٫٥'])(
    'is not %j',
    (text) => {
      expect(readLimit(text, 'en-GB')).toBeNull();
    },
  );
});

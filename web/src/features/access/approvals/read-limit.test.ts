import { describe, expect, it } from 'vitest';
import { readLimit } from './read-limit.ts';

describe('a limit of loans', () => {
  it.each([
    ['500', 500],
    [' 1,000 ', 1_000],
    ['٥٠٠', 500],
    ['0', 0],
  ])('reads %j', (text, limit) => {
    expect(readLimit(text)).toBe(limit);
  });

  it.each(['', 'many', '-1', '1000001', '12a'])('is not %j', (text) => {
    expect(readLimit(text)).toBeNull();
  });
});

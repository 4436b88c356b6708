import { describe, expect, it } from 'vitest';
import { expiryOf } from './expiry-of.ts';

describe('an identity document on 15 June 2026', () => {
  it.each([
    [null, null],
    ['2026-06-14', 'expired'],
    ['2026-06-15', 'soon'],
    ['2026-08-14', 'soon'],
    ['2026-08-15', null],
  ])('that ends on %s is %s', (expiresOn, expiry) => {
    expect(expiryOf(expiresOn, '2026-06-15')).toBe(expiry);
  });
});

import { expect, it } from 'vitest';
import { priceOf, tiers } from './loan-price.ts';

it('each loan costs the price of its own tier', () => {
  expect(priceOf(0)).toBe(0);
  expect(priceOf(500)).toBe(500 * 80);
  expect(priceOf(501)).toBe(500 * 80 + 60);
  expect(priceOf(2_100)).toBe(500 * 80 + 1_500 * 60 + 100 * 45);
});

it('one more loan never lowers the total', () => {
  for (const { to } of tiers) expect(priceOf(to + 1)).toBeGreaterThanOrEqual(priceOf(to));
});

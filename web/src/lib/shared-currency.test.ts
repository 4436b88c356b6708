import { expect, it } from 'vitest';
import { sharedCurrency } from './shared-currency.ts';

const usd = { currency: 'USD' };

it('finds the currency that all rows have', () => {
  expect(sharedCurrency([usd, usd])).toBe('USD');
});

it('finds none if rows differ or there are no rows', () => {
  expect(sharedCurrency([usd, { currency: 'AED' }])).toBeNull();
  expect(sharedCurrency([])).toBeNull();
});

import { expect, test } from 'vitest';
import { ALLOCATION_ORDERS, allocationOrderOf, COMPONENT_ORDERS } from './component-orders.ts';

test('each of the 24 orders of four components has one name', () => {
  expect(ALLOCATION_ORDERS).toHaveLength(24);
  expect(new Set(Object.values(COMPONENT_ORDERS).map((order) => order.join(' '))).size).toBe(24);
  for (const name of ALLOCATION_ORDERS)
    expect(allocationOrderOf(COMPONENT_ORDERS[name])).toBe(name);
});

test('a common order has its own name, any other the names of its components', () => {
  expect(allocationOrderOf(['principal', 'interest', 'penalty', 'fee'])).toBe('principal_first');
  expect(allocationOrderOf(['fee', 'principal', 'interest', 'penalty'])).toBe(
    'fee_principal_interest_penalty',
  );
});

test('an order that omits or repeats a component is invalid', () => {
  expect(() => allocationOrderOf(['fee', 'principal', 'interest'])).toThrow(RangeError);
  expect(() => allocationOrderOf(['fee', 'fee', 'interest', 'penalty'])).toThrow(RangeError);
});

import { expect, it } from 'vitest';
import { plainDecimal } from './plain-decimal.ts';

it.each([
  ['14.070000', '14.07'],
  ['10.000000', '10'],
  ['10', '10'],
  ['100', '100'],
  ['0.000000', '0'],
  ['0', '0'],
  ['0.5', '0.5'],
])('writes %s as %s', (text, plain) => {
  expect(plainDecimal(text)).toBe(plain);
});

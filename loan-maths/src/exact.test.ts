import fc from 'fast-check';
import { expect, test } from 'vitest';
import { levelInstalment } from './annuity.ts';
import type { Fraction, Rounding } from './exact.ts';
import {
  divideRounded,
  divideRoundedBig,
  multiplyFractions,
  scaleRounded,
  sumFractions,
} from './exact.ts';
import { NO_INTEREST } from './period-factors.ts';

const eachOf = (leading: Fraction[]) => ({ leading, regular: NO_INTEREST, count: leading.length });
const rounding = fc.constantFrom<Rounding>('half_even', 'half_up', 'up', 'down');

test.each([
  ['half_even', [0, 2, 2, 4, -2]],
  ['half_up', [1, 2, 3, 4, -3]],
  ['up', [1, 2, 3, 4, -3]],
  ['down', [0, 1, 2, 3, -2]],
] as const)('%s rounds 0.5, 1.5, 2.5, 3.5 and -2.5', (mode, expected) => {
  expect([1, 3, 5, 7, -5].map((numerator) => divideRounded(numerator, 2, mode))).toEqual(expected);
});

test('small integers are divided like big ones', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -(2 ** 51), max: 2 ** 51 }),
      fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 2 ** 50 })),
      rounding,
      (numerator, denominator, mode) => {
        const exact = divideRoundedBig(BigInt(numerator), BigInt(denominator), mode);
        expect(divideRounded(numerator, denominator, mode)).toBe(Number(exact));
      },
    ),
  );
});

test('an amount is scaled as with big integers, including ties and near ties', () => {
  const amount = fc.oneof(
    fc.integer({ min: 0, max: 10_000 }),
    fc.nat(2 ** 30),
    fc.integer({ min: 0, max: 2 ** 52 }),
  );
  const part = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 2 ** 30 }));
  fc.assert(
    fc.property(amount, part, part, rounding, (value, numerator, above, mode) => {
      const denominator = numerator + above;
      const product = BigInt(value) * BigInt(numerator);
      const exact = divideRoundedBig(product, BigInt(denominator), mode);
      expect(scaleRounded(value, { numerator, denominator }, mode)).toBe(Number(exact));
    }),
    { numRuns: 2000 },
  );
});

test('a product beyond safe integers is still exact', () => {
  const by = { numerator: 1407, denominator: 120_000 };
  expect(scaleRounded(Number.MAX_SAFE_INTEGER, by, 'half_even')).toBe(105609411261838);
  expect(() =>
    scaleRounded(Number.MAX_SAFE_INTEGER, { numerator: 2, denominator: 1 }, 'up'),
  ).toThrow(RangeError);
});

test('ratios are reduced to lowest terms', () => {
  expect(
    multiplyFractions({ numerator: 1407, denominator: 10_000 }, { numerator: 1, denominator: 12 }),
  ).toEqual({ numerator: 469, denominator: 40_000 });
  expect(
    sumFractions([
      { numerator: 1, denominator: 12 },
      { numerator: 3, denominator: 365 },
    ]),
  ).toEqual({
    numerator: 401,
    denominator: 4380,
  });
});

test('the estimated level instalment equals the exact one', () => {
  const factor = fc.record({
    numerator: fc.integer({ min: 0, max: 5_000_000 }),
    denominator: fc.constant(12_000_000),
  });
  fc.assert(
    fc.property(
      fc.array(factor, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 1e12 }),
      rounding,
      (factors, principal, mode) => {
        let growth = 1n;
        let annuity = 0n;
        let scale = 1n;
        for (const { numerator, denominator } of factors) {
          const step = BigInt(denominator + numerator);
          annuity = annuity * step + scale * BigInt(denominator);
          scale *= BigInt(denominator);
          growth *= step;
        }
        const exact = divideRoundedBig(BigInt(principal) * growth, annuity, mode);
        const options = { principal, balloon: 0, rounding: mode, multiple: 1 };
        expect(levelInstalment(eachOf(factors), options)).toBe(Number(exact));
      },
    ),
  );
});

test('a tie is decided exactly: 1.00 in 8 parts is 12 cents half-even, 13 half-up', () => {
  const none = Array.from({ length: 8 }, () => ({ numerator: 0, denominator: 1 }));
  const level = (mode: Rounding) =>
    levelInstalment(eachOf(none), { principal: 100, balloon: 0, rounding: mode, multiple: 1 });
  expect([level('half_even'), level('half_up'), level('up'), level('down')]).toEqual([
    12, 13, 13, 12,
  ]);
});

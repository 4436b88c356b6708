import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitPayment } from './split-payment.ts';

const loans = [
  { dueMinor: 100_00, mostMinor: 500_00 },
  { dueMinor: 80_00, mostMinor: 90_00 },
];

it.each([
  ['part of what is due', 60_00, [60_00, 0], 0],
  ['what is due on the first and a part of the second', 150_00, [100_00, 50_00], 0],
  ['all that is due, and the rest on the first', 200_00, [120_00, 80_00], 0],
  ['the payoff of both', 590_00, [500_00, 90_00], 0],
  ['more than both take', 600_00, [500_00, 90_00], 10_00],
  ['nothing', 0, [0, 0], 0],
])('splits %s', (_, amountMinor, amountsMinor, restMinor) => {
  expect(splitPayment(amountMinor, loans)).toEqual({ amountsMinor, restMinor });
});

it('creates and loses nothing, and exceeds no payoff', () => {
  const minor = fc.nat(1_000_000);
  const loan = fc.record({ dueMinor: minor, mostMinor: minor });
  fc.assert(
    fc.property(minor, fc.array(loan, { maxLength: 20 }), (amountMinor, over) => {
      const { amountsMinor, restMinor } = splitPayment(amountMinor, over);
      const sumMinor = amountsMinor.reduce((sum, one) => sum + one, 0);
      expect(sumMinor + restMinor).toBe(amountMinor);
      expect(restMinor).toBeGreaterThanOrEqual(0);
      expect(amountsMinor.every((one, at) => one >= 0 && one <= (over[at]?.mostMinor ?? 0))).toBe(
        true,
      );
    }),
  );
});

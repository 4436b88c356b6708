import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadLoans, type Load, type LoanToSpread } from './spread-loans.ts';

const loansOf = fc
  .array(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 1, maxLength: 200 })
  .map((amounts) =>
    amounts.map((outstandingMinor, index) => ({ loanId: `loan-${index}`, outstandingMinor })),
  );
const loadsOf = fc.array(
  fc.record({
    loans: fc.integer({ min: 0, max: 300 }),
    outstandingMinor: fc.integer({ min: 0, max: 90_000_000 }),
  }),
  { minLength: 2, maxLength: 12 },
);
const anyRule = fc.constantFrom('count', 'outstanding', 'least-loaded');

function dealtOf(
  loans: readonly LoanToSpread[],
  loads: readonly Load[],
  places: ReadonlyMap<string, number>,
) {
  return loads.map((_, place) => {
    const own = loans.filter(({ loanId }) => places.get(loanId) === place);
    const amounts = own.map(({ outstandingMinor }) => outstandingMinor);
    return { loans: own.length, amounts, sum: amounts.reduce((total, one) => total + one, 0) };
  });
}

describe('spreading loans', () => {
  it('gives each loan to exactly one target, by every rule', () => {
    fc.assert(
      fc.property(loansOf, loadsOf, anyRule, (loans, loads, by) => {
        const places = spreadLoans(loans, { loads, by });
        expect([...places.keys()].toSorted()).toEqual(loans.map(({ loanId }) => loanId).toSorted());
        for (const place of places.values()) expect(loads[place]).toBeDefined();
      }),
    );
  });

  it('answers the same whatever order the loans come in', () => {
    fc.assert(
      fc.property(loansOf, loadsOf, anyRule, (loans, loads, by) => {
        const there = spreadLoans(loans, { loads, by });
        const back = spreadLoans(loans.toReversed(), { loads, by });
        expect(Object.fromEntries(back)).toEqual(Object.fromEntries(there));
      }),
    );
  });

  it('deals numbers that differ by at most one, by count', () => {
    fc.assert(
      fc.property(loansOf, loadsOf, (loans, loads) => {
        const dealt = dealtOf(loans, loads, spreadLoans(loans, { loads, by: 'count' }));
        const counts = dealt.map((one) => one.loans);
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('deals amounts that differ by no more than the smallest loan of the heavier, by outstanding', () => {
    fc.assert(
      fc.property(loansOf, loadsOf, (loans, loads) => {
        const dealt = dealtOf(loans, loads, spreadLoans(loans, { loads, by: 'outstanding' }));
        const lightest = Math.min(...dealt.map((one) => one.sum));
        const tooHeavy = dealt.filter((one) => one.sum - lightest > Math.min(...one.amounts));
        expect(tooHeavy).toEqual([]);
      }),
    );
  });

  it('lifts who holds the fewest first: nobody who received ends two above another', () => {
    fc.assert(
      fc.property(loansOf, loadsOf, (loans, loads) => {
        const places = spreadLoans(loans, { loads, by: 'least-loaded' });
        const dealt = dealtOf(loans, loads, places);
        const held = loads.map((load, place) => load.loans + (dealt[place]?.loans ?? 0));
        const fewest = Math.min(...held);
        const received = held.filter((_, place) => (dealt[place]?.loans ?? 0) > 0);
        expect(Math.max(...received)).toBeLessThanOrEqual(fewest + 1);
      }),
    );
  });

  it('balances a known case: 100, 80, 60, 40 and 20 over two are 160 and 140', () => {
    const loans = [100, 80, 60, 40, 20].map((outstandingMinor) => ({
      loanId: String(outstandingMinor),
      outstandingMinor,
    }));
    const nothing = { loans: 0, outstandingMinor: 0 };
    const places = spreadLoans(loans, { loads: [nothing, nothing], by: 'outstanding' });
    expect(Object.fromEntries(places)).toEqual({ 100: 0, 80: 1, 60: 1, 40: 0, 20: 0 });
  });
});

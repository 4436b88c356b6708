import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadLoans, type Load, type LoanToSpread } from './spread-loans.ts';

const loansOf = fc
  .array(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 1, maxLength: 200 })
  .map((amounts) =>
    amounts.map((outstandingMinor, index) => ({
      loanId: `loan-${index}`,
      borrowerId: `borrower-${index}`,
      outstandingMinor,
      isActive: true,
      heldAt: null,
    })),
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
  it('assigns each loan to exactly one target, by every rule', () => {
    fc.assert(
      fc.property(loansOf, loadsOf, anyRule, (loans, loads, by) => {
        const places = spreadLoans(loans, { loads, by, borrowersTogether: true });
        expect([...places.keys()].toSorted()).toEqual(loans.map(({ loanId }) => loanId).toSorted());
        for (const place of places.values()) expect(loads[place]).toBeDefined();
      }),
    );
  });

  it('gives the same result for any order of the loans', () => {
    fc.assert(
      fc.property(loansOf, loadsOf, anyRule, (loans, loads, by) => {
        const there = spreadLoans(loans, { loads, by, borrowersTogether: true });
        const back = spreadLoans(loans.toReversed(), { loads, by, borrowersTogether: true });
        expect(Object.fromEntries(back)).toEqual(Object.fromEntries(there));
      }),
    );
  });

  it('gives counts that differ by at most one, by count', () => {
    fc.assert(
      fc.property(loansOf, loadsOf, (loans, loads) => {
        const dealt = dealtOf(
          loans,
          loads,
          spreadLoans(loans, { loads, by: 'count', borrowersTogether: true }),
        );
        const counts = dealt.map((one) => one.loans);
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('gives amounts that differ by at most the smallest loan of the larger share, by outstanding', () => {
    fc.assert(
      fc.property(loansOf, loadsOf, (loans, loads) => {
        const dealt = dealtOf(
          loans,
          loads,
          spreadLoans(loans, { loads, by: 'outstanding', borrowersTogether: true }),
        );
        const lightest = Math.min(...dealt.map((one) => one.sum));
        const tooHeavy = dealt.filter((one) => one.sum - lightest > Math.min(...one.amounts));
        expect(tooHeavy).toEqual([]);
      }),
    );
  });

  it('fills the smallest holders first, so that recipients end at most one above the fewest, by least loaded', () => {
    fc.assert(
      fc.property(loansOf, loadsOf, (loans, loads) => {
        const places = spreadLoans(loans, { loads, by: 'least-loaded', borrowersTogether: true });
        const dealt = dealtOf(loans, loads, places);
        const held = loads.map((load, place) => load.loans + (dealt[place]?.loans ?? 0));
        const fewest = Math.min(...held);
        const received = held.filter((_, place) => (dealt[place]?.loans ?? 0) > 0);
        expect(Math.max(...received)).toBeLessThanOrEqual(fewest + 1);
      }),
    );
  });

  it('spreads the known case of 100, 80, 60, 40 and 20 over two as 160 and 140', () => {
    const loans = [100, 80, 60, 40, 20].map((outstandingMinor) => ({
      loanId: String(outstandingMinor),
      borrowerId: String(outstandingMinor),
      outstandingMinor,
      isActive: true,
      heldAt: null,
    }));
    const places = spreadLoans(loans, {
      loads: [nothing, nothing],
      by: 'outstanding',
      borrowersTogether: true,
    });
    expect(Object.fromEntries(places)).toEqual({ 100: 0, 80: 1, 60: 1, 40: 0, 20: 0 });
  });
});

function groupLoans(
  loans: readonly LoanToSpread[],
  borrowersTogether: boolean,
): readonly LoanToSpread[][] {
  const keyOf = (loan: LoanToSpread) => (borrowersTogether ? loan.borrowerId : loan.loanId);
  return [...new Set(loans.map(keyOf))].map((key) => loans.filter((loan) => keyOf(loan) === key));
}

const nothing: Load = { loans: 0, outstandingMinor: 0 };

function movedBy(loans: readonly LoanToSpread[], places: ReadonlyMap<string, number>): number {
  return loans.filter(({ loanId, heldAt }) => places.get(loanId) !== heldAt).length;
}

/** Few loans of few borrowers, some already held by a target. */
const fewLoans = fc
  .array(
    fc.record({
      borrower: fc.integer({ min: 1, max: 5 }),
      outstandingMinor: fc.oneof(
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 1, max: 5_000_000 }),
      ),
      isActive: fc.constantFrom(true, true, false),
      heldAt: fc.constantFrom(null, 0, 1, 2),
    }),
    { minLength: 1, maxLength: 7 },
  )
  .map((rows) =>
    rows.map(({ borrower, ...row }, index) => ({
      ...row,
      loanId: `loan-${index}`,
      borrowerId: `borrower-${borrower}`,
    })),
  );
const threeLoads = fc.array(
  fc.record({
    loans: fc.integer({ min: 0, max: 6 }),
    outstandingMinor: fc.integer({ min: 0, max: 90_000 }),
  }),
  { minLength: 3, maxLength: 3 },
);

type Case = {
  readonly loads: readonly Load[];
  readonly by: 'count' | 'outstanding' | 'least-loaded';
  readonly borrowersTogether: boolean;
};

/** Returns whether no target exceeds the lightest one by more than its own smallest unit. */
function isEven(
  loans: readonly LoanToSpread[],
  places: ReadonlyMap<string, number>,
  { loads, by, borrowersTogether }: Case,
): boolean {
  const shares = loads.map((load, place) => {
    const own = loans.filter(({ loanId }) => places.get(loanId) === place);
    const weights = groupLoans(own, borrowersTogether).map((group) =>
      by === 'outstanding'
        ? group.reduce((total, loan) => total + loan.outstandingMinor, 0)
        : group.filter(({ isActive }) => isActive || by === 'count').length,
    );
    const before = by === 'least-loaded' ? load.loans : 0;
    const total = weights.reduce((sum, weight) => sum + weight, before);
    return { total, smallest: Math.min(...weights.filter((weight) => weight > 0)) };
  });
  const lightest = Math.min(...shares.map(({ total }) => total));
  return shares.every(({ total, smallest }) => total - lightest <= smallest);
}

/** Finds the fewest moves by trying every distribution. */
function fewestByForce(loans: readonly LoanToSpread[], wanted: Case): number {
  const units = groupLoans(loans, wanted.borrowersTogether);
  const targets = wanted.loads.length;
  let fewest = Infinity;
  for (let share = 0; share < targets ** units.length; share += 1) {
    const places = new Map(
      units.flatMap((unit, index) =>
        unit.map(({ loanId }) => [loanId, Math.floor(share / targets ** index) % targets] as const),
      ),
    );
    const moved = movedBy(loans, places);
    if (moved < fewest && isEven(loans, places, wanted)) fewest = moved;
  }
  return fewest;
}

describe('spreading loans that the targets already hold', () => {
  it('moves as few loans as an even spread needs, by every rule, borrowers together or not', () => {
    fc.assert(
      fc.property(fewLoans, threeLoads, anyRule, fc.boolean(), (loans, loads, by, together) => {
        const wanted = { loads, by, borrowersTogether: together };
        const places = spreadLoans(loans, wanted);
        expect(isEven(loans, places, wanted)).toBe(true);
        expect(movedBy(loans, places)).toBe(fewestByForce(loans, wanted));
      }),
      { numRuns: 300 },
    );
  });

  it('moves only the loans above a target’s share, by count, for any number of loans', () => {
    const many = fc.array(fc.constantFrom(null, 0, 1, 2, 3), { minLength: 15, maxLength: 300 });
    fc.assert(
      fc.property(many, (held) => {
        const loans = held.map((heldAt, index) => ({
          loanId: `loan-${index}`,
          borrowerId: `borrower-${index}`,
          outstandingMinor: (index * 7919) % 100_000,
          isActive: true,
          heldAt,
        }));
        const loads = [nothing, nothing, nothing, nothing];
        const places = spreadLoans(loans, { loads, by: 'count', borrowersTogether: true });
        const had = loads.map((_, place) => held.filter((at) => at === place).length);
        const share = Math.floor(loans.length / 4);
        // A target that holds more than its share retains one extra loan, up to the number of extra
        // loans.
        const ofOneMore = had.filter((count) => count > share).length;
        const stay =
          had.reduce((total, count) => total + Math.min(count, share), 0) +
          Math.min(ofOneMore, loans.length % 4);
        expect(movedBy(loans, places)).toBe(loans.length - stay);
      }),
    );
  });

  it('stays even with many borrowers and unequal targets, and moves no more than a spread from nothing', () => {
    const rows = fc.array(
      fc.record({
        borrower: fc.integer({ min: 1, max: 60 }),
        outstandingMinor: fc.integer({ min: 0, max: 5_000_000 }),
        isActive: fc.boolean(),
        heldAt: fc.constantFrom(null, 0, 0, 0, 1, 2),
      }),
      { minLength: 20, maxLength: 200 },
    );
    fc.assert(
      fc.property(rows, threeLoads, anyRule, (made, loads, by) => {
        const loans = made.map(({ borrower, ...row }, index) => ({
          ...row,
          loanId: `loan-${index}`,
          borrowerId: `borrower-${borrower}`,
        }));
        const wanted = { loads, by, borrowersTogether: true };
        const places = spreadLoans(loans, wanted);
        expect(isEven(loans, places, wanted)).toBe(true);
        const fromEmpty = spreadLoans(
          loans.map((loan) => ({ ...loan, heldAt: null })),
          wanted,
        );
        expect(movedBy(loans, places)).toBeLessThanOrEqual(movedBy(loans, fromEmpty));
      }),
      { numRuns: 2000, endOnFailure: true },
    );
  });

  it('moves 12 of 36 loans if one of three targets holds two thirds of them', () => {
    const loans = Array.from({ length: 36 }, (_, index) => ({
      loanId: `loan-${String(index).padStart(2, '0')}`,
      borrowerId: `borrower-${index}`,
      outstandingMinor: 1000 + index,
      isActive: true,
      heldAt: index < 24 ? 0 : index < 32 ? 1 : 2,
    }));
    const loads = [nothing, nothing, nothing];
    const places = spreadLoans(loans, { loads, by: 'count', borrowersTogether: true });
    expect(movedBy(loans, places)).toBe(12);
  });

  it('gives all loans of a borrower to one target unless switched off', () => {
    const loans = [1, 1, 1, 2, 2, 3].map((borrower, index) => ({
      loanId: `loan-${index}`,
      borrowerId: `borrower-${borrower}`,
      outstandingMinor: 100,
      isActive: true,
      heldAt: null,
    }));
    const loads = [nothing, nothing];
    const together = spreadLoans(loans, { loads, by: 'count', borrowersTogether: true });
    const places = loans.map(({ loanId }) => together.get(loanId));
    expect(new Set(places.slice(0, 3)).size).toBe(1);
    expect(new Set(places.slice(3, 5)).size).toBe(1);
    expect(places.filter((place) => place === 0)).toHaveLength(3);
  });

  // Comparing each loan with every other takes minutes and stops the server for everybody.
  it('spreads the loans of a large portfolio', () => {
    const loans = Array.from({ length: 100_000 }, (_, index) => ({
      loanId: `loan-${index}`,
      borrowerId: `borrower-${index}`,
      outstandingMinor: 1000 + index,
      isActive: true,
      heldAt: null,
    }));
    const loads = [nothing, nothing, nothing, nothing];
    const places = spreadLoans(loans, { loads, by: 'count', borrowersTogether: false });
    const countAt = (place: number) => [...places.values()].filter((one) => one === place).length;
    expect(loads.map((_, place) => countAt(place))).toEqual([25_000, 25_000, 25_000, 25_000]);
  });
});

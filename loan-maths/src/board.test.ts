import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settleBoardedInstalments, takeNewerFigures } from './board.ts';
import type { BoardedInstalment } from './board.ts';

const scheduled = [
  { principalMinor: 100, interestMinor: 30 },
  { principalMinor: 100, interestMinor: 20 },
  { principalMinor: 100, interestMinor: 10 },
];

/** Formats each instalment as `principal paid/due + interest paid/due`. */
function settle(principalPaidMinor: number, interestPaidMinor: number): string[] {
  return settleBoardedInstalments(scheduled, { principalPaidMinor, interestPaidMinor }).map(
    (one) =>
      `${one.principalPaidMinor}/${one.principalMinor} + ${one.interestPaidMinor}/${one.interestMinor}`,
  );
}

describe('boarded instalments', () => {
  it.each([
    ['nothing was paid', 0, 0, ['0/100 + 0/30', '0/100 + 0/20', '0/100 + 0/10']],
    ['one was paid as agreed', 100, 30, ['100/100 + 30/30', '0/100 + 0/20', '0/100 + 0/10']],
    ['an odd first period cost more', 100, 34, ['100/100 + 34/34', '0/100 + 0/20', '0/100 + 0/10']],
    [
      'a short first period cost less',
      200,
      45,
      ['100/100 + 25/25', '100/100 + 20/20', '0/100 + 0/10'],
    ],
    [
      'the next is partly paid, interest first',
      140,
      50,
      ['100/100 + 30/30', '40/100 + 20/20', '0/100 + 0/10'],
    ],
    [
      'the next is partly paid, with a part of its interest',
      140,
      35,
      ['100/100 + 30/30', '40/100 + 5/20', '0/100 + 0/10'],
    ],
    [
      'the next is partly paid and the first period was odd',
      140,
      57,
      ['100/100 + 37/37', '40/100 + 20/20', '0/100 + 0/10'],
    ],
    [
      'principal was prepaid without its interest',
      140,
      30,
      ['100/100 + 30/30', '40/100 + 0/20', '0/100 + 0/10'],
    ],
    ['only interest was paid', 0, 12, ['0/100 + 12/30', '0/100 + 0/20', '0/100 + 0/10']],
    [
      'only interest was paid, more than the first',
      0,
      33,
      ['0/100 + 33/33', '0/100 + 0/20', '0/100 + 0/10'],
    ],
    ['all was paid early', 300, 25, ['100/100 + 25/25', '100/100 + 0/0', '100/100 + 0/0']],
    ['all was paid on the first day', 300, 0, ['100/100 + 0/0', '100/100 + 0/0', '100/100 + 0/0']],
    ['all was paid as agreed', 300, 60, ['100/100 + 30/30', '100/100 + 20/20', '100/100 + 10/10']],
  ])('are settled by the paid amounts if %s', (_name, principal, interest, expected) => {
    expect(settle(principal, interest)).toEqual(expected);
  });

  it('count an instalment of interest alone together with the next one', () => {
    const long = [{ principalMinor: 0, interestMinor: 40 }, ...scheduled];
    const settled = settleBoardedInstalments(long, {
      principalPaidMinor: 100,
      interestPaidMinor: 70,
    });
    expect(settled.slice(0, 2)).toEqual([
      { principalMinor: 0, interestMinor: 40, principalPaidMinor: 0, interestPaidMinor: 40 },
      { principalMinor: 100, interestMinor: 30, principalPaidMinor: 100, interestPaidMinor: 30 },
    ]);
  });

  it('refuse more paid principal than was lent', () => {
    expect(() => settle(301, 0)).toThrow(RangeError);
  });

  it('add up to the amount paid, never negative and never above the due amount', () => {
    const part = fc.integer({ min: 0, max: 100_000 });
    const schedules = fc.array(fc.record({ principalMinor: part, interestMinor: part }), {
      minLength: 1,
      maxLength: 60,
    });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(schedules, share, part, (schedule, paidShare, interestPaidMinor) => {
        const principal = schedule.reduce((total, one) => total + one.principalMinor, 0);
        const principalPaidMinor = Math.floor(principal * paidShare);
        const boarded = settleBoardedInstalments(schedule, {
          principalPaidMinor,
          interestPaidMinor,
        });
        expect(sum(boarded, 'principalPaidMinor')).toBe(principalPaidMinor);
        expect(sum(boarded, 'interestPaidMinor')).toBe(interestPaidMinor);
        expect(sum(boarded, 'principalMinor')).toBe(principal);
        expect(boarded.every(isPossible)).toBe(true);
      }),
    );
  });
});

function sum(instalments: readonly BoardedInstalment[], part: keyof BoardedInstalment): number {
  return instalments.reduce((total, instalment) => total + instalment[part], 0);
}

function isPossible(one: BoardedInstalment): boolean {
  const principalFits = one.principalPaidMinor >= 0 && one.principalPaidMinor <= one.principalMinor;
  const interestFits = one.interestPaidMinor >= 0 && one.interestPaidMinor <= one.interestMinor;
  return principalFits && interestFits;
}

describe('newer figures of a former servicer', () => {
  /** The interest charged on three open instalments of 100 with interest 30, 20 and 10. */
  const charge = (principalPaidMinor: number, interestPaidMinor: number) =>
    takeNewerFigures(settleBoardedInstalments(scheduled, nothing), {
      principalPaidMinor,
      interestPaidMinor,
    })?.map((one) => one.interestMinor);
  const nothing = { principalPaidMinor: 0, interestPaidMinor: 0 };

  it.each([
    ['as agreed', 100, 30, [30, 20, 10]],
    ['in part, which leaves later interest unchanged', 0, 12, [30, 20, 10]],
    ['less in a short first period', 100, 17, [17, 20, 10]],
    ['more in a long first period', 100, 34, [34, 20, 10]],
    ['ahead, so that the latest never accrued', 300, 5, [5, 0, 0]],
    ['early and in full', 300, 35, [5, 20, 10]],
  ])('set the interest of each row: paid %s', (_, principal, interest, charged) => {
    expect(charge(principal, interest)).toEqual(charged);
  });

  it('count interest alone as part of the next instalment', () => {
    const paid = settleBoardedInstalments(scheduled, {
      principalPaidMinor: 100,
      interestPaidMinor: 30,
    });
    const more = { principalPaidMinor: 100, interestPaidMinor: 45 };
    expect(takeNewerFigures(paid, more)?.map((one) => one.interestMinor)).toEqual([30, 20, 10]);
  });

  it('cannot reduce what was paid', () => {
    const paid = settleBoardedInstalments(scheduled, {
      principalPaidMinor: 100,
      interestPaidMinor: 30,
    });
    const less = { principalPaidMinor: 200, interestPaidMinor: 20 };
    expect(takeNewerFigures(paid, less)).toBeNull();
  });

  it('lead to exactly their paid amounts and balance', () => {
    const part = fc.integer({ min: 0, max: 300 });
    fc.assert(
      fc.property(part, part, fc.nat(80), fc.nat(80), (before, more, paidThen, paidSince) => {
        const then = settleBoardedInstalments(scheduled, {
          principalPaidMinor: before,
          interestPaidMinor: paidThen,
        });
        const figures = {
          principalPaidMinor: Math.min(300, before + more),
          interestPaidMinor: paidThen + paidSince,
        };
        const after = takeNewerFigures(then, figures);
        if (after === null) return;
        expect(sum(after, 'principalPaidMinor')).toBe(figures.principalPaidMinor);
        expect(sum(after, 'interestPaidMinor')).toBe(figures.interestPaidMinor);
        for (const [index, one] of after.entries()) {
          expect(one.interestPaidMinor).toBeLessThanOrEqual(one.interestMinor);
          expect(one.interestPaidMinor).toBeGreaterThanOrEqual(then[index]?.interestPaidMinor ?? 0);
          expect(one.principalPaidMinor).toBeGreaterThanOrEqual(
            then[index]?.principalPaidMinor ?? 0,
          );
        }
      }),
    );
  });
});

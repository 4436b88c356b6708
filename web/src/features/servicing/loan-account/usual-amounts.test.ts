import { describe, expect, it } from 'vitest';
import { usualAmounts } from './usual-amounts.ts';

describe('the usual amounts of a loan', () => {
  it('are the oldest instalment, all arrears and the payoff', () => {
    const loan = { arrearsMinor: 900, nextDueMinor: 300, payoffMinor: 5000 };
    expect(usualAmounts(loan, String)).toEqual([
      { label: 'oldestDue', amountMinor: 300 },
      { label: 'arrears', amountMinor: 900 },
      { label: 'everything', amountMinor: 5000 },
    ]);
  });

  it('merge equal amounts under the last name, and omit zero', () => {
    const loan = { arrearsMinor: 0, nextDueMinor: 300, payoffMinor: 300 };
    expect(usualAmounts(loan, String)).toEqual([{ label: 'everything', amountMinor: 300 }]);
  });
});

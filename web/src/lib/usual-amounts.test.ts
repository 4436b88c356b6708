import { describe, expect, it } from 'vitest';
import { usualAmounts } from './usual-amounts.ts';

describe('what is usually paid on a loan', () => {
  it('is the oldest instalment, all that is late and all that is owed', () => {
    const loan = { arrearsMinor: 900, nextDueMinor: 300, payoffMinor: 5000 };
    expect(usualAmounts(loan, String)).toEqual([
      { words: 'oldestDue', amountMinor: 300 },
      { words: 'arrears', amountMinor: 900 },
      { words: 'everything', amountMinor: 5000 },
    ]);
  });

  it('names of equal amounts the one that says most, and none of nothing', () => {
    const loan = { arrearsMinor: 0, nextDueMinor: 300, payoffMinor: 300 };
    expect(usualAmounts(loan, String)).toEqual([{ words: 'everything', amountMinor: 300 }]);
  });
});

import type { Instalment } from '@bursar/contracts/servicing/loans';
import { describe, expect, it } from 'vitest';
import { paidOf, sumInstalments, totalOf } from './instalment-sums.ts';

const instalment: Instalment = {
  number: 1,
  dueOn: '2026-10-01',
  principalMinor: 9000,
  interestMinor: 1300,
  feeMinor: 200,
  penaltyMinor: 500,
  principalPaidMinor: 1000,
  interestPaidMinor: 1300,
  feePaidMinor: 200,
  penaltyPaidMinor: 500,
  accrual: null,
  isClaim: false,
  state: 'overdue',
};

describe('the sums of a schedule', () => {
  it('include every part of an instalment, due and paid', () => {
    expect(totalOf(instalment)).toBe(11_000);
    expect(paidOf(instalment)).toBe(3000);
  });

  it('include every column', () => {
    expect(sumInstalments([instalment, { ...instalment, number: 2, feeMinor: 0 }])).toEqual({
      principalMinor: 18_000,
      interestMinor: 2600,
      feeMinor: 200,
      penaltyMinor: 1000,
      totalMinor: 21_800,
      paidMinor: 6000,
    });
  });
});

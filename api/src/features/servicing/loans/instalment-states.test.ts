import { describe, expect, it } from 'vitest';
import { toInstalment } from './read-loan.ts';

const nothing = {
  number: 1,
  dueOn: '2026-07-01',
  accrual: null,
  principalMinor: 0,
  interestMinor: 0,
  feeMinor: 0,
  penaltyMinor: 0,
  principalPaidMinor: 0,
  interestPaidMinor: 0,
  feePaidMinor: 0,
  penaltyPaidMinor: 0,
};
const stateOn = (today: string, row: object = {}) =>
  toInstalment({ ...nothing, ...row }, today).state;

describe('the state of an instalment', () => {
  it('is upcoming before its day if nothing is due', () => {
    expect(stateOn('2026-06-30')).toBe('upcoming');
    expect(stateOn('2026-07-01')).toBe('paid');
    expect(stateOn('2026-06-30', { principalMinor: 10 })).toBe('upcoming');
  });

  it('is paid once its full amount is paid, even before its due day', () => {
    expect(stateOn('2026-06-30', { principalMinor: 10, principalPaidMinor: 10 })).toBe('paid');
  });
});

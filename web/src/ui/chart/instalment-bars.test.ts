import { describe, expect, it } from 'vitest';
import { instalmentBars } from './instalment-bars.ts';

const instalment = {
  id: '1',
  label: '1',
  dueOn: '2026-01-31',
  principalMinor: 300,
  interestMinor: 100,
  principalPaidMinor: 0,
  interestPaidMinor: 0,
  isLate: false,
};

describe('the bars of a schedule', () => {
  it('stand in per cent of the tallest', () => {
    const [first, second] = instalmentBars([
      instalment,
      { ...instalment, principalMinor: 100, interestMinor: 0 },
    ]);
    expect(first).toEqual([
      { kind: 'principal', isPaid: false, percent: 75 },
      { kind: 'interest', isPaid: false, percent: 25 },
    ]);
    expect(second).toEqual([{ kind: 'principal', isPaid: false, percent: 25 }]);
  });

  it('tell what is paid from what is to come', () => {
    const [bar] = instalmentBars([
      { ...instalment, interestPaidMinor: 100, principalPaidMinor: 60 },
    ]);
    expect(bar).toEqual([
      { kind: 'principal', isPaid: true, percent: 15 },
      { kind: 'principal', isPaid: false, percent: 60 },
      { kind: 'interest', isPaid: true, percent: 25 },
    ]);
  });

  it('are none for a schedule of nothing', () => {
    expect(instalmentBars([{ ...instalment, principalMinor: 0, interestMinor: 0 }])).toEqual([[]]);
    expect(instalmentBars([])).toEqual([]);
  });
});

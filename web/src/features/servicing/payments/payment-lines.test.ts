import type { Payment } from '@bursar/contracts/servicing/payments';
import { describe, expect, it } from 'vitest';
import { linesOf, otherHolderOf, sumPayments } from './payment-lines.ts';

const payment = (wishes: Partial<Payment>): Payment => ({
  id: 'a',
  amountMinor: 1_000,
  principalMinor: 900,
  interestMinor: 100,
  feeMinor: 0,
  penaltyMinor: 0,
  recoveredMinor: 0,
  overpaymentTreatment: 'next-instalments',
  payer: '',
  externalReference: '',
  splitId: null,
  creditMinor: 0,
  currency: 'USD',
  valueDate: '2026-06-01',
  method: 'cash',
  note: '',
  postedAt: '2026-06-01T10:00:00.000Z',
  postedBy: 'Ann',
  postedById: 'ann',
  team: null,
  agent: null,
  reallocations: 0,
  reversal: null,
  reversalRequestId: null,
  ...wishes,
});

describe('the lines of a loan’s payments', () => {
  it('show a reversal as an opposite line at the time it was made', () => {
    const reversal = {
      id: 'r',
      reason: 'bounced',
      reversedBy: 'Bob',
      reversedAt: '2026-06-03T10:00:00.000Z',
    };
    const lines = linesOf([
      payment({ id: 'b', postedAt: '2026-06-02T10:00:00.000Z' }),
      payment({ reversal }),
    ]);
    expect(lines.map(({ id, kind, amountMinor }) => [id, kind, amountMinor])).toEqual([
      ['r', 'reversal', -1_000],
      ['b', 'payment', 1_000],
      ['a', 'payment', 1_000],
    ]);
    expect(lines[0]).toMatchObject({ by: 'Bob', note: 'bounced', interestMinor: -100 });
  });

  it('show write-offs and their undo by the time they were made', () => {
    const loss = {
      id: 'w',
      event: 'write-off-loan',
      valueDate: '2026-06-15',
      principalMinor: 700,
      reason: null,
      madeBy: 'Bea',
      madeAt: '2026-06-15T10:00:00.000Z',
    } as const;
    const lines = linesOf(
      [payment({}), payment({ id: 'b', postedAt: '2026-06-16T10:00:00.000Z' })],
      {
        currency: 'USD',
        writeOffs: [loss],
      },
    );
    expect(lines.map(({ id, kind, principalMinor }) => [id, kind, principalMinor])).toEqual([
      ['b', 'payment', 900],
      ['w', 'write-off-loan', 700],
      ['a', 'payment', 900],
    ]);
  });

  it('wait for older payments if these are not loaded yet', () => {
    const reversal = {
      id: 'r',
      reason: 'bounced',
      reversedBy: 'Bob',
      reversedAt: '2026-06-20T10:00:00.000Z',
    };
    const read = [
      payment({ id: 'old', reversal }),
      payment({ id: 'b', postedAt: '2026-06-16T10:00:00.000Z' }),
    ];
    const ids = (goesOn: boolean) => linesOf(read, null, { goesOn }).map(({ id }) => id);
    expect(ids(true)).toEqual(['r', 'b']);
    expect(ids(false)).toEqual(['r', 'b', 'old']);
  });
});

const reversal = {
  id: 'r',
  reason: 'bounced',
  reversedBy: 'Bob',
  reversedAt: '2026-06-03T10:00:00.000Z',
};

describe('the total of payments', () => {
  it('does not count a reversed payment', () => {
    const paid = [payment({}), payment({ id: 'b', reversal }), payment({ id: 'c' })];
    expect(sumPayments(paid)).toMatchObject({ amountMinor: 2_000, principalMinor: 1_800 });
  });

  it('is left out for one payment, and if credit of an earlier payment paid', () => {
    expect(sumPayments([payment({}), payment({ id: 'b', reversal })])).toBeNull();
    expect(sumPayments([payment({}), payment({ id: 'b', method: 'credit' })])).toBeNull();
  });
});

describe('the holder of a line', () => {
  const holderOf = (wishes: Partial<Payment>) =>
    linesOf([payment({ team: 'Delta', agent: 'Ann', ...wishes })]).map(otherHolderOf);

  it('is named only if it is not the person who posted', () => {
    expect(holderOf({})).toEqual([null]);
    expect(holderOf({ postedBy: 'Bob' })).toEqual(['Delta · Ann']);
    expect(holderOf({ agent: null })).toEqual(['Delta']);
    expect(holderOf({ reversal })).toEqual(['Delta · Ann', null]);
    expect(holderOf({ team: null, agent: null })).toEqual([null]);
  });
});

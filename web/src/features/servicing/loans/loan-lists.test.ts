import { describe, expect, it } from 'vitest';
import { firstQueryOf, loanFilterOf, loanLists } from './loan-lists.ts';

describe('the request for a loan list', () => {
  it('opens unassigned lists on active loans, the oldest due date first', () => {
    expect(firstQueryOf(loanLists.userUnassigned)).toEqual({
      view: 'unassigned',
      status: 'active',
      sort: 'due',
      direction: 'asc',
    });
  });

  it('contains only the view while no filter is set', () => {
    expect(loanFilterOf('unassigned', {})).toEqual({ view: 'unassigned' });
  });

  it('contains the filters on the work of loans', () => {
    const values = {
      lastOutcome: ['refused', 'paid'],
      lastContact: { from: '2026-11-01' },
      promise: ['broken'],
      snoozed: 'none',
      phone: 'other',
      language: ['ae'],
    };
    expect(loanFilterOf('all', values)).toEqual({
      view: 'all',
      lastOutcome: 'refused,paid',
      lastContactFrom: '2026-11-01',
      promise: 'broken',
      snoozed: 'none',
      language: 'ae',
    });
  });

  it("contains every filter in the contract's names", () => {
    const filter = loanFilterOf('all', {
      q: 'L-000123',
      status: ['active', 'closed'],
      bucket: ['31-60', '180+'],
      work: 'neglected',
      team: '0193a1c0-0000-7000-8000-000000000001',
      agent: '0193a1c0-0000-7000-8000-000000000002',
      importId: '0193a1c0-0000-7000-8000-000000000003',
      batch: '0193a1c0-0000-7000-8000-000000000005',
      outstanding: { fromMinor: 100_000, toMinor: 5_000_000 },
      dueAmount: { fromMinor: 20_000 },
      arrearsAmount: { fromMinor: 1, toMinor: 90_000 },
      due: { from: '2026-11-01', to: '2026-11-30' },
      rate: { fromPercent: '9.5', toPercent: '14.07' },
      products: ['0193a1c0-0000-7000-8000-000000000004'],
    });
    expect(filter).toEqual({
      view: 'all',
      q: 'L-000123',
      status: 'active,closed',
      bucket: '31-60,180+',
      work: 'neglected',
      teamId: '0193a1c0-0000-7000-8000-000000000001',
      agentId: '0193a1c0-0000-7000-8000-000000000002',
      importId: '0193a1c0-0000-7000-8000-000000000003',
      batchId: '0193a1c0-0000-7000-8000-000000000005',
      outstandingFromMinor: 100_000,
      outstandingToMinor: 5_000_000,
      dueAmountFromMinor: 20_000,
      arrearsFromMinor: 1,
      arrearsToMinor: 90_000,
      dueFrom: '2026-11-01',
      dueTo: '2026-11-30',
      rateFromPercent: '9.5',
      rateToPercent: '14.07',
      productIds: '0193a1c0-0000-7000-8000-000000000004',
    });
  });

  it('omits the open end of a range, and includes a range from zero', () => {
    expect(
      loanFilterOf('all', { outstanding: { fromMinor: 0 }, due: { to: '2026-11-30' } }),
    ).toEqual({ view: 'all', outstandingFromMinor: 0, dueTo: '2026-11-30' });
  });
});

import { describe, expect, it } from 'vitest';
import {
  allMatchingSelected,
  nothingSelected,
  selectRows,
} from '../../../ui/table/row-selection.ts';
import { chosenOutstanding, loanSelectionOf, selectionStillThere } from './loan-selection.ts';

const filter = { view: 'unassigned', bucket: '31-60' } as const;

describe('the loans of a bulk action', () => {
  it('are the selected rows, as long as they are in the view', () => {
    expect(loanSelectionOf(selectRows(nothingSelected, ['a', 'b'], true), filter)).toEqual({
      loanIds: ['a', 'b'],
      filter: { view: 'unassigned' },
    });
  });

  it('are all that match the filter', () => {
    expect(loanSelectionOf(allMatchingSelected, filter)).toEqual({ filter });
  });

  it('are all that match without the deselected rows', () => {
    expect(loanSelectionOf(selectRows(allMatchingSelected, ['c'], false), filter)).toEqual({
      filter,
      exceptLoanIds: ['c'],
    });
  });
});

describe('the outstanding total of the selected loans', () => {
  const rows = [
    { id: 'a', currency: 'USD', outstandingMinor: 1000 },
    { id: 'b', currency: 'USD', outstandingMinor: 250 },
  ];
  const usd = { currency: 'USD', principalMinor: 9000, outstandingMinor: 5000 };
  const sums = { count: 40, amounts: [usd] };
  const some = selectRows(nothingSelected, ['a', 'b'], true);

  it('is the sum of the selected rows', () => {
    expect(chosenOutstanding(some, rows, sums)).toEqual({ amountMinor: 1250, currency: 'USD' });
  });

  it('is the sum of all that match without the deselected rows', () => {
    const most = selectRows(allMatchingSelected, ['b'], false);
    expect(chosenOutstanding(most, rows, sums)).toEqual({ amountMinor: 4750, currency: 'USD' });
  });

  it('is unknown if rows are not loaded or have several currencies', () => {
    expect(chosenOutstanding(selectRows(some, ['z'], true), rows, sums)).toBeNull();
    const two = { count: 40, amounts: [usd, { ...usd, currency: 'EUR' }] };
    expect(chosenOutstanding(some, rows, two)).toBeNull();
  });
});

describe('selected rows that another user has moved', () => {
  const picked = selectRows(nothingSelected, ['a', 'b'], true);

  it('leave the selection', () => {
    expect(selectionStillThere(picked, [{ id: 'b' }, { id: 'c' }])).toEqual(
      selectRows(nothingSelected, ['b'], true),
    );
  });

  it('change nothing in a selection that lost no row or that has no ids', () => {
    expect(selectionStillThere(picked, [{ id: 'a' }, { id: 'b' }])).toBe(picked);
    expect(selectionStillThere(allMatchingSelected, [])).toBe(allMatchingSelected);
  });
});

import { describe, expect, it } from 'vitest';
import {
  allMatchingSelected,
  nothingSelected,
  selectRows,
} from '../../../ui/table/row-selection.ts';
import { chosenOutstanding, loanSelectionOf, selectionStillThere } from './loan-selection.ts';

const filter = { view: 'unassigned', bucket: '31-60' } as const;

describe('the loans that a bulk action means', () => {
  it('are the rows picked, as long as they are still in the view', () => {
    expect(loanSelectionOf(selectRows(nothingSelected, ['a', 'b'], true), filter)).toEqual({
      loanIds: ['a', 'b'],
      filter: { view: 'unassigned' },
    });
  });

  it('are all that match the filter', () => {
    expect(loanSelectionOf(allMatchingSelected, filter)).toEqual({ filter });
  });

  it('are all that match but the rows taken out', () => {
    expect(loanSelectionOf(selectRows(allMatchingSelected, ['c'], false), filter)).toEqual({
      filter,
      exceptLoanIds: ['c'],
    });
  });
});

describe('what the loans picked owe together', () => {
  const rows = [
    { id: 'a', currency: 'USD', outstandingMinor: 1000 },
    { id: 'b', currency: 'USD', outstandingMinor: 250 },
  ];
  const usd = { currency: 'USD', principalMinor: 9000, outstandingMinor: 5000 };
  const sums = { count: 40, amounts: [usd] };
  const some = selectRows(nothingSelected, ['a', 'b'], true);

  it('is the sum of the rows picked', () => {
    expect(chosenOutstanding(some, rows, sums)).toEqual({ amountMinor: 1250, currency: 'USD' });
  });

  it('is the sum of all that match, less the rows taken out', () => {
    const most = selectRows(allMatchingSelected, ['b'], false);
    expect(chosenOutstanding(most, rows, sums)).toEqual({ amountMinor: 4750, currency: 'USD' });
  });

  it('is not told for rows that are not loaded, or of several currencies', () => {
    expect(chosenOutstanding(selectRows(some, ['z'], true), rows, sums)).toBeNull();
    const two = { count: 40, amounts: [usd, { ...usd, currency: 'EUR' }] };
    expect(chosenOutstanding(some, rows, two)).toBeNull();
  });
});

describe('rows picked that someone else has moved', () => {
  const picked = selectRows(nothingSelected, ['a', 'b'], true);

  it('fall out of the selection', () => {
    expect(selectionStillThere(picked, [{ id: 'b' }, { id: 'c' }])).toEqual(
      selectRows(nothingSelected, ['b'], true),
    );
  });

  it('leave a selection alone that has lost none, or that names no rows', () => {
    expect(selectionStillThere(picked, [{ id: 'a' }, { id: 'b' }])).toBe(picked);
    expect(selectionStillThere(allMatchingSelected, [])).toBe(allMatchingSelected);
  });
});

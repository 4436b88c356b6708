import { describe, expect, it } from 'vitest';
import {
  allMatchingSelected,
  isRowSelected,
  nothingSelected,
  selectedCount,
  selectRows,
} from './row-selection.ts';

describe('selecting rows', () => {
  it('counts the selected ids', () => {
    const two = selectRows(nothingSelected, ['a', 'b'], true);
    expect(selectedCount(two, 4213)).toBe(2);
    expect(selectedCount(selectRows(two, ['a'], false), 4213)).toBe(1);
  });

  it('counts all matching rows without the exceptions', () => {
    const most = selectRows(allMatchingSelected, ['b'], false);
    expect(selectedCount(most, 4213)).toBe(4212);
    expect(isRowSelected(most, 'b')).toBe(false);
    expect(isRowSelected(most, 'never-loaded')).toBe(true);
    expect(selectedCount(selectRows(most, ['b'], true), 4213)).toBe(4213);
  });

  it('does not change the given selection', () => {
    selectRows(nothingSelected, ['a'], true);
    expect(selectedCount(nothingSelected, 10)).toBe(0);
  });
});

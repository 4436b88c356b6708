import { describe, expect, it } from 'vitest';
import { placeOf } from './use-queue-place.ts';

const queue = [{ loanId: 'a' }, { loanId: 'b' }, { loanId: 'c' }];

describe('a place in the queue', () => {
  it('follows its loan, wherever the others go', () => {
    expect(placeOf(queue, { loanId: 'c', index: 0 })).toBe(2);
  });

  it('passes to the next loan once its own has been seen to', () => {
    expect(placeOf(queue, { loanId: 'gone', index: 1 })).toBe(1);
  });

  it('stays within the queue, also where that is empty', () => {
    expect(placeOf(queue, { loanId: 'gone', index: 9 })).toBe(2);
    expect(placeOf([], { loanId: 'gone', index: 9 })).toBe(0);
  });
});

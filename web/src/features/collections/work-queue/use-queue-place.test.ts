import { describe, expect, it } from 'vitest';
import { placeOf } from './use-queue-place.ts';

const waiting = (loanId: string) => ({ loanId, triedAt: null });
const queue = [waiting('a'), waiting('b'), waiting('c')];

describe('a place in the queue', () => {
  it('follows its loan, wherever the others go', () => {
    expect(placeOf(queue, { ...waiting('c'), index: 0 })).toBe(2);
  });

  it('passes to the next loan once its own has been seen to', () => {
    expect(placeOf(queue, { ...waiting('gone'), index: 1 })).toBe(1);
  });

  it('passes to the next loan once its own was tried in vain and stands behind the others', () => {
    const tried = { loanId: 'a', triedAt: '2026-06-15T10:00:00.000Z' };
    const after = [waiting('b'), waiting('c'), tried];
    expect(placeOf(after, { ...waiting('a'), index: 0 })).toBe(0);
    expect(placeOf(after, { ...tried, index: 0 })).toBe(2);
  });

  it('stays within the queue, also where that is empty', () => {
    expect(placeOf(queue, { ...waiting('gone'), index: 9 })).toBe(2);
    expect(placeOf([], { ...waiting('gone'), index: 9 })).toBe(0);
  });
});

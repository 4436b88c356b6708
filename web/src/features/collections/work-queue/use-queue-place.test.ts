import { describe, expect, it } from 'vitest';
import { placeOf } from './use-queue-place.ts';

const waiting = (borrowerId: string) => ({ borrowerId, triedAt: null, tryAgainAt: null });
const queue = [waiting('a'), waiting('b'), waiting('c')];

describe('the position in the queue', () => {
  it('follows its loan when the others move', () => {
    expect(placeOf(queue, { ...waiting('c'), index: 0 })).toBe(2);
  });

  it('moves to the next loan once its own is worked', () => {
    expect(placeOf(queue, { ...waiting('gone'), index: 1 })).toBe(1);
  });

  it('moves to the next loan once its own was tried without success and is last', () => {
    const tried = { borrowerId: 'a', triedAt: '2026-06-15T10:00:00.000Z', tryAgainAt: null };
    const after = [waiting('b'), waiting('c'), tried];
    expect(placeOf(after, { ...waiting('a'), index: 0 })).toBe(0);
    expect(placeOf(after, { ...tried, index: 0 })).toBe(2);
  });

  it('moves to an agreed call once its own loan is worked, and not before', () => {
    const due = { ...waiting('due'), tryAgainAt: '2026-06-15T10:00:00.000Z' };
    const after = [due, ...queue];
    expect(placeOf(after, { ...waiting('b'), index: 1 })).toBe(2);
    expect(placeOf(after, { ...waiting('gone'), index: 1 })).toBe(0);
  });

  it('stays within the queue, even if that is empty', () => {
    expect(placeOf(queue, { ...waiting('gone'), index: 9 })).toBe(2);
    expect(placeOf([], { ...waiting('gone'), index: 9 })).toBe(0);
  });
});

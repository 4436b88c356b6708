import { describe, expect, it } from 'vitest';
import { findShareAndTargetProblems } from './share-and-target.ts';

const says = { share: 'a share', target: 'a target' };
const readable = { has: () => false };

describe('a commission and a target', () => {
  it.each([
    [{ commissionRatePercent: null, monthlyTargetMinor: null }, [undefined, undefined]],
    [{ commissionRatePercent: '100', monthlyTargetMinor: 0 }, [undefined, undefined]],
    [{ commissionRatePercent: '100.01', monthlyTargetMinor: -1 }, ['a share', 'a target']],
  ])('are checked one by one: %o', (draft, problems) => {
    const found = findShareAndTargetProblems(draft, { unreadable: readable, says });
    expect([found['commissionRatePercent'], found['monthlyTargetMinor']]).toEqual(problems);
  });

  it('are wrong where what is typed cannot be read, though nothing of it is kept', () => {
    const empty = { commissionRatePercent: null, monthlyTargetMinor: null };
    const unreadable = { has: (field: string) => field === 'monthlyTargetMinor' };
    expect(findShareAndTargetProblems(empty, { unreadable, says })).toEqual({
      commissionRatePercent: undefined,
      monthlyTargetMinor: 'a target',
    });
  });
});

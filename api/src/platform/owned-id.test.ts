import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { uuid } from '@bursar/contracts/values';
import { ownedId } from './owned-id.ts';

describe('the stored id of a record', () => {
  const [mine, theirs] = [uuidv7(), uuidv7()];

  it('is the same for one account and one id in any notation', () => {
    const id = uuidv7();
    expect(ownedId(mine, id)).toBe(ownedId(mine, id.toUpperCase()));
    expect(uuid.safeParse(ownedId(mine, id)).success).toBe(true);
  });

  it('differs for a different account, a different id, and an id that is a stored one itself', () => {
    const id = uuidv7();
    const stored = ownedId(mine, id);
    const all = [id, stored, ownedId(theirs, id), ownedId(mine, uuidv7()), ownedId(mine, stored)];
    expect(new Set(all).size).toBe(all.length);
  });

  it('sorts by the time that the browser wrote into it', () => {
    const ids = ['0190163d-8694-739b-aea5-966c26f8ad91', '0190163d-8695-7000-8000-000000000000'];
    const stored = ids.map((id) => ownedId(mine, id));
    expect(stored.toSorted()).toEqual(stored);
  });
});

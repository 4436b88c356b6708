import { describe, expect, it } from 'vitest';
import { chooseTarget, noTarget, setSpread, targetOf } from './move-target.ts';

const agent = (id: string) => ({ kind: 'agent', id }) as const;

describe('whom a move is for', () => {
  it('is one at a time until it is spread', () => {
    const first = chooseTarget(noTarget, agent('a'));
    expect(targetOf(first)).toEqual({ kind: 'agent', id: 'a' });
    expect(targetOf(chooseTarget(first, agent('b')))).toEqual({ kind: 'agent', id: 'b' });
  });

  it('is spread over two and more, in the order they were chosen', () => {
    const one = chooseTarget(setSpread(noTarget, true), agent('a'));
    expect(targetOf(one)).toBeNull();
    const two = chooseTarget(one, agent('b'));
    expect(targetOf(two)).toEqual({ kind: 'agent', spread: { ids: ['a', 'b'], by: 'count' } });
    expect(targetOf(chooseTarget(two, agent('b')))).toBeNull();
  });

  it('begins anew where the other kind is chosen, since a spread mixes no kinds', () => {
    const agents = chooseTarget(chooseTarget(setSpread(noTarget, true), agent('a')), agent('b'));
    expect(chooseTarget(agents, { kind: 'team', id: 't' })).toMatchObject({
      kind: 'team',
      ids: ['t'],
    });
  });

  it('keeps the first of several when one is wanted again', () => {
    const agents = chooseTarget(chooseTarget(setSpread(noTarget, true), agent('a')), agent('b'));
    expect(targetOf(setSpread(agents, false))).toEqual({ kind: 'agent', id: 'a' });
  });
});

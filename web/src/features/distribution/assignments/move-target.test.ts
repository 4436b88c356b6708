import { describe, expect, it } from 'vitest';
import type { AssignmentTargets } from './assignments.queries.ts';
import { chooseTarget, noTarget, setSpread, targetOf, listTargets } from './move-target.ts';

const agent = (id: string) => ({ kind: 'agent', id }) as const;

describe('the target of a move', () => {
  it('is a single one until the move is spread', () => {
    const first = chooseTarget(noTarget, agent('a'));
    expect(targetOf(first)).toEqual({ kind: 'agent', id: 'a' });
    expect(targetOf(chooseTarget(first, agent('b')))).toEqual({ kind: 'agent', id: 'b' });
  });

  it('is spread over two or more, in the order of choosing', () => {
    const one = chooseTarget(setSpread(noTarget, true), agent('a'));
    expect(targetOf(one)).toBeNull();
    const two = chooseTarget(one, agent('b'));
    expect(targetOf(two)).toEqual({ kind: 'agent', spread: { ids: ['a', 'b'], by: 'count' } });
    expect(targetOf(chooseTarget(two, agent('b')))).toBeNull();
  });

  it('is replaced by a target of the other kind, because a spread has one kind', () => {
    const agents = chooseTarget(chooseTarget(setSpread(noTarget, true), agent('a')), agent('b'));
    expect(chooseTarget(agents, { kind: 'team', id: 't' })).toMatchObject({
      kind: 'team',
      ids: ['t'],
    });
  });

  it('keeps the first of several when the spread is switched off', () => {
    const agents = chooseTarget(chooseTarget(setSpread(noTarget, true), agent('a')), agent('b'));
    expect(targetOf(setSpread(agents, false))).toEqual({ kind: 'agent', id: 'a' });
  });
});

const held = { loans: 3, outstandingMinor: 120_000 };

const targets: AssignmentTargets = {
  currency: 'USD',
  teams: [
    { id: 'delta', name: 'Delta team', ...held },
    { id: 'north', name: 'North desk', ...held },
  ],
  agents: [
    { id: 'amira', name: 'Amira Nasser', teamId: 'delta', ...held },
    { id: 'ben', name: 'Ben Okafor', teamId: null, ...held },
    { id: 'chloe', name: 'Chloe North', teamId: 'delta', ...held },
  ],
  asOf: '2026-11-21T09:00:00Z',
};

const names = (sought: string) => listTargets(targets, sought).map((row) => row.name);

describe('the list of targets', () => {
  it('groups agents under their team, those without a team last', () => {
    expect(names('')).toEqual([
      'Delta team',
      'Amira Nasser',
      'Chloe North',
      'North desk',
      'Ben Okafor',
    ]);
  });

  it('finds by a part of the name, and lists agents with a matching team', () => {
    expect(names('north')).toEqual(['Delta team', 'Chloe North', 'North desk']);
    expect(names('DELTA')).toEqual(['Delta team', 'Amira Nasser', 'Chloe North']);
    expect(names('nobody')).toEqual([]);
  });

  it('marks an agent without a team', () => {
    expect(listTargets(targets, 'ben')).toMatchObject([{ kind: 'agent', isHomeless: true }]);
  });

  it("contains a team's own agents if the desk sees no other team", () => {
    const own = { ...targets, teams: [] };
    expect(listTargets(own, 'amira')).toMatchObject([{ isInTeam: false, isHomeless: false }]);
  });
});

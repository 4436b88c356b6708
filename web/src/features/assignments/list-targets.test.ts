import { describe, expect, it } from 'vitest';
import type { AssignmentTargets } from './assignments.queries.ts';
import { listTargets } from './list-targets.ts';

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

describe('the targets that loans can go to', () => {
  it('stand under their team, those in no team last', () => {
    expect(names('')).toEqual([
      'Delta team',
      'Amira Nasser',
      'Chloe North',
      'North desk',
      'Ben Okafor',
    ]);
  });

  it('are found by a part of the name, an agent together with its team', () => {
    expect(names('north')).toEqual(['Delta team', 'Chloe North', 'North desk']);
    expect(names('DELTA')).toEqual(['Delta team', 'Amira Nasser', 'Chloe North']);
    expect(names('nobody')).toEqual([]);
  });

  it('tell an agent that is in no team', () => {
    expect(listTargets(targets, 'ben')).toMatchObject([{ kind: 'agent', isHomeless: true }]);
  });

  it('are a team’s own agents where the desk sees no other team', () => {
    const own = { ...targets, teams: [] };
    expect(listTargets(own, 'amira')).toMatchObject([{ isInTeam: false, isHomeless: false }]);
  });
});

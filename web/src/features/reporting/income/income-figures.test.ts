import { describe, expect, it } from 'vitest';
import { commissionOfAll, lineUpEarners } from './income-figures.ts';
import type { IncomeEarner } from './income.queries.ts';

const amounts = {
  interestMinor: 100,
  feeMinor: 0,
  penaltyMinor: 0,
  payments: 1,
  previousTotalMinor: 0,
  commissionMinor: null,
};
const team = (id: string | null): IncomeEarner => ({
  ...amounts,
  earner: { kind: 'team', id, name: id, teamId: id },
});
const agent = (id: string | null, teamId: string | null): IncomeEarner => ({
  ...amounts,
  earner: { kind: 'agent', id, name: id, teamId },
});

const earners = [
  team('delta'),
  team(null),
  team('echo'),
  agent('amira', 'delta'),
  agent('boris', 'delta'),
  agent(null, 'delta'),
  agent(null, null),
  agent('amira', 'echo'),
];

const read = (top: 'teams' | 'agents') =>
  lineUpEarners(earners, top).map(({ depth, figures: { earner } }) => [depth, earner.id]);

describe('the lines of the earners’ table', () => {
  it('group agents under their team, even if an agent earned in two', () => {
    expect(read('teams')).toEqual([
      [0, 'delta'],
      [1, 'amira'],
      [1, 'boris'],
      [1, null],
      [0, null],
      [0, 'echo'],
      [1, 'amira'],
    ]);
  });

  it('contain only agents for a team', () => {
    expect(read('agents').every(([depth]) => depth === 0)).toBe(true);
    expect(read('agents')).toHaveLength(5);
  });

  it('have unique keys', () => {
    const keys = lineUpEarners(earners, 'teams').map((line) => line.key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('the commission of all lines', () => {
  const linesOf = (...commissions: readonly (number | null)[]) =>
    lineUpEarners(
      commissions.map((commissionMinor, at) => ({
        ...agent(`agent ${at}`, 'delta'),
        commissionMinor,
      })),
      'agents',
    );

  it('is the sum of the lines that have one', () => {
    expect(commissionOfAll(linesOf(1_127_681, null, 935_515))).toBe(2_063_196);
  });

  it('is null if no line has one', () => {
    expect(commissionOfAll(linesOf(null, null))).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { sortTeams, teamFilterOf } from './team-question.ts';
import type { TeamRow } from '@bursar/contracts/distribution/teams';

describe('the query of a list of teams', () => {
  it('contains only the set filters', () => {
    expect(teamFilterOf({})).toEqual({});
    const values = { q: 'del', desks: 'invited', agents: 'none', over30: 'some' };
    expect(teamFilterOf({ ...values, outstanding: { fromMinor: 0, toMinor: 500 } })).toEqual({
      q: 'del',
      deskStatus: 'invited',
      agents: 'none',
      over30: 'some',
      outstandingFromMinor: 0,
      outstandingToMinor: 500,
    });
  });

  it('leaves out values that the server does not know', () => {
    expect(teamFilterOf({ desks: 'gone', agents: 'many', outstanding: 'much' })).toEqual({});
  });
});

const team = (name: string, activeLoans: number): TeamRow => ({
  id: name,
  name,
  portfolio: { id: 'p', name: 'Portfolio' },
  commissionRatePercent: null,
  monthlyTargetMinor: null,
  currency: 'USD',
  desks: [],
  agents: 0,
  loans: activeLoans,
  activeLoans,
  outstandingMinor: 0,
  over30Loans: 0,
  withoutAgent: { activeLoans, outstandingMinor: 0, over30Loans: 0 },
  createdAt: '2026-01-01T00:00:00Z',
  version: 1,
});

const teams = [team('Delta', 3), team('aspen', 9), team('Birch', 3)];
const names = (rows: readonly TeamRow[]) => rows.map(({ name }) => name);

describe('the order of teams', () => {
  it('is by name by default, ignoring case', () => {
    expect(names(sortTeams(teams, null))).toEqual(['aspen', 'Birch', 'Delta']);
    expect(names(sortTeams(teams, { column: 'colour', direction: 'asc' }))).toEqual([
      'aspen',
      'Birch',
      'Delta',
    ]);
  });

  it('is by a figure in either direction, and by name for equal figures', () => {
    expect(names(sortTeams(teams, { column: 'loans', direction: 'desc' }))).toEqual([
      'aspen',
      'Birch',
      'Delta',
    ]);
    expect(names(sortTeams(teams, { column: 'loans', direction: 'asc' }))).toEqual([
      'Birch',
      'Delta',
      'aspen',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { teamFilterOf } from './team-filter.ts';

describe('the question of a list of teams', () => {
  it('asks for what the filters say and for nothing that they do not', () => {
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

  it('leaves out what the server does not know', () => {
    expect(teamFilterOf({ desks: 'gone', agents: 'many', outstanding: 'much' })).toEqual({});
  });
});

import { describe, expect, it } from 'vitest';
import { staffFilterOf, staffSortOf } from './staff-list-question.ts';

describe('the query of a list of people', () => {
  it('contains only the set filters', () => {
    expect(staffFilterOf(undefined, {})).toEqual({});
    expect(
      staffFilterOf(undefined, { q: 'noor', role: 'team', status: 'invited', team: 't1' }),
    ).toEqual({ q: 'noor', role: 'team', status: 'invited', teamId: 't1' });
  });

  it('uses the role of its list, whatever the address contains', () => {
    expect(staffFilterOf('agent', { role: 'admin', status: 'gone' })).toEqual({ role: 'agent' });
  });

  it('has the requested sort order, by name by default', () => {
    expect(staffSortOf({ column: 'over30', direction: 'desc' })).toEqual({
      sort: 'over30',
      direction: 'desc',
    });
    expect(staffSortOf({ column: 'password', direction: 'desc' })).toEqual({
      sort: 'name',
      direction: 'asc',
    });
  });
});

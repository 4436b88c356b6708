import { describe, expect, it } from 'vitest';
import {
  defaultTableState,
  ownSearch,
  sortTable,
  tableStateFromSearch,
  tableStateToSearch,
  withOwnSearch,
} from './table-state.ts';
import type { TableState } from './table-state.ts';

const worked: TableState = {
  sort: { column: 'dueDate', direction: 'desc' },
  thenBy: [{ column: 'borrower', direction: 'asc' }],
  columns: ['reference', 'borrower', 'dueDate'],
  ifRoom: ['borrower'],
  widths: { borrower: 240 },
  pinned: ['reference'],
  density: 'compact',
  cursor: 'after:0193',
};

describe('the address of a table', () => {
  it('restores the state that it was written from', () => {
    expect(tableStateFromSearch(tableStateToSearch(worked, new URLSearchParams()))).toEqual(worked);
  });

  it('is empty for an unchanged table', () => {
    expect(tableStateToSearch(defaultTableState, new URLSearchParams()).toString()).toBe('');
  });

  it('leaves other parameters unchanged', () => {
    const search = tableStateToSearch(worked, new URLSearchParams('status=active&sort=amount'));
    expect(search.get('status')).toBe('active');
    expect(search.get('sort')).toBe('-dueDate,borrower');
  });

  it('records that the user removed the default sort', () => {
    const defaults = { ...defaultTableState, sort: { column: 'due', direction: 'asc' } as const };
    const search = tableStateToSearch({ ...defaults, sort: null }, new URLSearchParams(), defaults);
    expect(search.get('sort')).toBe('');
    expect(tableStateFromSearch(search, defaults).sort).toBeNull();
  });

  it('drops the second sort column when another column is chosen alone', () => {
    const sorted = sortTable(worked, { column: 'amount', direction: 'asc' });
    expect(sorted).toMatchObject({ thenBy: [], cursor: null });
  });

  it('separates two lists of a page by their names', () => {
    const whole = new URLSearchParams('open=1&left.sort=name&right.sort=-name');
    expect(ownSearch(whole, 'left').toString()).toBe('sort=name');
    const next = withOwnSearch(whole, new URLSearchParams('sort=-income'), 'left');
    expect(Object.fromEntries(next)).toEqual({
      open: '1',
      'left.sort': '-income',
      'right.sort': '-name',
    });
  });

  it('survives an invalid address', () => {
    const state = tableStateFromSearch(
      new URLSearchParams('sort=-&cols=,,a,a&widths=a:wide,b:9,c:90&rows=tiny&pin='),
    );
    expect(state).toEqual({ ...defaultTableState, columns: ['a'], widths: { c: 90 } });
  });
});

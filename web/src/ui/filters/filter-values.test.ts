import { describe, expect, it } from 'vitest';
import { areUnusual, filtersFromSearch, filtersToSearch, setFilter } from './filter-values.ts';
import type { Filter, FilterValues } from './filter-values.ts';

const filters: readonly Filter[] = [
  { id: 'q', kind: 'search', label: 'Search' },
  { id: 'team', kind: 'choice', label: 'Team', options: [{ value: 'delta', label: 'Delta' }] },
  {
    id: 'bucket',
    kind: 'choices',
    label: 'Bucket',
    options: [
      { value: '1-30', label: '1–30' },
      { value: '31-60', label: '31–60' },
    ],
  },
  { id: 'outstanding', kind: 'amounts', label: 'Outstanding', currency: 'USD' },
  { id: 'due', kind: 'days', label: 'Due' },
];

const values: FilterValues = {
  q: 'a, b & c',
  team: 'delta',
  bucket: ['1-30', '31-60'],
  outstanding: { fromMinor: 0 },
  due: { from: '2026-11-01', to: '2026-11-30' },
};

describe('filters in the address', () => {
  it('are read back as they were set', () => {
    const search = filtersToSearch(filters, values, new URLSearchParams());
    expect(filtersFromSearch(filters, new URLSearchParams(search.toString()))).toEqual(values);
  });

  it('go back to the first page and keep the parameters of others', () => {
    const search = filtersToSearch(filters, {}, new URLSearchParams('page=x&sort=due&q=old'));
    expect(search.toString()).toBe('sort=due');
  });

  it('have their usual value until they are cleared', () => {
    const usual: readonly Filter[] = [
      {
        id: 'status',
        kind: 'choices',
        label: 'Status',
        options: [{ value: 'active', label: 'Active' }],
        usual: ['active'],
      },
    ];
    const opened = new URLSearchParams();
    const set = filtersFromSearch(usual, opened);
    expect(set).toEqual({ status: ['active'] });
    expect(filtersToSearch(usual, set, opened).toString()).toBe('');
    const cleared = filtersToSearch(usual, {}, opened);
    expect(cleared.toString()).toBe('status=');
    expect(filtersFromSearch(usual, cleared)).toEqual({});
    expect([areUnusual(usual, set), areUnusual(usual, {})]).toEqual([false, true]);
  });

  it('ignore values that no filter could have written', () => {
    const search = new URLSearchParams('team=gone&bucket=9&outstanding=lots&due=soon..&q=');
    expect(filtersFromSearch(filters, search)).toEqual({});
  });
});

describe('setting a filter', () => {
  it('removes an empty one', () => {
    expect(setFilter(values, 'bucket', [])).not.toHaveProperty('bucket');
    expect(setFilter(values, 'outstanding', {})).not.toHaveProperty('outstanding');
    expect(setFilter(values, 'q', '')).not.toHaveProperty('q');
  });

  it('leaves the others unchanged', () => {
    expect(setFilter(values, 'q', 'new')).toEqual({ ...values, q: 'new' });
  });
});

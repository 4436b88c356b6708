import { describe, expect, it } from 'vitest';
import { rankItems } from './rank-items.ts';

const items = [
  { label: 'Unassigned loans', keywords: 'tape' },
  { label: 'Assigned loans' },
  { label: 'Reassign' },
  { label: 'Lucía Fernández' },
];
const found = (typed: string) => rankItems(items, typed).map((item) => item.label);

describe('ranking in the palette', () => {
  it('shows all items while nothing is typed', () => {
    expect(found(' ')).toHaveLength(4);
  });

  it('puts names that start with the typed text first', () => {
    expect(found('assign')).toEqual(['Assigned loans', 'Unassigned loans', 'Reassign']);
  });

  it('finds several words in any order, by keyword and without accents', () => {
    expect(found('loans un')).toEqual(['Unassigned loans']);
    expect(found('tape')).toEqual(['Unassigned loans']);
    expect(found('lucia')).toEqual(['Lucía Fernández']);
    expect(found('nobody')).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import {
  columnsFor,
  moveColumn,
  orderColumns,
  placeColumns,
  shownColumns,
  toggleColumn,
} from './columns.ts';
import type { Column } from './columns.ts';

const columns: readonly Column<string>[] = [
  { id: 'reference', header: 'Reference', cell: (row) => row, main: true, width: 100, grow: 0 },
  { id: 'borrower', header: 'Borrower', cell: (row) => row, width: 200 },
  { id: 'amount', header: 'Amount', cell: (row) => row, width: 100, grow: 3 },
  { id: 'grade', header: 'Grade', cell: (row) => row, hidden: true },
];

const ids = (shown: readonly Column<string>[]) => shown.map((column) => column.id);

describe('choosing columns', () => {
  it("shows the page's choice until the reader has one", () => {
    expect(ids(shownColumns(columns, null))).toEqual(['reference', 'borrower', 'amount']);
    expect(ids(shownColumns(columns, ['grade', 'reference']))).toEqual(['grade', 'reference']);
  });

  it('leaves the spare ones to be chosen where the screen is not wide', () => {
    const spare = columns.map((column) => ({ ...column, spare: column.id === 'amount' }));
    expect(ids(shownColumns(columnsFor(spare, true), null))).toContain('amount');
    const narrow = columnsFor(spare, false);
    expect(ids(shownColumns(narrow, null))).toEqual(['reference', 'borrower']);
    expect(ids(shownColumns(narrow, ['amount', 'reference']))).toEqual(['amount', 'reference']);
  });

  it('never loses the column that names the row', () => {
    expect(ids(shownColumns(columns, ['amount']))).toEqual(['reference', 'amount']);
  });

  it('leaves out columns that no longer exist', () => {
    expect(ids(shownColumns(columns, ['reference', 'gone']))).toEqual(['reference']);
  });

  it('toggles and moves', () => {
    expect(toggleColumn(['a', 'b'], 'b')).toEqual(['a']);
    expect(toggleColumn(['a'], 'b')).toEqual(['a', 'b']);
    expect(moveColumn(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
    expect(moveColumn(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a']);
    expect(moveColumn(['a', 'b'], 'a', -1)).toEqual(['a', 'b']);
  });
});

describe('placing columns', () => {
  const shown = orderColumns(shownColumns(columns, null), []);

  it('shares out the room that is left by how much each column grows', () => {
    const placed = placeColumns(shown, { widths: {}, room: 800, offset: 0 });
    expect(placed.map((column) => column.pixels)).toEqual([100, 300, 400]);
  });

  it('keeps widths when there is too little room, and a width set by hand always', () => {
    const tight = placeColumns(shown, { widths: {}, room: 200, offset: 0 });
    expect(tight.map((column) => column.pixels)).toEqual([100, 200, 100]);
    const set = placeColumns(shown, { widths: { amount: 90 }, room: 590, offset: 0 });
    expect(set.map((column) => column.pixels)).toEqual([100, 400, 90]);
  });

  it('puts pinned columns first, one behind the other', () => {
    const ordered = orderColumns(shown, ['amount', 'reference']);
    const placed = placeColumns(ordered, { widths: {}, room: 0, offset: 40 });
    expect(ids(placed)).toEqual(['reference', 'amount', 'borrower']);
    expect(placed.map((column) => column.pinnedAt)).toEqual([40, 140, null]);
  });
});

import { describe, expect, it } from 'vitest';
import {
  columnsBeyond,
  exportedColumns,
  hideColumns,
  moveColumn,
  shownColumns,
  spreadWidths,
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
  it("shows the page's default columns until the user has chosen", () => {
    expect(ids(shownColumns(columns, null))).toEqual(['reference', 'borrower', 'amount']);
    expect(ids(shownColumns(columns, ['grade', 'reference']))).toEqual(['grade', 'reference']);
  });

  it('hides spare columns by default, the highest number first, until the others fit', () => {
    const order: Readonly<Record<string, number>> = { borrower: 2, amount: 1 };
    const spare = columns.map((column) => {
      const number = order[column.id];
      return number === undefined ? column : { ...column, spare: number };
    });
    const beyond = (room: number, ...kept: string[]) =>
      columnsBeyond(spare, { room, widths: {}, kept });
    expect(beyond(400)).toEqual([]);
    expect(beyond(399)).toEqual(['borrower']);
    expect(beyond(200)).toEqual(['borrower']);
    expect(beyond(199)).toEqual(['borrower', 'amount']);
    expect(beyond(199, 'borrower')).toEqual(['amount']);
    const widths = { borrower: 100 };
    expect(columnsBeyond(spare, { room: 300, widths, kept: [] })).toEqual([]);
    expect(columnsBeyond(columns, { room: 0, widths: {}, kept: [] })).toEqual([]);
  });

  it('shows columns that lack room if the user chose them, and exports them anyway', () => {
    const narrow = hideColumns(columns, ['borrower']);
    expect(ids(shownColumns(narrow, null))).toEqual(['reference', 'amount']);
    expect(ids(shownColumns(narrow, ['borrower', 'reference']))).toEqual(['borrower', 'reference']);
    expect(exportedColumns(narrow, null)).toEqual(['reference', 'borrower', 'amount']);
    expect(exportedColumns(narrow, ['grade'])).toEqual(['reference', 'grade']);
  });

  it('never loses the column that names the row', () => {
    expect(ids(shownColumns(columns, ['amount']))).toEqual(['reference', 'amount']);
  });

  it('leaves out columns that no longer exist', () => {
    expect(ids(shownColumns(columns, ['reference', 'gone']))).toEqual(['reference']);
  });

  it('moves a column, at most to the end', () => {
    expect(moveColumn(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
    expect(moveColumn(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a']);
    expect(moveColumn(['a', 'b'], 'a', -1)).toEqual(['a', 'b']);
  });
});

describe('distributing widths', () => {
  const shown = shownColumns(columns, null);
  const spread = (widths: Record<string, number>, room: number) =>
    Object.values(spreadWidths(shown, { widths, room }));

  it('shares the remaining width by how much each column grows', () => {
    expect(spread({}, 560)).toEqual([100, 240, 220]);
  });

  it('widens no text beyond 320 px while others have room, and spreads the rest', () => {
    expect(spread({}, 1000)).toEqual([186, 406, 406]);
    expect(spread({ reference: 100 }, 1000)).toEqual([100, 450, 450]);
  });

  it('does not change widths if there is too little space, nor a width set by hand', () => {
    expect(spread({}, 200)).toEqual([100, 200, 100]);
    expect(spread({ amount: 90 }, 490)).toEqual([100, 300, 90]);
  });

  it('makes no column too narrow to read or wider than a screen', () => {
    expect(spread({ borrower: 1, amount: 9999 }, 0)).toEqual([100, 64, 800]);
  });
});

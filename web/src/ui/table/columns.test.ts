import { describe, expect, it } from 'vitest';
import {
  chooseColumns,
  columnsBeyond,
  hideColumns,
  listedColumns,
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
      columnsBeyond(shownColumns(spare, null), { room, widths: {}, kept });
    expect(beyond(400)).toEqual([]);
    expect(beyond(399)).toEqual(['borrower']);
    expect(beyond(200)).toEqual(['borrower']);
    expect(beyond(199)).toEqual(['borrower', 'amount']);
    expect(beyond(199, 'borrower')).toEqual(['amount']);
    const widths = { borrower: 100 };
    const usual = shownColumns(spare, null);
    expect(columnsBeyond(usual, { room: 300, widths, kept: [] })).toEqual([]);
    expect(columnsBeyond(columns, { room: 0, widths: {}, kept: [] })).toEqual([]);
  });

  it('hides columns that lack room, and exports them anyway', () => {
    const narrow = hideColumns(columns, ['borrower']);
    expect(ids(shownColumns(narrow, null))).toEqual(['reference', 'amount']);
    expect(ids(shownColumns(narrow, ['borrower', 'reference']))).toEqual(['reference']);
    expect(ids(listedColumns(narrow, null))).toEqual(['reference', 'borrower', 'amount']);
    expect(ids(listedColumns(narrow, ['grade', 'borrower']))).toEqual([
      'reference',
      'grade',
      'borrower',
    ]);
  });

  describe('on a screen that lacks room', () => {
    const spare = columns.map((column, at) => (at === 0 ? column : { ...column, spare: at }));
    const narrow = hideColumns(spare, ['borrower']);
    const usual = { columns: null, ifRoom: [] };

    it('keeps columns that only lack room when another one is hidden', () => {
      expect(chooseColumns(narrow, { visible: ['reference'], before: usual })).toEqual({
        columns: ['reference', 'borrower'],
        ifRoom: ['borrower'],
      });
    });

    it('keeps them after the column that they followed when columns are moved', () => {
      const visible = ['amount', 'reference'];
      expect(chooseColumns(narrow, { visible, before: usual })).toEqual({
        columns: ['amount', 'reference', 'borrower'],
        ifRoom: ['borrower', 'amount'],
      });
    });

    it('keeps their place although the column before them is hidden', () => {
      const before = {
        columns: ['reference', 'grade', 'borrower', 'amount'],
        ifRoom: ['borrower'],
      };
      const visible = ['reference', 'amount'];
      expect(chooseColumns(narrow, { visible, before }).columns).toEqual([
        'reference',
        'borrower',
        'amount',
      ]);
    });

    it('hides neither a column that the user adds nor those that it is added to', () => {
      const visible = ['reference', 'amount', 'grade'];
      expect(chooseColumns(narrow, { visible, before: usual })).toEqual({
        columns: ['reference', 'borrower', 'amount', 'grade'],
        ifRoom: ['borrower'],
      });
    });

    it('no longer hides a column that the user adds although it lacks room', () => {
      const before = { columns: ['borrower', 'amount'], ifRoom: ['borrower'] };
      const visible = ['reference', 'borrower', 'amount'];
      expect(chooseColumns(narrow, { visible, before })).toEqual({ columns: visible, ifRoom: [] });
    });
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
    expect(spread({}, 420)).toEqual([100, 205, 115]);
  });

  it('gives texts their usual width before figures grow', () => {
    const figure = { id: 'sum', header: 'Sum', cell: (row: string) => row, width: 100 };
    const texts = shown.map((column) => ({ ...column, width: 120, grow: 1 }));
    const withSum = [{ ...figure, align: 'end' as const }, ...texts];
    const widths = (room: number) =>
      Object.values(spreadWidths(withSum, { widths: {}, room })).map(Math.round);
    expect(widths(520)).toEqual([100, 140, 140, 140]);
    expect(widths(764)).toEqual([110, 218, 218, 218]);
  });

  it('does not widen figures in the last column', () => {
    const last = { id: 'sum', header: 'Sum', cell: (row: string) => row, width: 100 };
    const withSum = [...shown, { ...last, align: 'end' as const }];
    expect(spreadWidths(withSum, { widths: {}, room: 1200 })['sum']).toBe(100);
  });

  it('widens a column of longer texts up to its own limit', () => {
    const long = shown.map((column, at) =>
      at === 1 ? { ...column, widest: 440, grow: 9 } : column,
    );
    const [, widened] = Object.values(spreadWidths(long, { widths: {}, room: 860 }));
    expect(widened).toBeGreaterThanOrEqual(440);
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

import { describe, expect, it } from 'vitest';
import { suggestFields } from './suggest-fields.ts';

const suggest = (...lines: readonly string[]) => {
  const rows = lines.map((line) => line.split(';'));
  return [
    ...suggestFields(
      (rows[0] ?? []).map(() => ({ field: null })),
      rows,
    ),
  ].toSorted(([one], [other]) => one - other);
};

describe('fields suggested for a tape with unknown headings', () => {
  it('follow from the values of the columns', () => {
    expect(
      suggest(
        'A-1;Ada Byron;OPEN;1000.00;12.00%;800.00;13/01/2026;12',
        'A-2;Grace Hopper;OPEN;2000.00;12.00%;1500.00;14/02/2026;12',
        'A-3;Alan Turing;PAID;1500.00;10.50%;0.00;03/02/2025;12',
      ),
    ).toEqual([
      [0, 'externalId'],
      [1, 'borrowerName'],
      [2, 'status'],
      [3, 'principal'],
      [4, 'annualRate'],
      [6, 'disbursedOn'],
      [7, 'instalmentCount'],
    ]);
  });

  it('are not suggested if several columns fit', () => {
    expect(
      suggest('1000.00;1000.00;2026-01-02;2026-02-02', '900;900;2026-01-03;2026-02-03'),
    ).toEqual([]);
  });

  it('leave numbers without a sign of their meaning to the user', () => {
    expect(suggest('101;13.49;0.1349', '102;12.00;0.1200')).toEqual([]);
    expect(suggest('100001;8000.50', '100002;7000.25')).toEqual([]);
  });

  it('never replace a column that is known', () => {
    const rows = [['500.00'], ['700.00']];
    expect([...suggestFields([{ field: 'principal' }], rows)]).toEqual([]);
  });
});

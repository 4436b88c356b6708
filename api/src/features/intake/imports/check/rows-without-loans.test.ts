import { describe, expect, it } from 'vitest';
import { readLines } from '../../../../testing/read-whole-tape.ts';

const header =
  'Loan number,Borrower,Principal amount,Annual rate,Number of instalments,Disbursement date,Outstanding balance';
const ann = 'L-1,Ann Lee,1000.00,10,12,2026-01-15,950.00';
const bo = 'L-2,Bo Lee,2000.00,10,12,2026-01-15,1950.00';

const read = async (...rows: readonly string[]) => {
  const { loans, summary, findings } = await readLines([header, ...rows]);
  const codes = findings.map(({ code, details }) => [code, details['rows']]);
  return { ids: loans.map(({ externalId }) => externalId), rows: summary.rows, codes };
};

describe('a row that is no loan is named and not read', () => {
  it.each<[string, readonly string[], string]>([
    ['the name of a branch', ['Branch: North,,,,,,', ann, 'Branch: South,,,,,,', bo], '2, 4'],
    ['a line below the table', [ann, bo, 'Total amount funded in policy code 1: 6417608175'], '4'],
    ['a count', [ann, bo, 'Anzahl: 2,,,,,,'], '4'],
    ['the heading of the next page', [ann, header, bo], '3'],
  ])('%s', async (_, rows, named) => {
    expect(await read(...rows)).toEqual({
      ids: ['L-1', 'L-2'],
      rows: 2,
      codes: [['notes_not_read', named]],
    });
  });

  it.each([
    ['a loan whose other cells are empty', 'L-3,,,,,,'],
    ['a loan with another delimiter', 'L-3;Cy Lee;1000.00;10;12;2026-01-15;950.00'],
    ['a loan in quotes', '"L-3,Cy Lee,1000.00,10,12,2026-01-15,950.00"'],
    ['a loan with spaces', 'L-3 Cy Lee 1000.00 10 12 2026-01-15 950.00'],
  ])('but %s is an error', async (_, row) => {
    const { rows, codes } = await read(ann, row);
    expect(rows).toBe(2);
    expect(codes.map(([code]) => code)).not.toContain('notes_not_read');
    expect(codes.length).toBeGreaterThan(0);
  });
});

describe('rows of subtotals', () => {
  const subtotal = (amount: string, balance: string) => `Subtotal,,${amount},,,,${balance}`;

  it('agree with the loans since the last of them, and a grand total with all', async () => {
    const rows = [ann, subtotal('1000.00', '950.00'), bo, subtotal('2000.00', '1950.00')];
    expect(await read(...rows, 'Grand total,,3000.00,,,,2900.00')).toEqual({
      ids: ['L-1', 'L-2'],
      rows: 2,
      codes: [['totals_not_read', '3, 5, 6']],
    });
  });

  it('that differ from both are an error', async () => {
    const { codes } = await read(ann, subtotal('1000.00', '950.00'), bo, subtotal('9.00', '1950'));
    expect(codes).toEqual([
      ['totals_differ', undefined],
      ['totals_not_read', '3, 5'],
    ]);
  });
});

describe('cells without a value', () => {
  it.each(['NULL', 'N/A', 'n/a', '\\N', 'NaN'])('are empty: %s', async (cell) => {
    const { loans, findings } = await readLines([
      `${header},Last payment date,Phone`,
      `${ann},${cell},${cell}`,
    ]);
    expect({ findings, loans }).toMatchObject({
      findings: [],
      loans: [{ lastPaymentOn: null, borrower: { phone: null } }],
    });
  });

  it('are an error in a required column, and a dash is not read as zero', async () => {
    const { findings } = await readLines([
      header,
      ann.replace('1000.00', 'NULL'),
      ann.replace('950.00', '-'),
    ]);
    expect(findings.map(({ row, code }) => [row, code])).toEqual([
      [2, 'value_missing'],
      [3, 'value_not_a_number'],
    ]);
  });
});

describe('amounts with the side of the account', () => {
  it('are owed as debits, and refused as credits', async () => {
    const { loans, findings } = await readLines([
      header,
      ann.replace('950.00', '950.00 Dr'),
      bo.replace('1950.00', '0.00 CR'),
      ann.replace('L-1', 'L-3').replace('950.00', '50.00 CR'),
    ]);
    expect(loans.map(({ balanceMinor }) => balanceMinor)).toEqual([95_000, 0]);
    expect(findings).toMatchObject([{ row: 4, code: 'value_out_of_range' }]);
  });

  it('are not read for amounts paid, which can be crores', async () => {
    const { loans, findings } = await readLines([`${header},Principal paid`, `${ann},1.5 Cr`]);
    expect(loans).toEqual([]);
    expect(findings).toMatchObject([{ row: 2, code: 'value_not_a_number' }]);
  });
});

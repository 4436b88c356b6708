import { describe, expect, it } from 'vitest';
import { readLines, readSheet, readWholeTape } from '../../../../testing/read-whole-tape.ts';
import { tapeFileOf } from '../../../../testing/tape-files.ts';

const header =
  'external_id,borrower_name,principal,annual_rate_percent,instalments,disbursed_on,balance,principal_paid'.split(
    ',',
  );

describe('a currency that a tape states', () => {
  it.each([
    ['its column', ['external_id,currency', 'C1,EUR']],
    ['a column of another name', ['external_id,Loan currency', 'C1,€']],
  ])('in %s refuses the row', async (_, [head = '', row = '']) => {
    const rest = 'principal,annual_rate_percent,instalments,disbursed_on,balance';
    const { loans, findings } = await readLines([
      `${head},${rest}`,
      `${row},10001.50,13.49,24,2026-01-15,8000.25`,
      'C2,USD,10001.50,13.49,24,2026-01-15,8000.25',
      'C3,,10001.50,13.49,24,2026-01-15,8000.25',
      'C4,Foo,10001.50,13.49,24,2026-01-15,8000.25',
    ]);
    expect(findings.map(({ row: at, code }) => [at, code])).toEqual([
      [2, 'currency_differs'],
      [5, 'currency_not_known'],
    ]);
    expect(loans.map(({ externalId }) => externalId)).toEqual(['C2', 'C3']);
  });

  const rest = 'principal,annual_rate_percent,instalments,disbursed_on,balance';
  const values = '10001.50,13.49,24,2026-01-15,8000.25';

  it.each([
    ['CurrencyCode', 'EUR', 'USD'],
    ['Loan ccy', 'KWD', 'usd'],
    ['currency_id', '978', '840'],
    ['Curr.', '€', '$'],
    ['Deal currency', 'Kuwaiti dinar', 'US Dollar'],
    ['Deal currency', 'TRY', 'USD'],
    ['通貨', '円', 'USD'],
    ['Portfolio currency', 'EUR - Euro', 'USD'],
    ['Geldart', 'EUR', 'USD'],
    ['x7', 'Euro', 'US Dollar'],
    ['Unit', 'kwd', 'USD'],
    ['', 'EUR', 'USD'],
    ['Unit', 'HRK', 'USD'],
  ])('in a column "%s" refuses the row with %s', async (heading, other, own) => {
    const { loans, findings } = await readLines([
      `external_id,${heading},${rest}`,
      `C1,${other},${values}`,
      `C2,${own},${values}`,
      `C3,,${values}`,
    ]);
    const errors = findings.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ row, code, column }) => [row, code, column])).toEqual([
      [2, 'currency_differs', heading],
    ]);
    expect(loans.map(({ externalId }) => externalId)).toEqual(['C2', 'C3']);
  });

  it('as the number of a workbook refuses the row', async () => {
    const row = (id: string, code: number) => [id, code, 10001.5, 13.49, 24, '2026-01-15', 8000.25];
    const { loans, findings } = await readSheet([
      ['external_id', 'currency_no', ...rest.split(',')],
      row('C1', 36),
      row('C2', 840),
    ]);
    expect(findings.map(({ code }) => code)).toContain('currency_differs');
    expect(loans.map(({ externalId }) => externalId)).toEqual(['C2']);
  });

  it.each([
    ['State', 'ALL', 'TRY'],
    ['Check', 'OK', 'NOK'],
    ['Stage', 'Won', 'Won'],
    ['Introducer', 'RON', 'BOB'],
    ['Country', 'CHE', 'SLE'],
    ['Score', '978', '840'],
    ['Current stage', 'PEN', 'TOP'],
    ['Multi-currency', 'yes', 'no'],
    ['Note', 'Paid in EUR', ''],
    ['Share (EUR loans)', 'yes', 'no'],
  ])('is not seen in a column "%s" with %s', async (heading, one, other) => {
    const { loans } = await readLines([
      `external_id,${heading},${rest}`,
      `C1,${one},${values}`,
      `C2,${other},${values}`,
    ]);
    expect(loans).toHaveLength(2);
  });

  it.each(['payment (EUR)', 'Balance €', 'Saldo in Euro', 'Outstanding KWD'])(
    'in the heading "%s" of an amount that is not read refuses the tape',
    async (heading) => {
      const { rows, findings } = await readLines([
        `external_id,${heading},${rest}`,
        `C1,500.00,${values}`,
      ]);
      expect(rows).toEqual([]);
      const errors = findings.filter(({ severity }) => severity === 'error');
      expect(errors).toMatchObject([{ code: 'currency_differs', column: heading }]);
    },
  );

  it.each([
    'Portfolio in EUR',
    'PORTFOLIO IN KWD',
    'Currency:,TRY',
    'Amounts in €',
    'All amounts in euros',
    'Tape,in Kuwaiti dinars',
  ])('above the header refuses the tape: %s', async (title) => {
    const { rows, findings } = await readLines([title, `external_id,${rest}`, `C1,${values}`]);
    expect(rows).toEqual([]);
    const errors = findings.filter(({ severity }) => severity === 'error');
    expect(errors).toMatchObject([{ code: 'currency_differs', row: 1 }]);
  });

  it.each(['Portfolio in USD', 'All loans', 'TRY ALL LOANS', 'Amounts in $', 'In US dollars'])(
    'above the header may be that of the portfolio: %s',
    async (title) => {
      const { loans } = await readLines([title, `external_id,${rest}`, `C1,${values}`]);
      expect(loans).toHaveLength(1);
    },
  );

  it('counts even if a user chose not to read its column', async () => {
    const file = await tapeFileOf(
      'external_id,currency,principal,annual_rate_percent,instalments,disbursed_on\nC1,EUR,100.00,5,12,2026-01-15',
    );
    const { loans } = await readWholeTape(file, undefined, { columns: { currency: '' } });
    expect(loans).toEqual([]);
  });

  it('in a heading or a format of a workbook refuses what it is about', async () => {
    const file = await tapeFileOf(
      'external_id,Kredit (€),annual_rate_percent,instalments,disbursed_on\nC1,100.00,5,12,2026-01-15',
    );
    const columns = { principal: 'Kredit (€)' };
    const { loans, sentences } = await readWholeTape(file, undefined, { columns });
    expect(loans).toEqual([]);
    expect(sentences).toEqual([
      'Column Kredit (€): "Kredit (€)" states the currency EUR. Expected USD, the currency of the portfolio.',
    ]);
    const euro = { number: 10001.5, format: '#,##0.00\\ [$€-407]' };
    const sheet = await readSheet([
      header,
      ['X1', 'B', euro, 13.49, 24, '2026-01-15', 8000.25, 2001.25],
    ]);
    expect(sheet.findings).toMatchObject([{ code: 'currency_differs', column: 'principal' }]);
  });
});

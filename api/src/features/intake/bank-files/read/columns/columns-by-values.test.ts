import { describe, expect, it } from 'vitest';
import { readContent } from '../../../../../testing/bank-content.ts';
import { tapeFileOf } from '../../../../../testing/tape-files.ts';
import { readBankFile } from '../read-bank-file.ts';

/**
 * Reads a file without answers. Returns what happens to each line, the questions or the refusal.
 */
async function read(...lines: string[]) {
  const file = await tapeFileOf(lines.join('\n'));
  try {
    const outcome = await readBankFile(file, { currency: 'USD', answers: {} });
    if (!outcome.ok) return outcome.refusal.code;
    if (!('lines' in outcome.value)) return outcome.value.questions.map(({ kind }) => kind);
    return outcome.value.lines.map(({ amountMinor, currency, leftOut }) => {
      return `${amountMinor} ${currency}${leftOut === null ? '' : ` ${leftOut}`}`;
    });
  } finally {
    await file.handle.close();
  }
}

/** Reads a file whose other line is signed, so that a line without a sign counts as received. */
const withColumn = (heading: string, cell: string, other: string) =>
  read(
    `Date,Description,Amount,${heading}`,
    `2026-06-15,Instalment,250.50,${cell}`,
    `2026-06-16,Bank charge,-5.50,${other}`,
  );

describe('a column with an unknown heading', () => {
  it.each([
    ['Dr Cr Ind', 'D', 'D'],
    ['Movement', 'Withdrawal', 'Withdrawal'],
    ['Flow', 'Outgoing', 'Outgoing'],
    ['Vorzeichen', '-', '-'],
    ['Type', 'Payout', 'Fee'],
  ])('states the direction: %s is %s', async (heading, cell, other) => {
    expect(await withColumn(heading, cell, other)).toEqual(['25050 USD debit', '550 USD debit']);
  });

  it.each([
    ['Booked', 'No', 'not-booked'],
    ['Settled', 'false', 'not-booked'],
    ['Cleared', 'N', 'not-booked'],
    ['Outcome', 'Failed', 'failed'],
    ['Result', 'Returned', 'reversal'],
    ['Estado', 'Rechazado', 'failed'],
    ['Stato', 'In sospeso', 'not-booked'],
    ['Durum', 'Beklemede', 'not-booked'],
    ['Zustand', 'Vorgemerkt', 'not-booked'],
    ['Etat de la ligne', 'Annulé', 'failed'],
    ['Buchungstext', 'Vorgemerkt', 'not-booked'],
    ['Return code', 'R01', 'reversal'],
    ['Reversed', 'yes', 'reversal'],
    ['Pending', 'true', 'reversal'],
  ])('states that the line is not money: %s is %s', async (heading, cell, leftOut) => {
    const other = /code|Reversed|Pending/.test(heading) ? '' : 'Completed';
    expect(await withColumn(heading, cell, other)).toContain(`25050 USD ${leftOut}`);
  });

  it.each([
    ['Booked', 'Yes'],
    ['Reversed', 'no'],
    ['Return code', ''],
    ['Branch', 'North'],
  ])('hides no money: %s is %s', async (heading, cell) => {
    expect(await withColumn(heading, cell, '')).toEqual(['25050 USD', '550 USD debit']);
  });

  it.each(['Account Currency', 'Acct Ccy', 'Curr', 'Moneda', 'Waluta', 'Txn currency', 'Wkn'])(
    'states the currency: %s',
    async (heading) => {
      expect(await withColumn(heading, 'EUR', 'EUR')).toBe('bank_currency_differs');
    },
  );
});

describe('a currency elsewhere in the file', () => {
  it('is read from the balance', async () => {
    const lines = ['Date,Description,Amount,Balance', '2026-06-15,Paid,+254.50,€1250.50'];
    expect(await read(...lines)).toBe('bank_currency_differs');
  });

  it('is read from a sentence above the table', async () => {
    const lines = [
      'Statement of account in Euro',
      'Date,Description,Amount',
      '2026-06-15,Paid,+1.50',
    ];
    expect(await read(...lines)).toBe('bank_currency_differs');
  });
});

describe('a column without a heading', () => {
  const readTexts = async (currency: string, ...cells: readonly string[]) => {
    const rows = cells.map((cell, at) => `2026-06-${15 + at},Paid,+254.50,${cell}`);
    const content = ['Date,Description,Amount,', ...rows].join('\n');
    const { lines } = await readContent(content, { currency });
    return lines?.map(({ remittance }) => remittance);
  };

  it('continues the purpose if it has texts', async () => {
    expect(await readTexts('USD', 'June', 'July')).toEqual(['Paid · June', 'Paid · July']);
  });

  it('states the currency and is no part of the purpose if it has currencies', async () => {
    expect(await readTexts('EUR', 'EUR', 'EUR')).toEqual(['Paid', 'Paid']);
  });
});

describe('a line that is longer than the header', () => {
  it.each([
    ['Date,Description,Amount', '2026-06-15,Instalment,1,500.00'],
    ['Date,Description,Amount', '2026-06-15,Instalment,250,75'],
    ['Date,Description,Debit,Credit,Balance', '2026-06-15,A,,1,500.00,3,000.00'],
    ['Date,Description,Amount,Balance', '2026-06-15,Loan L-1,20,329.50,1000.00'],
  ])('refuses the file: %s', async (header, line) => {
    expect(await read(header, line, '2026-06-16,Charge,-5.50')).toBe('bank_line_not_read');
  });

  it('is read if only empty cells follow', async () => {
    expect(await read('Date,Description,Amount', '2026-06-15,Paid,+1.50,,')).toEqual(['150 USD']);
  });
});

import { describe, expect, it } from 'vitest';
import type { FileAnswers } from '@bursar/contracts/intake/file-questions';
import { tapeFileOf } from '../../../../testing/tape-files.ts';
import { writeWorkbook, type WorkbookOptions } from '../../../../testing/write-workbook.ts';
import { readBankFile } from './read-bank-file.ts';

type Options = Partial<WorkbookOptions> & { readonly answers?: FileAnswers };

async function read(rows: WorkbookOptions['rows'], { answers = {}, ...options }: Options = {}) {
  const file = await tapeFileOf(writeWorkbook({ rows, ...options }), 'statement.xlsx');
  try {
    const outcome = await readBankFile(file, { currency: 'USD', answers });
    if (!outcome.ok) return { refusal: outcome.refusal };
    if (!('lines' in outcome.value)) return { asked: outcome.value.questions };
    return { lines: outcome.value.lines, format: outcome.value.format };
  } finally {
    await file.handle.close();
  }
}

const header = ['Booking date', 'Amount', 'Reference', 'Payer'];
const day = (number: number) => ({ number, format: 'dd/mm/yyyy' });

describe('a bank’s workbook', () => {
  it('gives days, amounts and references as a user sees them', async () => {
    const reference = { number: 4711, format: '"LN-"000000' };
    const { lines, format } = await read([
      ['Account statement'],
      header,
      [day(43_449), 1.5, reference, 'Ada'],
      [day(43_450.75), -1234.567e3, 'rent', 'Bo'],
    ]);
    expect(lines).toMatchObject([
      { bookedOn: '2018-12-15', amountMinor: 150, remittance: 'LN-004711', debtorName: 'Ada' },
      { bookedOn: '2018-12-16', amountMinor: 123_456_700, leftOut: 'debit' },
    ]);
    expect(format).toBe('xlsx');
  });

  it('has no ambiguous amounts, because it stores numbers', async () => {
    const { lines } = await read([
      header,
      [day(43_449), -1500, 'a', 'A'],
      [day(43_449), 2.75, 'b', 'B'],
    ]);
    expect(lines?.map(({ amountMinor }) => amountMinor)).toEqual([150_000, 275]);
  });

  it('with more decimals than the currency has is refused', async () => {
    const { refusal } = await read([header, [day(43_449), -1.234, 'a', 'A']]);
    expect(refusal).toMatchObject({ code: 'bank_line_not_read', details: { line: 2 } });
  });

  it('may mix numbers with amounts that are texts', async () => {
    const { lines } = await read([
      header,
      [day(43_449), '-1.500,25', 'a', 'A'],
      [day(43_449), 2.75, 'b', 'B'],
    ]);
    expect(lines?.map(({ amountMinor }) => amountMinor)).toEqual([150_025, 275]);
  });

  it('reads a day that has lost its format, and a day that is a text', async () => {
    const { lines } = await read([
      header,
      [43_449, -10, 'a', 'A'],
      ['2018-12-17', -10, 'b', 'B'],
      [20_181_218, -10, 'c', 'C'],
    ]);
    expect(lines?.map(({ bookedOn }) => bookedOn)).toEqual([
      '2018-12-15',
      '2018-12-17',
      '2018-12-18',
    ]);
  });

  it('that counts from 1904 is read so', async () => {
    const { lines } = await read([header, [day(43_449 - 1462), -10, 'a', 'A']], { date1904: true });
    expect(lines).toMatchObject([{ bookedOn: '2018-12-15' }]);
  });

  it('takes the direction and the currency that the format of an amount shows', async () => {
    const amount = (number: number, format: string) => [day(43_449), { number, format }, 'a', 'A'];
    const { lines } = await read([
      header,
      amount(100, '""0.00" Cr"'),
      amount(200, '""0.00" Dr"'),
      amount(300, '[$€-407] #,##0.00" Cr"'),
    ]);
    expect(lines?.map(({ leftOut }) => leftOut)).toEqual([null, 'debit', 'other-currency']);
  });

  it('refuses an amount that its format contradicts, or that is a percentage or a day', async () => {
    const codeOf = async (number: number, format: string) =>
      (await read([header, [day(43_449), { number, format }, 'a', 'A']])).refusal?.code;
    expect(await codeOf(-100, '0.00" Cr"')).toBe('bank_direction_contradictory');
    expect(await codeOf(0.25, '0%')).toBe('bank_line_not_read');
    expect(await codeOf(43_449, 'yyyy-mm-dd')).toBe('bank_line_not_read');
  });

  it('never shows a reference with lost digits as a whole number', async () => {
    const { lines } = await read([header, [day(43_449), -10, 1_234_567_890_123_456, 'A']]);
    expect(lines).toMatchObject([{ remittance: '1.23457E+15' }]);
  });

  it('asks for the direction of plain amounts', async () => {
    const { asked } = await read([header, [day(43_449), 10, 'a', 'A']]);
    expect(asked).toMatchObject([{ key: 'direction', values: ['2018-12-15 · A · a · 10'] }]);
  });
});

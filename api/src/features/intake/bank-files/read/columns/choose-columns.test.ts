import { describe, expect, it } from 'vitest';
import type { ChosenBankColumns } from '@bursar/contracts/intake/bank-layouts';
import type { FileAnswers } from '@bursar/contracts/intake/file-questions';
import { tapeFileOf } from '../../../../../testing/tape-files.ts';
import { readBankFile } from '../read-bank-file.ts';

type Options = {
  readonly currency?: string;
  readonly columns?: ChosenBankColumns;
  readonly answers?: FileAnswers;
};

async function read(content: string | Buffer, { currency = 'EUR', ...sent }: Options = {}) {
  const file = await tapeFileOf(content);
  try {
    const outcome = await readBankFile(file, { currency, ...sent });
    return outcome.ok ? outcome.value : { refusal: outcome.refusal };
  } finally {
    await file.handle.close();
  }
}

const unknown = [
  'Konto X',
  'Wann;Wer;Wofür;Wieviel;Stand',
  '25.09.2026;Max Muster;LN-000123;250,00;1.250,00',
  '26.09.2026;Stadtwerke;Strom;-45,50;1.204,50',
].join('\n');

describe('columns with unknown headings', () => {
  it('are asked about before anything else, each with its values and a suggestion', async () => {
    expect(await read(unknown)).toEqual({
      table: expect.objectContaining({ row: 2, hasHeading: true }),
      questions: [],
      columns: [
        { position: 1, name: 'Wann', values: ['25.09.2026', '26.09.2026'], field: 'bookedOn' },
        { position: 2, name: 'Wer', values: ['Max Muster', 'Stadtwerke'], field: 'debtorName' },
        { position: 3, name: 'Wofür', values: ['LN-000123', 'Strom'], field: 'remittance' },
        { position: 4, name: 'Wieviel', values: ['250,00', '-45,50'], field: 'amount' },
        { position: 5, name: 'Stand', values: ['1.250,00', '1.204,50'], field: 'balance' },
      ],
    });
  });

  it('are read as the user chose them', async () => {
    const columns = { 1: 'bookedOn', 2: 'debtorName', 3: 'remittance', 4: 'amount' } as const;
    const value = await read(unknown, { columns });
    expect(value).toMatchObject({
      lines: [
        { bookedOn: '2026-09-25', amountMinor: 25_000, debtorName: 'Max Muster', leftOut: null },
        { bookedOn: '2026-09-26', amountMinor: 4_550, leftOut: 'debit' },
      ],
    });
  });

  it.each([
    [{ 1: 'bookedOn', 3: 'remittance' }, 'columns_missing'],
    [{ 1: 'remittance', 2: 'bookedOn', 4: 'amount' }, 'bank_line_not_read'],
  ] as const)('are refused if they cannot be what was chosen', async (columns, code) => {
    expect(await read(unknown, { columns })).toMatchObject({ refusal: { code } });
  });

  it('may be the first line of a file without headings', async () => {
    const content = '29.09.2026;Max Muster LN-1;250,00;EUR\n30.09.2026;Strom;-45,50;EUR';
    expect(await read(content)).toMatchObject({
      columns: [
        { name: '', field: 'bookedOn' },
        { field: 'remittance' },
        { field: 'amount' },
        { field: 'currency' },
      ],
    });
  });

  it('can be chosen again although the headings are known', async () => {
    const content = 'Date,Description,Amount\n2026-09-25,LN-1,+5.00';
    expect(await read(content, { columns: {} })).toMatchObject({
      columns: [{ field: 'bookedOn' }, { field: 'remittance' }, { field: 'amount' }],
    });
  });
});

const signed = (...lines: string[]) => ['Date,Description,Amount,Balance', ...lines].join('\n');

describe('a running balance', () => {
  it('refuses a file whose columns for credits and debits are swapped', async () => {
    const content = [
      'Date,Description,Debit,Credit,Balance',
      '2026-09-25,A,100.00,,1100.00',
      '2026-09-26,B,50.00,,1150.00',
      '2026-09-27,C,,20.00,1130.00',
    ].join('\n');
    expect(await read(content, { answers: { ledger: 'bank-statement' } })).toMatchObject({
      refusal: { code: 'bank_balance_contradictory', details: { line: 3 } },
    });
  });

  const withGap = signed(
    '2026-09-25,A,100.00,1100.00',
    '2026-09-26,B,-50.00,1050.00',
    '2026-09-27,C,20.00,1070.00',
    '2026-09-28,D,30.00,1200.00',
    '2026-09-29,E,-5.00,1195.00',
  );

  it('asks about a line that it does not follow from', async () => {
    expect(await read(withGap)).toMatchObject({
      questions: [{ key: 'balance', values: ['2026-09-28 · D · 30.00'] }],
    });
    expect(await read(withGap, { answers: { balance: 'read-lines' } })).toMatchObject({
      balance: 'has-gaps',
    });
    expect(await read(withGap, { answers: { balance: 'refuse-file' } })).toMatchObject({
      refusal: { code: 'bank_balance_contradictory', details: { line: 5 } },
    });
  });

  it('may be in either order of the lines', async () => {
    const lines = ['2026-09-26,B,-50.00,1050.00', '2026-09-25,A,100.00,1100.00'];
    expect(await read(signed(...lines))).toMatchObject({ balance: 'agrees' });
    expect(await read(signed(...lines.toReversed()))).toMatchObject({ balance: 'agrees' });
  });
});

describe('a balance that is not a line', () => {
  it.each([
    ['2026-09-01,Opening balance,,1000.00'],
    ['2026-09-01,Balance brought forward,1000.00,1000.00'],
    ['Total,,100.00,'],
  ])('is left out: %s', async (line) => {
    const value = await read(signed('2026-09-25,A,+100.00,1100.00', line));
    expect(value).toMatchObject({ lines: [{ amountMinor: 10_000 }] });
  });
});

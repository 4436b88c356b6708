import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { openBankOffice } from '../../../testing/bank-office.ts';
import { writeWorkbook } from '../../../testing/write-workbook.ts';

const { manager, linesOf } = await openBankOffice();

type Sent = {
  readonly columns?: object;
  readonly sheet?: string;
  readonly tableRow?: string;
  readonly heading?: 'none';
};

function upload(content: Buffer | readonly string[], { columns, ...table }: Sent = {}) {
  const query = new URLSearchParams({
    id: uuidv7(),
    fileName: 'Export.csv',
    ...(columns && { columns: JSON.stringify(columns) }),
    ...table,
  });
  const bytes = content instanceof Buffer ? content : Buffer.from(content.join('\n'));
  return manager.upload(`/api/bank-files?${query.toString()}`, bytes);
}

const chosen = { 1: 'bookedOn', 2: 'debtorName', 3: 'remittance', 4: 'amount' };

describe('where the table is', () => {
  const file = (month: string, ...above: string[]) => [
    ...above,
    'Erstens;Zweitens;Drittens;Viertens',
    'Seite 1;Girokonto;Max',
    `25.${month}.2026;Ada;L-1;250,00`,
    `26.${month}.2026;Strom;L-2;-45,50`,
  ];

  it('is sent with the columns to choose, and can be another row', async () => {
    const first = await upload(file('09'), { columns: {} });
    expect(first.body).toMatchObject({
      columns: [{ name: 'Seite 1' }, {}, {}],
      table: {
        row: 2,
        hasHeading: true,
        sheet: null,
        preview: [{ row: 1, cells: ['Erstens', 'Zweitens', 'Drittens', 'Viertens'] }, {}, {}, {}],
      },
    });
    const other = await upload(file('09'), { columns: {}, tableRow: '1' });
    expect(other.body).toMatchObject({ columns: [{ name: 'Erstens' }, {}, {}, {}] });
  });

  it('is remembered by its headings, also if they moved', async () => {
    const { body } = await upload(file('09'), { columns: chosen, tableRow: '1' });
    expect(body.bankFile.reading).toMatchObject({ table: { row: 1, hasHeading: true } });
    const next = await upload(file('10', 'Konto;4711', 'Von;01.10.2026'));
    expect(next.body.bankFile.reading).toMatchObject({ table: { row: 3 } });
    expect(await linesOf(next.body.bankFile.id)).toMatchObject([
      { bookedOn: '2026-10-25', amountMinor: 25_000, debtorName: 'Ada' },
      { reason: 'debit' },
    ]);
  });

  it('may have no heading, which is remembered', async () => {
    const bare = (month: string) => [
      'Kunde;Nummer;Art;Konto',
      `25.${month}.2026;Ada;L-3;250,00`,
      `26.${month}.2026;Strom;L-2;-45,50`,
    ];
    const first = await upload(bare('09'), { columns: {}, heading: 'none' });
    expect(first.body).toMatchObject({ columns: [{ name: '' }, {}, {}, {}] });
    expect(first.body.table).toMatchObject({ row: 2, hasHeading: false });
    await upload(bare('09'), { columns: chosen, heading: 'none' });
    const next = await upload(bare('10'));
    expect(next.body.bankFile.reading).toMatchObject({ table: { row: 2, hasHeading: false } });
  });

  it('may be another sheet, which is remembered', async () => {
    const rows = (day: number) => [
      ['Uno', 'Due', 'Tre', 'Quattro'],
      [{ number: day, format: 'dd/mm/yyyy' }, 'Ada', 'L-4', '250.00'],
      [{ number: day + 1, format: 'dd/mm/yyyy' }, 'Strom', 'L-2', '-45.50'],
    ];
    const summary = [
      ['Anno', 'Mese', 'Totale'],
      ['2026', 'Settembre', '9.00'],
    ];
    const book = (day: number) => writeWorkbook({ rows: summary, secondSheet: rows(day) });
    const first = await upload(book(46_290), { columns: {}, sheet: 'Loans' });
    expect(first.body).toMatchObject({
      columns: [{ name: 'Uno' }, {}, {}, {}],
      table: { sheet: 'Loans', sheets: [{}, { name: 'Loans', isHidden: false }] },
    });
    await upload(book(46_290), { columns: chosen, sheet: 'Loans' });
    const next = await upload(book(46_320));
    expect(next.body.bankFile).toMatchObject({
      format: 'xlsx',
      reading: { table: { sheet: 'Loans', row: 1 } },
    });
  });

  it('must be a row of the file', async () => {
    const { status, body } = await upload(file('11'), { columns: {}, tableRow: '99' });
    expect([status, body.error]).toEqual([400, 'bank_file_not_recognised']);
  });
});

describe('how a table was read', () => {
  it('is shown with what proves it', async () => {
    const { body } = await upload([
      'Kontoauszug',
      'Datum;Wertstellung;Verwendungszweck;Betrag;Saldo;Filiale',
      '03.04.2026;2026-04-03;L-1;1.500;1.500;Nord',
      '25.04.2026;2026-04-25;L-2;-45,50;1.454,50;Ost',
    ]);
    expect(body.bankFile.reading).toEqual({
      table: { sheet: null, sheets: [], row: 2, hasHeading: true },
      hiddenRows: 0,
      columns: [
        {
          position: 1,
          name: 'Datum',
          values: ['03.04.2026', '25.04.2026'],
          field: 'bookedOn',
          format: { kind: 'dates', as: 'day-first', calendar: null, basis: 'proved', proofs: 1 },
        },
        expect.objectContaining({ field: 'valueOn' }),
        expect.objectContaining({ field: 'remittance', format: null }),
        expect.objectContaining({
          field: 'amount',
          format: { kind: 'numbers', as: 'comma', calendar: null, basis: 'proved', proofs: 1 },
        }),
        expect.objectContaining({ field: 'balance' }),
        { position: 6, name: 'Filiale', values: ['Nord', 'Ost'], field: null, format: null },
      ],
    });
  });

  it('names hidden rows, which are read too', async () => {
    const day = (number: number) => ({ number, format: 'dd/mm/yyyy' });
    const rows = [
      ['Date', 'Reference', 'Amount'],
      [day(46_200), 'L-1', '+5.00'],
      [day(46_201), 'L-2', '+6.00'],
    ];
    const { body } = await upload(writeWorkbook({ rows, hiddenRow: 3 }));
    expect(body.bankFile).toMatchObject({ lines: 2, reading: { hiddenRows: 1 } });
  });
});

import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readContent } from '../../../../testing/bank-content.ts';

const read = (lines: readonly string[], answers = {}) =>
  readContent(lines.join('\n'), { currency: 'EUR', answers });

describe('a row from which one cell is missing', () => {
  const head = 'Buchung;Wertstellung;Auftraggeber;Verwendungszweck;Betrag;Währung';
  const line = '09.12.2025;09.12.2025;Ada;Rate L-000001;-13,98;EUR';

  it('is read where its days, amount and currency fit, without a payer', async () => {
    const { lines } = await read([head, line, '28.11.2025;28.11.2025;RENTE 11.2025;2.647,74;EUR']);
    expect(lines).toMatchObject([
      { debtorName: 'Ada', amountMinor: 1_398 },
      {
        bookedOn: '2025-11-28',
        amountMinor: 264_774,
        debtorName: '',
        remittance: 'RENTE 11.2025',
        leftOut: null,
      },
    ]);
  });

  it('is read in the statement of a bank that wrote one', async () => {
    const content = await readFile(new URL('fixtures/rf-ing.csv', import.meta.url));
    const { lines } = await readContent(content, { currency: 'EUR' });
    expect(lines).toHaveLength(9);
    expect(lines?.[8]).toMatchObject({
      bookedOn: '2025-11-28',
      amountMinor: 264_774,
      debtorName: '',
      remittance: 'Rente 97052181157Z00511 RV-RENTE 11.2025',
      leftOut: null,
    });
  });

  it('does not take the balance for the amount', async () => {
    const { lines } = await read([
      'Datum;Text;Betrag;Saldo',
      '25.09.2026;Rate L-000001;-5,00;95,00',
      '26.09.2026;15,00;110,00',
    ]);
    expect(lines).toMatchObject([{ amountMinor: 500 }, { amountMinor: 1_500, remittance: '' }]);
  });

  it('refuses the file if its cells fit nowhere', async () => {
    const short = '28.11.2025;RENTE 11.2025;2.647,74;EUR';
    expect(await read([head, line, short])).toMatchObject({
      refusal: { code: 'bank_line_not_read', details: { line: 3 } },
    });
  });
});

describe('rows around the lines of a table', () => {
  it('are no lines if they are signs or a summary with figures', async () => {
    const { lines } = await read([
      'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance',
      '********,****,****,********,****,****,****',
      '2026-09-25,NEFT ASHA L-000001,N268262,2026-09-25,,1500.00,10500.00',
      '2026-09-26,RENT,0000123,2026-09-26,800.00,,9700.00',
      '********,****,****,********,****,****,****',
      'STATEMENT SUMMARY  :-,,,,,,',
      'Opening Balance,Dr Count,Cr Count,Debits,Credits,Closing Bal,',
      '9000.00,1,1,800.00,1500.00,9700.00,',
      'Generated On: 01-Oct-2026 10:00:00,,,,,,',
    ]);
    expect(lines).toMatchObject([{ amountMinor: 150_000 }, { leftOut: 'debit' }]);
  });
});

describe('a word of direction after an amount', () => {
  it.each([
    ['1,500.00 CR', null],
    ['1,500.00 DB', 'debit'],
    ['1,500.00 D', 'debit'],
    ['1,500.00 C', null],
    ['1,500.00 مدين', 'debit'],
    ['DR 1,500.00', 'debit'],
  ])('is understood in %s', async (amount, leftOut) => {
    const { lines } = await read(['Date,Description,Amount', `2026-09-25,L-000001,"${amount}"`]);
    expect(lines).toMatchObject([{ amountMinor: 150_000, leftOut }]);
  });
});

describe('a column of references that holds the purpose', () => {
  it('is read as the purpose', async () => {
    const { lines } = await read([
      'Transaction Date,Reference,Debit Amount,Credit Amount,Transaction Ref',
      '2026-09-25,ICT,,1500.00,FROM: TAN L-000123',
      '2026-09-26,ITR,800.00,,RENT SHOP',
    ]);
    expect(lines).toMatchObject([{ bankId: '', remittance: 'ICT · FROM: TAN L-000123' }, {}]);
  });
});

describe('a balance with another decimal mark than the amounts', () => {
  const head = 'dateOp;dateVal;label;supplierFound;amount;accountNum;accountbalance';
  const rows = (received: string, balance: string) => [
    head,
    `2026-03-05;2026-03-05;"VIR SEPA MARTIN";martin;"${received}";00040;${balance}`,
    '2026-03-04;2026-03-03;"CARTE LIDL";lidl;-25,30;00040;2299.50',
  ];

  it('is read, if both columns prove their marks', async () => {
    const { lines } = await read(rows('1 200,50', '3500.00'));
    expect(lines).toMatchObject([
      { amountMinor: 120_050, leftOut: null, valueOn: '2026-03-05' },
      { amountMinor: 2_530, leftOut: 'debit', valueOn: '2026-03-03' },
    ]);
  });

  it.each([
    ['an amount', '1.200', '3500.00'],
    ['a balance', '1 200,50', '3.500'],
  ])('is refused, if %s could be read both ways', async (_name, received, balance) => {
    expect(await read(rows(received, balance))).toMatchObject({
      refusal: { code: 'bank_amounts_mixed' },
    });
  });
});

it('reads the columns Retraits and Dépôts', async () => {
  const { lines } = await read([
    'Date;Libellé;Retraits;Dépôts',
    '25/03/2026;ADA;;350,00',
    '26/03/2026;EDF;50,00;',
  ]);
  expect(lines).toMatchObject([
    { amountMinor: 35_000, leftOut: null },
    { amountMinor: 5_000, leftOut: 'debit' },
  ]);
});

describe('the ledger of an accounting program', () => {
  const ledger = (source: string, debit: string, credit: string) => [
    'Date,Source,Description,Reference,Debit (EUR),Credit (EUR)',
    `05/28/2026,${source},Ada Reyes,L-000001,${debit},${credit}`,
  ];

  it('is asked about, because its debit side is what the bank received', async () => {
    const rows = ledger('Receive Money', '106.62', '');
    expect(await read(rows)).toMatchObject({
      asked: [
        {
          key: 'ledger',
          values: [expect.stringContaining('Ada Reyes')],
          choices: [{ choice: 'bank-statement' }, { choice: 'accounting-ledger' }],
        },
      ],
    });
    const asLedger = { ledger: 'accounting-ledger' };
    expect(await read(rows, asLedger)).toMatchObject({
      lines: [{ amountMinor: 10_662, leftOut: null }],
    });
    expect(await read(ledger('Payable Payment', '', '106.62'), asLedger)).toMatchObject({
      lines: [{ amountMinor: 10_662, leftOut: 'debit' }],
    });
    expect(await read(rows, { ledger: 'bank-statement' })).toMatchObject({
      refusal: { code: 'bank_direction_contradictory', details: { line: 2 } },
    });
  });

  it.each([
    ['Date,Vch Type,Particulars,Debit,Credit', '05/28/2026,Receipt,Ada Reyes,106.62,'],
    ['Date,Journal,Description,Debit,Credit', '05/28/2026,BNK1,Ada Reyes,106.62,'],
    ['Date,Account,Contra,Description,Debit,Credit', '05/28/2026,Bank,Loans,Ada,106.62,'],
    ['Date,Account,Description,Debit,Credit', '05/28/2026,Bank – current,Ada,106.62,'],
    ['Dagboek,Datum,Omschrijving,Debet,Credit', 'BNK,28-05-2026,Ada Reyes,106.62,'],
  ])('is asked about if its headings are those of a ledger: %s', async (...rows) => {
    expect((await read(rows)).asked?.map(({ key }) => key)).toEqual(['ledger']);
    expect(await read(rows, { ledger: 'bank-statement' })).toMatchObject({
      lines: [{ leftOut: 'debit' }],
    });
    expect(await read(rows, { ledger: 'accounting-ledger' })).toMatchObject({
      lines: [{ amountMinor: 10_662, leftOut: null }],
    });
  });

  it('is asked about if its balance rises with each debit', async () => {
    const rows = [
      'Date,Description,Debit,Credit,Balance',
      '05/28/2026,Ada Reyes,100.00,,1100.00',
      '05/29/2026,Alan Kay,50.00,,1150.00',
      '05/30/2026,Fee,,5.00,1145.00',
    ];
    expect((await read(rows)).asked?.map(({ key }) => key)).toEqual(['ledger']);
    expect(await read(rows, { ledger: 'accounting-ledger' })).toMatchObject({
      lines: [{ leftOut: null }, { leftOut: null }, { leftOut: 'debit' }],
    });
    expect(await read(rows, { ledger: 'bank-statement' })).toMatchObject({
      refusal: { code: 'bank_balance_contradictory' },
    });
  });

  it('is a statement without a question if the balance rises with each credit', async () => {
    const rows = [
      'Date,Journal No,Description,Debit,Credit,Balance',
      '05/28/2026,1,Ada Reyes,,100.00,1100.00',
      '05/29/2026,2,Fee,5.00,,1095.00',
    ];
    expect(await read(rows)).toMatchObject({
      lines: [{ leftOut: null }, { leftOut: 'debit' }],
    });
  });

  it('is read if its columns are those of a bank', async () => {
    const { lines } = await read(ledger('Receive Money', '', '106.62'));
    expect(lines).toMatchObject([{ amountMinor: 10_662, leftOut: null }]);
  });
});

describe('a row with a word instead of a day', () => {
  it('is pending, and no line', async () => {
    const { lines } = await read([
      'Buchungstag;Wertstellung (Valuta);Vorgang;Buchungstext;Umsatz in EUR',
      '25.11.2026;25.11.2026;Übertrag / Überweisung;Ada Rate;250,00',
      'offen;--;Kartenverfügung;Tankstelle;-50,00',
    ]);
    expect(lines).toMatchObject([{ amountMinor: 25_000, leftOut: null }]);
  });
});

describe('other headings and words', () => {
  it.each([
    ['Bokföringsdag;Belopp;Namn;Rubrik;Saldo;Valuta', '2026/11/25;250,00;Ada;Lån;5250,00;EUR'],
    ['Dato;Tekst;Beløb;Saldo;Status', '25.11.2026;Ada;+250,00;5.250,00;Udført'],
    [
      'Kirjauspäivä;Arvopäivä;Määrä EUROA;Saaja/Maksaja;Viesti',
      '2026-11-25;2026-11-25;+250,00;Ada;Laina',
    ],
    [
      'RELEASE_DATE;TRANSACTION_TYPE;REFERENCE_ID;TRANSACTION_NET_AMOUNT;PARTIAL_BALANCE',
      '25-11-2026;Pix;77;+250,00;5.250,00',
    ],
    [
      'Datum;Zeitzone;Beschreibung;Währung;Brutto;Entgelt;Netto;Guthaben',
      '25.11.2026;Europe/Berlin;Zahlung;EUR;250,00;-5,35;244,65;5.244,65',
    ],
    [
      'Statut;Date d’opération (UTC);Nom de la contrepartie;Montant total (TTC);Référence',
      'Exécutée;25-11-2026 10:15:22;Ada;250,00;Prêt',
    ],
    ['Ref No.,Date,Payee,Memo,Payment,Deposit', ',11/25/2026,Ada,Loan,,250.00'],
    ['Fecha;Descripción;Depósitos;Retiros', '25/11/2026;Ada;250,00;-'],
    ['Buchungsdatum;Partnername;Betrag;Buchungs-Details', '25.11.2026;Ada;+250,00;Rate'],
    ['Tarih/Saat;Tutar (EUR);Bakiye (EUR);Açıklama', '25/11/2026-10:15:22;+250,00;5.250,00;Ada'],
  ])('are read: %s', async (...rows) => {
    const { lines } = await read(rows, { direction: 'received' });
    expect(lines).toMatchObject([{ bookedOn: '2026-11-25', amountMinor: 25_000, leftOut: null }]);
  });

  it.each([['"Umsätze Girokonto"'], ['"Gläubiger-ID"']])('prove the encoding: %s', async (cell) => {
    const text = `${cell}\nDate,Reference,Amount\n2026-11-25,Rate,+250.00`;
    const { lines } = await readContent(Buffer.from(text, 'latin1'), { currency: 'EUR' });
    expect(lines).toHaveLength(1);
  });
});

describe('a minus sign in columns for credits and debits', () => {
  it('is money that came back or was taken back, if the balance shows it', async () => {
    const { lines } = await read([
      'Date,Description,Paid in,Paid out,Balance',
      '2026-11-02,J SMITH L-000123,250.00,,5250.00',
      '2026-11-13,REVERSAL J SMITH L-000123,-250.00,,5000.00',
      '2026-11-14,BRITISH GAS,,80.00,4920.00',
      '2026-11-15,BRITISH GAS REFUND,,-20.00,4940.00',
    ]);
    expect(lines?.map(({ leftOut }) => leftOut)).toEqual([null, 'debit', 'debit', null]);
  });

  it('is the style of a bank, if the balance shows that', async () => {
    const { lines } = await read([
      'Date,Description,Paid in,Paid out,Balance',
      '2026-11-02,J SMITH L-000123,250.00,,5250.00',
      '2026-11-14,BRITISH GAS,,-80.00,5170.00',
    ]);
    expect(lines?.map(({ leftOut }) => leftOut)).toEqual([null, 'debit']);
  });
});

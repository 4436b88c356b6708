import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readLines, readWholeTape } from '../../../../testing/read-whole-tape.ts';
import { tapeFileOf } from '../../../../testing/tape-files.ts';
import type { TapeTerms } from './read-tape.ts';

async function read(name: string, overrides: Partial<TapeTerms> = {}) {
  const content = await readFile(new URL(`fixtures/${name}`, import.meta.url));
  return readWholeTape(await tapeFileOf(content, name), undefined, overrides);
}

const errorsOf = ({ findings }: Awaited<ReturnType<typeof read>>) =>
  findings
    .filter(({ severity }) => severity === 'error')
    .map(({ row, column, code }) => [row, column, code]);

describe('layouts of other systems', () => {
  it('read LendingClub without a mapping', async () => {
    const tape = await read('lc-2011-no-notes.csv');
    expect(tape.questions).toEqual([]);
    expect(tape.loans).toMatchObject([
      { externalId: '1077501', annualRate: '10.65', instalmentCount: 36, status: 'closed' },
      {
        externalId: '1077430',
        status: 'written_off',
        principalPaidMinor: 456_46,
        writtenOffMinor: 2_043_54,
        disbursedOn: '2011-12-01',
      },
      { externalId: '1076863', balanceMinor: 1_000_00, principalPaidMinor: 9_000_00 },
    ]);
  });

  it('read the words of earlier LendingClub credit policies', async () => {
    const { loans } = await readLines([
      'id,funded_amnt,term,int_rate,issue_d,loan_status,out_prncp,total_rec_prncp',
      '1,5000, 36 months, 10.65%,Dec-2009,Does not meet the credit policy. Status:Fully Paid,0,5000',
    ]);
    expect(loans).toMatchObject([{ status: 'closed', principalPaidMinor: 5_000_00 }]);
  });

  it('read the rates of Prosper as fractions, and ask about its word Defaulted', async () => {
    const asked = await read('prosper.csv');
    expect(asked.questions).toEqual([]);
    expect(asked.words).toMatchObject([{ field: 'status', column: 'LoanStatus' }]);
    expect(
      asked.words[0]?.words.filter(({ meaning }) => meaning === null).map(({ word }) => word),
    ).toEqual(['Defaulted']);
    const words = { status: { defaulted: 'active' } } as const;
    const tape = await read('prosper.csv', { words });
    // One completed loan still owes 5.05.
    expect(errorsOf(tape).map(([, column, code]) => [column, code])).toEqual([
      ['LoanStatus', 'status_contradicts_balance'],
    ]);
    expect(tape.loans[0]).toMatchObject({
      externalId: '19141',
      annualRate: '15.8',
      disbursedOn: '2007-09-12',
      principalPaidMinor: 9_425_00,
      status: 'closed',
    });
  });

  it('refuse the euros of Bondora in a portfolio of dollars', async () => {
    expect(errorsOf(await read('bondora.csv'))).toEqual([[null, null, 'currency_differs']]);
    const inEuro = await read('bondora.csv', { currency: 'EUR' });
    expect(inEuro.loans).toMatchObject([
      { externalId: 'F0660C80-83F3-4A97-8DA0-9C250112D6EC', annualRate: '30', status: 'closed' },
      { externalId: '978BB85B-1C69-4D51-8447-9C240104A3A2', balanceMinor: 1_100_25 },
    ]);
    expect(errorsOf(inEuro)).toEqual([[4, 'LastPaymentOn', 'value_out_of_range']]);
  });

  it('ask for the id and the balances of the SBA', async () => {
    expect(errorsOf(await read('sba-7a.csv'))).toMatchObject([
      [null, '(externalId)', 'column_missing'],
    ]);
    const columns = { externalId: 'LocationID' };
    const asked = await read('sba-7a.csv', { columns });
    expect(asked.questions).toMatchObject([{ kind: 'missingBalances', count: 1 }]);
    const answered = { columns, answers: { missingBalances: 'unpaid' } } as const;
    expect((await read('sba-7a.csv', answered)).loans).toMatchObject([
      { borrower: { name: 'JOHN DOE PLUMBING' }, principalMinor: 15_000_000, status: 'closed' },
      { borrower: { name: 'ACME LLC' }, principalMinor: 5_000_000, status: 'active' },
    ]);
  });

  it('ask for the rate of Kiva once', async () => {
    const asked = await read('kiva.csv');
    expect(errorsOf(asked)).toMatchObject([[null, '(annualRate)', 'column_missing']]);
    const { findings, words } = await read('kiva.csv', { forAll: { annualRate: '0' } });
    expect(findings.filter(({ code }) => code.startsWith('currency'))).toEqual([]);
    expect(words).toMatchObject([{ field: 'frequency', words: [{ word: 'irregular' }] }]);
  });

  it('ask whether the rates of Fineract are for a month', async () => {
    const { questions } = await read('fineract-loans.csv');
    expect(questions[0]).toMatchObject({ kind: 'ratePeriod', columns: ['Nominal Interest %*'] });
    const answers = { ratePeriod: 'month', missingBalances: 'unpaid' } as const;
    expect((await read('fineract-loans.csv', { answers })).loans).toMatchObject([
      {
        externalId: 'EXT-1',
        annualRate: '24',
        instalmentCount: 12,
        interval: { every: 1, unit: 'months' },
        disbursedOn: '2026-01-02',
        firstDueOn: '2026-02-02',
      },
    ]);
  });
});

describe('columns with terms that a tape cannot bring', () => {
  const header =
    'external_id,borrower_name,principal,annual_rate_percent,instalments,disbursed_on,balance';
  const row = 'A-1,Ada,10001.50,13.49,24,2026-01-15,8000.25';

  it.each([
    ['Interest Type', 'Flat', 'Declining Balance'],
    ['interestMethod', 'ADD_ON', 'declining'],
    ['Amortization*', 'Equal principal payments', 'Equal installments'],
    ['Repayment structure', 'Interest only', 'Amortising'],
    ['Tilgungsart', 'endfällig', 'Annuität'],
    ['Grace on Principal Payment', '3', '0'],
    ['Interest-free period', '2', ''],
  ])('refuse the loan for %s: %s, and read it for "%s"', async (heading, refused, plain) => {
    const lines = [
      `${header},${heading}`,
      `${row},${refused}`,
      `${row.replace('A-1', 'A-2')},${plain}`,
    ];
    const { loans, findings } = await readLines(lines);
    expect(loans).toMatchObject([{ externalId: 'A-2' }]);
    expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([
      { row: 2, column: heading, value: refused, severity: 'error', code: 'terms_not_supported' },
    ]);
  });

  it('do not mistake a home for a method', async () => {
    const { loans, findings } = await readLines([`${header},Home`, `${row},Flat`]);
    expect(loans).toHaveLength(1);
    expect(findings).toMatchObject([{ code: 'column_unknown' }]);
  });
});

describe('rows without a name', () => {
  it('are named, and imported', async () => {
    const { loans, findings } = await readLines([
      'external_id,borrower_name,principal,annual_rate_percent,instalments,disbursed_on,balance',
      'A-1,,10001.50,13.49,24,2026-01-15,8000.25',
    ]);
    expect(loans).toHaveLength(1);
    expect(findings).toMatchObject([
      { row: 2, column: 'borrower_name', severity: 'warning', code: 'borrower_name_missing' },
    ]);
  });
});

describe('headings in other languages', () => {
  it.each([
    ['رقم القرض,اسم المقترض,مبلغ القرض,نسبة الفائدة,عدد الأقساط,تاريخ الصرف,الرصيد'],
    [
      'Darlehensnummer,Kundenname,Darlehensbetrag,Zinssatz,Anzahl Raten,Auszahlungsdatum,Restschuld',
    ],
    [
      'N° de prêt,Nom du client,Montant du prêt,Taux d’intérêt,Durée en mois,Date de déblocage,Capital restant dû',
    ],
    [
      'Número de préstamo,Nombre del cliente,Monto del préstamo,Tasa de interés,Plazo (meses),Fecha de desembolso,Saldo pendiente',
    ],
    [
      'Número do contrato,Nome do cliente,Valor do empréstimo,Taxa de juros,Número de parcelas,Data de desembolso,Saldo devedor',
    ],
    [
      'Numero prestito,Nome cliente,Importo del prestito,Tasso di interesse,Numero rate,Data di erogazione,Debito residuo',
    ],
    [
      'Leningnummer,Klantnaam,Leenbedrag,Rentepercentage,Aantal termijnen,Uitbetalingsdatum,Openstaand saldo',
    ],
    [
      'Numer pożyczki,Nazwa klienta,Kwota pożyczki,Oprocentowanie,Liczba rat,Data wypłaty,Pozostały kapitał',
    ],
    [
      'Kredi numarası,Müşteri adı,Kredi tutarı,Faiz oranı,Taksit sayısı,Kullandırım tarihi,Kalan anapara',
    ],
  ])('are read: %s', async (header) => {
    const lines = [header, 'A-1,Ada Example,10001.50,13.49,24,2026-01-15,8000.25'];
    // Only the period of the rate is open.
    expect((await readLines(lines)).questions.map(({ kind }) => kind)).toEqual(['ratePeriod']);
    const { loans, findings } = await readLines(lines, { answers: { ratePeriod: 'year' } });
    expect(findings).toEqual([]);
    expect(loans).toMatchObject([
      { externalId: 'A-1', principalMinor: 1_000_150, annualRate: '13.49', balanceMinor: 800_025 },
    ]);
  });

  it('that two columns can have are asked about', async () => {
    const tape = await readLines([
      'external_id,principal,interest_rate,instalments,disbursed_on,Outstanding balance,Outstanding principal',
      'A-1,10001.50,13.49,24,2026-01-15,8000.25,7900.25',
    ]);
    expect(errorsOf(tape)).toEqual([[1, 'Outstanding principal', 'column_ambiguous']]);
  });
});

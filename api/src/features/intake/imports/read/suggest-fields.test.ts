import { describe, expect, it } from 'vitest';
import { suggestFields } from './suggest-fields.ts';

const suggest = (...lines: readonly string[]) => {
  const rows = lines.map((line) => line.split(';'));
  return [
    ...suggestFields(
      (rows[0] ?? []).map(() => ({ field: null, name: '' })),
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
    expect([...suggestFields([{ field: 'principal', name: '' }], rows)]).toEqual([]);
  });

  it.each([
    [
      'Nummer;Kunde;Betrag;Zins;Laufzeit;Datum;Rest;Zustand',
      'K-1;Anna Muster;10.000,00;8,5;24;03.04.2026;9.250,50;lfd',
      'K-2;Bernd Muster;7.500,00;9,25;12;05.02.2026;0,00;erledigt',
    ],
    [
      'Loan A/c No;Customer Name;Sanctioned Amount;ROI;Tenure;Disb Dt;POS;Stage',
      '1001;Ravi Kumar;5,00,000.00;12.5;36;05-Jan-2026;4,50,000.00;Regular',
      '1002;Sita Rao;1,25,000.00;14;24;17-Feb-2026;0.00;Over',
    ],
    [
      'Contrat;Client;Montant;Taux;Durée;Date;Solde;Situation',
      '1001;Éloïse Petit;12 500,00;5,25;24;15/01/2026;10 000,00;en cours',
      '1002;Zoé Roux;7 250,50;6;12;13/02/2026;0,00;soldé',
    ],
    [
      'الرقم;العميل;المبلغ;الفائدة;المدة;التاريخ;الرصيد;حالة',
      'ق-1;محمد علي;12500.00;5.25;24;2026-01-15;10000.00;جارٍ',
      'ق-2;فاطمة حسن;7250.50;6;12;2026-02-13;0.00;منتهٍ',
    ],
  ])('follow from the words of headings: %s', (header, ...lines) => {
    const names = header.split(';');
    const rows = lines.map((line) => line.split(';'));
    const columns = names.map((name) => ({ field: null, name }));
    const fields = [...suggestFields(columns, rows)].toSorted(([one], [other]) => one - other);
    expect(fields).toHaveLength(8);
    expect(fields.map(([, field]) => field).toSorted()).toEqual([
      'annualRate',
      'balance',
      'borrowerName',
      'disbursedOn',
      'externalId',
      'instalmentCount',
      'principal',
      'status',
    ]);
    expect(new Map(fields).get(2)).toBe('principal');
    expect(new Map(fields).get(6)).toBe('balance');
  });

  it('are suggested for one column each', () => {
    const columns = ['Summe', 'Noch zu zahlen'].map((name) => ({ field: null, name }));
    const rows = [
      ['1000.00', '900.00'],
      ['2000.00', '1800.00'],
    ];
    expect([...suggestFields(columns, rows)]).toEqual([[0, 'principal']]);
  });

  it('are not suggested by a heading of something else', () => {
    const names = ['Flat rate', 'Arrears', 'Remaining term', 'Maturity date', 'Overdue balance'];
    const columns = names.map((name) => ({ field: null, name }));
    const rows = [['12', '5.00', '3', 'soon', '5.00']];
    expect([...suggestFields(columns, rows)].filter(([, field]) => field !== 'principal')).toEqual(
      [],
    );
  });
});

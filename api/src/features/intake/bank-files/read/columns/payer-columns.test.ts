import { describe, expect, it } from 'vitest';
import { tapeFileOf } from '../../../../../testing/tape-files.ts';
import { readBankFile } from '../read-bank-file.ts';
import { looksLikeNames } from './payer-columns.ts';

describe('a column of names', () => {
  it.each([
    [['Max Muster', 'Ada Reyes', 'Stadtwerke'], true],
    [['MUSTER, MAX', "O'Neil, Sinéad", 'Muster & Co. KG'], true],
    [['محمد علي', 'فاطمة حسن'], true],
    [['Food Drink', 'Food Drink', 'Food Drink', 'Bank Fees'], false],
    [['Rate LN-000123', 'Strom 09/2026'], false],
    [['Card payment', 'Pending'], false],
    [['Berlin', 'Hamburg'], false],
    [[], false],
  ])('with the values %j is one: %s', (values, isMeant) => {
    expect(looksLikeNames(values)).toBe(isMeant);
  });
});

async function fieldsOf(content: string, known: readonly string[] = []) {
  const file = await tapeFileOf(content);
  try {
    const knowsNames = async (names: readonly string[]) => known.some((one) => names.includes(one));
    const outcome = await readBankFile(file, { currency: 'EUR', knowsNames });
    if (!outcome.ok) return outcome.refusal;
    return 'lines' in outcome.value
      ? outcome.value.lines.map(({ debtorName }) => debtorName)
      : outcome.value.columns?.map(({ field }) => field);
  } finally {
    await file.handle.close();
  }
}

describe('the suggested payer', () => {
  it('is the column of names, although one of them has a digit', async () => {
    const names = Array.from({ length: 11 }, (_, at) => `Max Muster ${'abcdefghijk'[at]}x`);
    const rows = [...names, 'Muster 24 GmbH'].map(
      (name, at) => `${10 + at}.09.2026;${name};LN-0001;250,00`,
    );
    expect(await fieldsOf(['Wann;Wer;Wofür;Wieviel', ...rows].join('\n'))).toEqual([
      'bookedOn',
      'debtorName',
      'remittance',
      'amount',
    ]);
  });

  it('is found next to a known purpose', async () => {
    const content = [
      'Wann;Zahler X;Verwendungszweck;Wieviel',
      '25.09.2026;Max Muster;Rate LN-000123;250,00',
      '26.09.2026;Ada Reyes;Rate LN-000124;45,50',
    ].join('\n');
    expect(await fieldsOf(content)).toEqual(['bookedOn', 'debtorName', 'remittance', 'amount']);
  });

  it('is no column of one value, of currencies, or of yes and no', async () => {
    const content = [
      'Wann;Kontoart X;Währung X;Erledigt X;Verwendungszweck;Wieviel',
      '25.09.2026;Giro;EUR;Nein;Rate LN-000123;250,00',
      '26.09.2026;Giro;USD;Ja;Rate LN-000124;45,50',
    ].join('\n');
    expect(await fieldsOf(content)).toEqual([
      'bookedOn',
      null,
      'currency',
      null,
      'remittance',
      'amount',
    ]);
  });

  const clear = [
    'Date,Reference,Involved,Amount',
    '2026-09-25,Rate 1,Max Muster,+250.00',
    '2026-09-26,Rate 2,Ada Reyes,-45.50',
  ].join('\n');

  it('is confirmed by a person if an unknown column has names of borrowers', async () => {
    expect(await fieldsOf(clear, ['Ada Reyes'])).toEqual([
      'bookedOn',
      'remittance',
      'debtorName',
      'amount',
    ]);
  });

  it('is not asked about if no borrower has one of the names', async () => {
    expect(await fieldsOf(clear)).toEqual(['', '']);
  });
});

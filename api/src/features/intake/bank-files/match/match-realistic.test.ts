import { describe, expect, it } from 'vitest';
import type { TestLoan } from '../../../../testing/arrange.ts';
import { openBankOffice, referenceOf } from '../../../../testing/bank-office.ts';

const { test, arrangeHeld, upload, linesOf } = await openBankOffice();

/**
 * Invented borrowers. Each principal gives a different amount due, except that of two namesakes.
 */
const borrowers = {
  muster: ['Muster GmbH', 210_000],
  mueller: ['Jürgen Müller', 220_000],
  weiss: ['Anne-Sophie Weiß', 230_000],
  yilmaz: ['Ayşe Yılmaz', 240_000],
  kowalski: ['Łukasz Kowalski', 250_000],
  haddad: ['محمد حداد', 260_000],
  klein: ['Klein und Partner GbR', 270_000],
  schmidt: ['Peter Schmidt', 280_000],
  namesake: ['Peter Schmidt', 280_000],
  lopez: ['María José López García', 290_000],
} as const;
type Key = keyof typeof borrowers;

async function arrangePortfolio() {
  const loans = new Map<Key, TestLoan & { due: string }>();
  // `Object.keys` loses the type; the keys of the table are exactly its names.
  for (const key of Object.keys(borrowers) as Key[]) {
    const [borrowerName, principalMinor] = borrowers[key];
    const loan = await arrangeHeld({ borrowerName, principalMinor });
    const [row] = await test.owner<{ due: number }[]>`
      select oldest_unpaid_minor as due from loan_state where loan_id = ${loan.id}`;
    const externalId = `KV-2024/${7000 + loans.size}`;
    await test.owner`update loans set external_id = ${externalId} where id = ${loan.id}`;
    const due = ((row?.due ?? 0) / 100).toFixed(2).replace('.', ',');
    loans.set(key, { ...loan, due });
  }
  return (key: Key) => {
    const loan = loans.get(key);
    if (!loan) throw new Error(`${key} has no loan`);
    return loan;
  };
}

describe('the lines of a German bank export', () => {
  it('are matched with the right loan or left to a person', async () => {
    const of = await arrangePortfolio();
    const due = (key: Key) => of(key).due;
    type Row = readonly [payer: string, text: string, amount: string, expected: Key | null];
    const rows: readonly Row[] = [
      ['Muster GmbH', 'Rate Januar', due('muster'), 'muster'],
      ['MUELLER, JUERGEN', 'DANKE', due('mueller'), 'mueller'],
      ['Herr Dr. Juergen Mueller', 'Darlehen', due('mueller'), 'mueller'],
      ['WEISS ANNE-SOPHIE', 'Rate 1', due('weiss'), 'weiss'],
      ['AYSE YILMAZ', 'Kreditrate', due('yilmaz'), 'yilmaz'],
      ['Lukasz Kowalski', 'rata', due('kowalski'), 'kowalski'],
      ['KLEIN UND PARTNER GBR', 'Monatsrate', due('klein'), 'klein'],
      ['Lopez Garcia, Maria Jose', 'Rate', due('lopez'), 'lopez'],
      ['', 'SEPA-GUTSCHRIFT Jürgen Müller Rate Februar', due('mueller'), 'mueller'],
      ['Sparkasse Musterstadt', 'ABWA+Ayse YilmazSVWZ+Rate', due('yilmaz'), 'yilmaz'],
      ['Unbekannt', 'Vertrag KV-2024/7003 Rate', due('yilmaz'), 'yilmaz'],
      ['Unbekannt', 'KV 2024 7006', due('klein'), 'klein'],
      ['Unbekannt', `SVWZ+${referenceOf(of('weiss'))}MREF+M-1`, '12,34', 'weiss'],
      // These lines are left to a person.
      ['Peter Schmidt', 'Rate', due('schmidt'), null],
      ['Unbekannt', 'Vertrag KV-2024/7003 Rate', '77,00', null],
      ['Unbekannt', 'KV-2024/7003 und KV-2024/7006', due('klein'), null],
      ['Mohammed Haddad', 'Rate', due('haddad'), null],
      ['Muster GmbH', 'Rechnung RE-260002', '1.190,00', null],
      ['Muller Bau AG', 'Rechnung', due('mueller'), null],
      ['Hans Müller', 'Rate', due('mueller'), null],
    ];
    const head = 'Buchungstag;Valuta;Auftraggeber/Beguenstigter;Verwendungszweck;Betrag';
    const csv = rows.map(([payer, text, amount], at) =>
      ['05.06.2026', '05.06.2026', payer, `${text} ${at}x`, amount].join(';'),
    );
    const answer = await upload([head, ...csv].join('\n'), { answers: { direction: 'received' } });
    expect(answer).toMatchObject({ status: 200 });
    const found = await linesOf(answer.body.bankFile.id);
    const keyOf = new Map(Object.keys(borrowers).map((key) => [of(key as Key).id, key]));
    expect(
      found.map(({ loan, debtorName, remittance }) => [
        debtorName,
        remittance,
        loan ? keyOf.get(loan.id) : null,
      ]),
    ).toEqual(rows.map(([payer, text, , expected], at) => [payer, `${text} ${at}x`, expected]));
  });
});

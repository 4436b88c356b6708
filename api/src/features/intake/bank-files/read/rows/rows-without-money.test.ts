import { describe, expect, it } from 'vitest';
import { readContent } from '../../../../../testing/bank-content.ts';

async function read(...rows: string[]) {
  const { lines, refusal, asked } = await readContent(rows.join('\n'), { currency: 'EUR' });
  return (
    lines?.map(({ leftOut, amountMinor }) => leftOut ?? amountMinor) ??
    refusal?.details ??
    asked?.map(({ key }) => key)
  );
}

const head = 'Date,Description,Amount';
const paid = ['13/11/2026,Ada,100.00', '14/11/2026,Bob,50.00', '14/11/2026,Shop,-20.00'];

describe('a total with a day', () => {
  it('is no payment', async () => {
    expect(await read(head, ...paid, '14/11/2026,Total,130.00')).toEqual([10_000, 5_000, 'debit']);
    const split = ['Date,Description,Debit,Credit', '13/11/2026,Ada,,100.00', '13/11/2026,Bob,,50'];
    expect(await read(...split, '13/11/2026,Day total,,150.00')).toEqual([10_000, 5_000]);
  });

  it('is a payment if it is not the sum of lines, or has an id', async () => {
    const amounts = [10_000, 5_000, 'debit', 7_000];
    expect(await read(head, ...paid, '14/11/2026,Total Energies,70.00')).toEqual(amounts);
    const withId = [`${head},Transaction ID`, ...paid.map((row, at) => `${row},T${at}`)];
    const payer = '14/11/2026,Total Energies,130.00,T9';
    expect(await read(...withId, payer)).toEqual([10_000, 5_000, 'debit', 13_000]);
  });
});

it.each(['Balance as of 13/11/2026', 'Balance 30 Nov 2026', 'Solde au 13/11/2026', 'SALDO DO DIA'])(
  'the balance row "%s" with a day and an amount is no payment',
  async (text) => {
    const rows = [`13/11/2026,${text},1000.00`, ...paid];
    expect(await read(head, ...rows)).toEqual([10_000, 5_000, 'debit']);
  },
);

it.each(['Balance of loan 12/2026', 'Balance 3/12'])(
  'the purpose "%s" is a payment',
  async (text) => {
    const rows = [`13/11/2026,${text},70.00`, ...paid];
    expect(await read(head, ...rows)).toEqual([7_000, 10_000, 5_000, 'debit']);
  },
);

it.each([
  'Balance 13/11/2026',
  'Final balance',
  'Closing Balance',
  'Saldo final',
  'Endsaldo',
  'الرصيد الختامي',
])('the purpose "%s" is a payment if the line has a payer, an account or an id', async (text) => {
  const other = '14/11/2026,Rent,-20.00';
  for (const [column, value, rest] of [
    ['Payer', 'Ada', 'Shop'],
    ['Payer IBAN', 'DE02120300000000202051', ''],
    ['Transaction ID', 'T1', 'T2'],
  ]) {
    const rows = [`13/11/2026,${text},70.00,${value}`, `${other},${rest}`];
    expect(await read(`${head},${column}`, ...rows)).toEqual([7_000, 'debit']);
  }
});

it.each([
  ['names itself as the payer', ',Closing balance'],
  ['has a dash as the payer', 'Closing balance,-'],
  ['has zeros as the payer', 'Closing balance,0000'],
])('a balance that %s is no payment', async (_name, cells) => {
  const [text, payer] = cells.split(',');
  const rows = [`13/11/2026,${text},1000.00,${payer}`, '13/11/2026,Rate,70.00,Ada'];
  expect(await read(`${head},Payer`, ...rows, '14/11/2026,Rent,-20.00,Shop')).toEqual([
    7_000,
    'debit',
  ]);
});

it('lines below the title of pending transactions are not booked, up to the next title', async () => {
  const sections = [head, 'Pending transactions,,', paid[0] ?? '', 'Booked transactions,,'];
  expect(await read(...sections, ...paid.slice(1))).toEqual(['not-booked', 5_000, 'debit']);
});

it('a line with a refunded amount is not a payment', async () => {
  const rows = ['13/11/2026,Ada,100.00,0.00', '14/11/2026,Bob,50.00,50.00', '14/11/2026,Cy,-1,'];
  const amounts = [10_000, 'reversal', 'debit'];
  expect(await read(`${head},Amount Refunded`, ...rows)).toEqual(amounts);
});

it('a hold and its release are not payments', async () => {
  const rows = [
    'T1,13/11/2026,Website Payment,100.00,Credit',
    'T2,13/11/2026,Payment Hold,-100.00,Debit',
    'T3,15/11/2026,Payment Release,100.00,Credit',
  ];
  const names = 'Transaction ID,Date,Type,Gross,Balance Impact';
  expect(await read(names, ...rows)).toEqual([10_000, 'not-booked', 'not-booked']);
});

it.each([
  ['Date,Description,Amount (cents)', 'Amount (cents)', 2, []],
  ['Date,Description,Amount (thousands)', 'Amount (thousands)', 2, []],
  [head, 'Amounts in thousands', 1, ['Amounts in thousands,,']],
])('amounts in another unit are refused: %s', async (heading, column, line, above) => {
  expect(await read(...above, heading, ...paid)).toEqual({ line, column });
});

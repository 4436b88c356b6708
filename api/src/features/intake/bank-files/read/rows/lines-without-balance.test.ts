import { expect, it } from 'vitest';
import { readContent } from '../../../../../testing/bank-content.ts';

const head = 'Date,Description,Amount,Balance';
const pending = [
  head,
  '15/11/2026,Cy pending,70.00,',
  '14/11/2026,Ada,500.00,1500.00',
  '13/11/2026,Shop,-20.00,1000.00',
];
const batch = [
  head,
  '12/11/2026,Shop,-30.00,1000.00',
  '13/11/2026,Batch of 2,1500.00,2500.00',
  '13/11/2026,Ada,1000.00,',
  '13/11/2026,Bob,500.00,',
  '14/11/2026,Dee,30.00,2530.00',
];
const perDay = [
  head,
  '13/11/2026,Ada,100.00,',
  '13/11/2026,Bob,50.00,1150.00',
  '14/11/2026,Cy,-25.00,',
  '14/11/2026,Dee,30.00,1155.00',
];

async function read(rows: readonly string[], answer?: string) {
  const answers = answer ? { 'without-balance': answer } : {};
  const { lines, asked } = await readContent(rows.join('\n'), { currency: 'EUR', answers });
  return (
    lines?.map(({ leftOut, amountMinor }) => leftOut ?? amountMinor) ??
    asked?.map(({ key, values }) => [key, ...values])
  );
}

it('asks about a newest line without a balance, and leaves it out if it is not booked', async () => {
  expect(await read(pending)).toEqual([['without-balance', '15/11/2026 · Cy pending · 70.00']]);
  expect(await read(pending, 'not-booked')).toEqual(['not-booked', 50_000, 'debit']);
  expect(await read(pending, 'booked')).toEqual([7_000, 50_000, 'debit']);
});

it('does not count the parts of a batch, which the balance does not include', async () => {
  expect(await read(batch)).toEqual([
    ['without-balance', '13/11/2026 · Ada · 1000.00', '13/11/2026 · Bob · 500.00'],
  ]);
  const amounts = ['debit', 150_000, 'not-booked', 'not-booked', 3_000];
  expect(await read(batch, 'not-booked')).toEqual(amounts);
});

it('reads all lines if the balance is only in the last line of each day', async () => {
  expect(await read(perDay)).toEqual([10_000, 5_000, 'debit', 3_000]);
});

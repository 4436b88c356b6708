import type { BankReading as Reading } from '@bursar/contracts/intake/bank-layouts';
import type { TableFound } from '@bursar/contracts/intake/tape-table';
import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { BankReading } from './BankReading.tsx';
import { BankTableChoice } from './BankTableChoice.tsx';

const table = {
  sheet: 'Movements',
  sheets: [
    { name: 'Movements', isHidden: false },
    { name: 'Notes', isHidden: true },
  ],
  row: 2,
  hasHeading: true,
};

const reading: Reading = {
  table,
  hiddenRows: 2,
  columns: [
    {
      position: 1,
      name: 'Datum',
      values: ['25.09.2026'],
      field: 'bookedOn',
      format: { kind: 'dates', as: 'day-first', calendar: null, basis: 'proved', proofs: 27 },
    },
    {
      position: 2,
      name: 'Betrag',
      values: ['1.500,00'],
      field: 'amount',
      format: { kind: 'numbers', as: 'comma', calendar: null, basis: 'proved', proofs: 1 },
    },
    { position: 3, name: 'Filiale', values: ['Nord', 'Ost'], field: null, format: null },
  ],
};

it('shows where the table was found and what proves the reading of its columns', async () => {
  await drawFeature(<BankReading reading={reading} />, { texts: ['bank-files'] });
  for (const sentence of [
    /Heading in row 2 of sheet .Movements/,
    /Sheets that are not read: .Notes. \(hidden\)/,
    /2 rows that are hidden in the workbook are read too/,
    /Datum.: Booking date – Day before month: 27 rows confirm it, and none contradicts it/,
    /Betrag.: Amount – Decimal comma: 1 row confirms it/,
    /Not used: .Filiale. – .Nord. and .Ost/,
  ]) {
    await expect.element(page.getByText(sentence)).toBeVisible();
  }
});

it('lets a user choose another row of the headings, none, or another sheet', async () => {
  const found: TableFound = {
    ...table,
    isOpen: false,
    preview: [
      { row: 1, cells: ['Account 4711'] },
      { row: 2, cells: ['Date', 'Amount'] },
    ],
  };
  const chosen = vi.fn<(choice: TableChoice) => void>();
  await drawFeature(<BankTableChoice found={found} onChoose={chosen} busy={false} />, {
    texts: ['bank-files'],
  });
  const choose = async (field: string, option: RegExp) => {
    await page.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await choose('Heading', /Row 1: .Account 4711/);
  expect(chosen).toHaveBeenLastCalledWith({ sheet: 'Movements', row: 1 });
  await choose('Heading', /no heading/);
  expect(chosen).toHaveBeenLastCalledWith({ sheet: 'Movements', hasNoHeading: true });
  await choose('Sheet', /Notes/);
  expect(chosen).toHaveBeenLastCalledWith({ sheet: 'Notes' });
});

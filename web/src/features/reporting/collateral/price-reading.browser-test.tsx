import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import type { PricePreview, SentPrices } from './collateral.queries.ts';
import { PriceReading } from './PriceReading.tsx';

const sent: SentPrices = {
  id: '0198-file',
  file: new File(['coin,last,when'], 'prices.csv'),
  answers: {},
  columns: null,
  source: null,
};

const column = { field: null, format: null };
const read: PricePreview = {
  questions: [],
  unreadable: null,
  table: {
    sheet: null,
    sheets: [],
    row: 1,
    hasHeading: true,
    isOpen: false,
    preview: [
      { row: 1, cells: ['coin', 'last', 'when'] },
      { row: 2, cells: ['BTC', '64000', '2026-06-13'] },
    ],
  },
  columns: [
    { ...column, position: 1, name: 'coin', values: ['BTC'], field: 'symbol' },
    { ...column, position: 2, name: 'last', values: ['64000'], field: 'price' },
    { ...column, position: 3, name: 'when', values: ['2026-06-13'] },
  ],
  missing: ['time'],
  source: '',
  recalledFrom: null,
  fresh: 0,
  known: 0,
  refused: 0,
  rows: [],
};

async function drawReading(changed: Partial<PricePreview> = {}, language: 'en' | 'ae' = 'en') {
  const onCheck = vi.fn<(again: SentPrices) => void>();
  await drawFeature(
    <PriceReading
      read={{ ...read, ...changed }}
      sent={sent}
      isChecking={false}
      onCheck={onCheck}
    />,
    { texts: ['collateral'], language },
  );
  return onCheck;
}

it('asks for the column of a missing field, and sends the choice', async () => {
  const onCheck = await drawReading();
  await expect
    .element(page.getByText('Choose a column for: Date, with or without time.'))
    .toBeVisible();
  expect(page.getByRole('button', { name: 'Check again' }).elements()).toEqual([]);
  await page.getByRole('combobox', { name: 'Field for the column when' }).click();
  await page.getByRole('option', { name: /^Date, with or without time/ }).click();
  await page.getByLabelText('Source of the prices').fill('Desk');
  await page.getByRole('button', { name: 'Check again' }).click();
  expect(onCheck).toHaveBeenCalledWith({
    ...sent,
    table: undefined,
    columns: { 1: 'symbol', 2: 'price', 3: 'time' },
    source: 'Desk',
  });
});

it('reads a later row as the heading, and then finds the columns anew', async () => {
  const onCheck = await drawReading();
  await page.getByRole('heading', { name: 'Table' }).click();
  await page.getByRole('combobox', { name: 'Heading' }).click();
  await page.getByRole('option', { name: 'A later row' }).click();
  await page.getByLabelText('Row number').fill('45');
  await page.getByRole('button', { name: 'Check again' }).click();
  expect(onCheck).toHaveBeenCalledWith({ ...sent, table: { row: 45 }, columns: null });
});

it('says which earlier list it is read like, with the source of that list', async () => {
  const recalledFrom = { fileName: 'May.csv', importedAt: '2026-06-01T08:00:00.000Z' };
  await drawReading({ missing: [], recalledFrom, source: 'Desk' });
  await expect
    .element(page.getByText(/uses the columns that you chose for \u2068May\.csv\u2069/))
    .toBeVisible();
  await expect.element(page.getByLabelText('Source of the prices')).toHaveValue('Desk');
  expect(page.getByRole('button', { name: 'Check again' }).elements()).toEqual([]);
});

it('is read from the right, with each heading isolated', async () => {
  await drawReading({ missing: [] }, 'ae');
  await page.getByRole('heading', { name: 'الجدول' }).click();
  await expect
    .element(page.getByRole('combobox', { name: 'صف العناوين' }))
    .toHaveValue('الصف 1: \u2068coin\u2069 · \u2068last\u2069 · \u2068when\u2069');
});

import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawFeature } from '../testing/draw-feature.tsx';
import { asFound, type TableDraft, type TableFound } from './TableFields.tsx';
import { TableSection, tableChosen } from './TableSection.tsx';

const found: TableFound = {
  sheet: 'Loans',
  sheets: [
    { name: 'Cover', isHidden: false },
    { name: 'Loans', isHidden: false },
  ],
  row: 2,
  hasHeading: true,
  isOpen: false,
  preview: [
    { row: 1, cells: ['Loans of June'] },
    { row: 2, cells: ['Loan', 'Borrower', 'Amount'] },
    { row: 3, cells: ['L-1', 'Ada Byron', '10000.00'] },
  ],
};

async function drawTable(about: TableFound) {
  const chosen = vi.fn<(choice: ReturnType<typeof tableChosen>) => void>();
  function Drawn() {
    const [draft, setDraft] = useState<TableDraft>(asFound(about));
    return (
      <TableSection
        found={about}
        draft={draft}
        onDraft={(next) => {
          setDraft(next);
          chosen(tableChosen(next, about, undefined));
        }}
        isOpenFirst
      />
    );
  }
  await drawFeature(<Drawn />, { texts: [] });
  return chosen;
}

const choose = async (field: string, option: RegExp | string) => {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
};

it('names the row and the sheet, and another row or none can be the heading', async () => {
  const chosen = await drawTable(found);
  await expect.element(page.getByText(/^Heading in row 2 of sheet/)).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'First rows of the file' }))
    .toHaveTextContent('Ada Byron');
  await choose('Heading', /^Row 3:/);
  expect(chosen).toHaveBeenLastCalledWith({ row: 3 });
  await choose('Heading', 'This table has no heading');
  expect(chosen).toHaveBeenLastCalledWith({ row: 3, hasNoHeading: true });
  await choose('First row', /^Row 1:/);
  expect(chosen).toHaveBeenLastCalledWith({ hasNoHeading: true });
  await expect.element(page.getByText(/^No heading; first row 1 of sheet/)).toBeVisible();
});

it('shows no rows of a sheet that is not read yet', async () => {
  const chosen = await drawTable(found);
  await choose('Sheet', 'Cover');
  expect(chosen).toHaveBeenLastCalledWith({ sheet: 'Cover' });
  await expect.element(page.getByText(/^Sheet .*Cover.*, not read yet$/)).toBeVisible();
  expect(page.getByRole('region', { name: 'First rows of the file' }).elements()).toEqual([]);
});

it('asks for the heading if no row looks like one', async () => {
  const open = { ...found, row: 3, hasHeading: false, isOpen: true };
  await drawTable(open);
  await expect.element(page.getByText(/^No row of the file looks like a heading/)).toBeVisible();
  expect(tableChosen(asFound(open), open, undefined)).toEqual({ row: 3, hasNoHeading: true });
});

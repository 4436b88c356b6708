import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../testing/draw.tsx';
import type { Column } from './columns.ts';
import { DataTable } from './DataTable.tsx';
import { nothingSelected, selectedCount } from './row-selection.ts';
import { defaultTableState } from './table-state.ts';

type Row = { id: string; borrower: string; amount: number };

const rows: readonly Row[] = Array.from({ length: 200 }, (_, at) => ({
  id: `L-${at + 1}`,
  borrower: `Borrower ${at + 1}`,
  amount: 1000 + at,
}));

const columns: readonly Column<Row>[] = [
  { id: 'reference', header: 'Loan', main: true, cell: ({ id }) => id },
  { id: 'borrower', header: 'Borrower', sort: 'asc', cell: ({ borrower }) => borrower },
  { id: 'amount', header: 'Amount', sort: 'desc', align: 'end', cell: ({ amount }) => amount },
];

function Loans() {
  const [state, setState] = useState(defaultTableState);
  const [selection, setSelection] = useState(nothingSelected);
  const { sort } = state;
  return (
    <>
      <output aria-label="Order">{sort ? `${sort.column} ${sort.direction}` : 'none'}</output>
      <output aria-label="Selected">{selectedCount(selection, rows.length)}</output>
      <DataTable
        label="Loans"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ id }) => id}
        card={({ id }) => id}
        state={state}
        onStateChange={setState}
        status="ready"
        empty="No loans"
        matchCount={rows.length}
        selection={selection}
        onSelectionChange={setSelection}
        bulk={{ actions: null }}
      />
    </>
  );
}

it('draws only the rows in sight, and others as one scrolls to them', async () => {
  await draw(<Loans />);
  await expect.element(page.getByRole('row', { name: /Borrower 1 / })).toBeVisible();
  expect(page.getByRole('row').elements().length).toBeLessThan(80);
  await expect.element(page.getByRole('row', { name: /Borrower 200/ })).not.toBeInTheDocument();
  document.querySelector('tbody tr')?.closest('[role=grid]')?.parentElement?.scrollTo(0, 1e6);
  await expect.element(page.getByRole('row', { name: /Borrower 200/ })).toBeVisible();
});

it('asks for an order by its head, the usual one first', async () => {
  await draw(<Loans />);
  const head = page.getByRole('columnheader', { name: 'Amount' });
  await head.getByRole('button').first().click();
  await expect
    .element(page.getByLabelText('Order', { exact: true }))
    .toHaveTextContent('amount desc');
  await head.getByRole('button').first().click();
  await expect
    .element(page.getByLabelText('Order', { exact: true }))
    .toHaveTextContent('amount asc');
});

it('selects with Space where the arrow keys have led, and a stretch with Shift', async () => {
  await draw(<Loans />);
  const selected = page.getByLabelText('Selected', { exact: true });
  const row = page.getByRole('row').nth(1);
  row.element().focus();
  await userEvent.keyboard('{ArrowDown} ');
  await expect.element(selected).toHaveTextContent('1');
  await expect.element(page.getByRole('checkbox', { name: /L-2$/ })).toBeChecked();
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await expect.element(selected).toHaveTextContent('3');
});

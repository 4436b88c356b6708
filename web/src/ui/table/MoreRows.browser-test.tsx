import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawLight } from '../testing/draw.tsx';
import { FigureTable } from './FigureTable.tsx';
import { MoreRows } from './MoreRows.tsx';

function Rows() {
  const [shown, setShown] = useState(50);
  const pages = {
    hasNextPage: shown < 150,
    isFetchingNextPage: false,
    fetchNextPage: () => setShown(shown + 50),
  };
  return (
    <>
      <MoreRows shown={shown} all={150} pages={pages} />
      <button type="button">After the rows</button>
    </>
  );
}

it('a table returns the keyboard focus to its position after the last rows have loaded', async () => {
  await drawLight(<Rows />);
  await expect.element(page.getByText('50 of 150')).toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('100 of 150')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Show more' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('150 of 150')).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'After the rows' })).toHaveFocus();
});

it('a list that is whole from the start has no count below it', async () => {
  const pages = { hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => undefined };
  await drawLight(
    <>
      <h1>Payments</h1>
      <MoreRows shown={5} all={5} pages={pages} />
    </>,
  );
  await expect.element(page.getByRole('heading', { name: 'Payments' })).toBeVisible();
  await expect.element(page.getByText('5 of 5')).not.toBeInTheDocument();
});

it.each([3, 9])(
  'the text below a table of %i columns begins with its first column',
  async (count) => {
    const columns = Array.from({ length: count }, (_, at) => ({
      id: String(at),
      header: `Column ${at}`,
      cell: () => <span>Row {at}</span>,
    }));
    const pages = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage: () => undefined };
    await drawLight(
      <>
        <FigureTable label="Loans" columns={columns} rows={[1]} rowId={(row) => row} />
        <MoreRows shown={1} pages={pages} />
      </>,
    );
    const startOf = (text: string) => {
      const range = document.createRange();
      range.selectNodeContents(page.getByText(text, { exact: true }).element());
      return range.getBoundingClientRect().left;
    };
    await expect.element(page.getByText('1 row shown')).toBeVisible();
    expect(startOf('1 row shown')).toBeCloseTo(startOf('Row 0'), 0);
  },
);

import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawLight } from '../testing/draw.tsx';
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

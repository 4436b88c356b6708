import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../testing/draw.tsx';
import { notify } from './notify.ts';
import { Toasts } from './Toasts.tsx';

it('a toast offers several actions, runs the chosen one and disappears', async () => {
  const [receipt, reverse] = [vi.fn<() => void>(), vi.fn<() => void>()];
  await draw(<Toasts />);
  notify.undo(
    'Payment posted',
    { label: 'Receipt', run: receipt },
    { label: 'Reverse…', run: reverse },
  );
  await expect.element(page.getByRole('button', { name: 'Receipt' })).toBeVisible();
  await page.getByRole('button', { name: 'Reverse…' }).click();
  expect(reverse).toHaveBeenCalledTimes(1);
  expect(receipt).not.toHaveBeenCalled();
  await expect.element(page.getByText('Payment posted')).not.toBeInTheDocument();
});
